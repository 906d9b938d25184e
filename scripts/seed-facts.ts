import type { RunEvent } from '#contract/event';
import type { Fact, FactPlace } from '#contract/fact';
import type { Hash } from '#contract/ids';
import type { AnswerBadge, Mark } from '#contract/mark';
import type { Binding, Rule } from '#contract/permission';
import type { ToolCall } from '#contract/tool';
import { openStore } from '../app/main/host/store/store.ts';
import { sampleRun } from '../app/main/host/store/testing.ts';

/*
 * Writes runs with facts into a data folder that no host has open, as the end-to-end tests of the screens need them:
 * `node scripts/seed-facts.ts DATA_FOLDER [HOW_MANY_FACTS_OF_ANOTHER_RUN]`.
 */

const [folder, many = '0'] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the data folder.');

const RULE: Rule = { id: 'default-read', sentence: 'A read from a bound host is allowed.', source: 'Default' };
const START = Date.UTC(2026, 10, 30, 14, 1, 0);

const bindingOf = (tool: string): Binding => ({
  tool,
  ask: 'effects',
  hosts: [],
  secrets: [],
  config: [],
  middleware: [],
  options: {},
});

let at = START;
const store = openStore(folder, () => {
  at += 1000;
  return at;
});

/** One payload of one call, and what is claimed of it. */
interface Looked {
  organization: string;
  url: string;
  mediaType: string;
  bytes: Uint8Array;
  claims: readonly (readonly [claim: string, at: FactPlace])[];
}

const lastNumber = { fact: 0, call: 0 };

function callEvents(call: ToolCall, text: string, facts: Fact[], failed?: string): RunEvent[] {
  return [
    {
      type: 'model-called',
      reply: {
        text: '',
        toolCalls: [call],
        stopReason: 'tool-calls',
        usage: { inputTokens: 1800, outputTokens: 60 },
      },
      protocol: 'native',
      requestHash: 'a'.repeat(64),
      throughSeq: 0,
      labels: [],
      ms: 640,
    },
    {
      type: 'tool-call-decided',
      callId: call.id,
      decision: {
        type: 'allow',
        rule: RULE,
        warrant: { call, hash: 'b'.repeat(64), binding: bindingOf(call.tool), grants: [] },
      },
    },
    { type: 'tool-call-started', callId: call.id, attempt: 1 },
    {
      type: 'tool-call-ended',
      callId: call.id,
      outcome:
        failed === undefined
          ? { type: 'ok', output: { text }, truncated: false, facts }
          : { type: 'error', code: 'tool-failed', message: failed, truncated: false },
      labels: [],
      ms: 12,
    },
  ];
}

async function look(looked: Looked): Promise<RunEvent[]> {
  const payloadHash: Hash = await store.blobs.put(looked.bytes);
  lastNumber.call += 1;
  const id = `call_${lastNumber.call}`;
  const call: ToolCall = { id, tool: 'http_fetch', command: [], input: { url: looked.url } };
  const { organization, url, mediaType, bytes } = looked;
  const facts = looked.claims.map(([claim, place], index): Fact => {
    lastNumber.fact += 1;
    return {
      id: `F${lastNumber.fact}`,
      claim,
      payloadHash,
      at: place,
      sources: [{ organization, url, collectedAt: START + 7000 + index * 2000 + lastNumber.call * 1000, callId: id }],
      mediaType,
      bytes: bytes.length,
    };
  });
  return callEvents(call, 'ok', facts);
}

const json = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
const atPointer = (pointer: string): FactPlace => ({ pointer });

function marksOf(text: string, given: readonly (readonly [words: string, rest: Partial<Mark>])[]): Mark[] {
  let from = 0;
  return given.map(([words, rest]) => {
    const start = text.indexOf(words, from);
    if (start < 0) throw new Error(`The answer does not hold ${words}.`);
    from = start + words.length;
    return { start, end: from, text: words, item: 'number', kind: 'unsourced', ...rest };
  });
}

function said(text: string, marks: Mark[], badges: AnswerBadge[]): RunEvent[] {
  return [
    {
      type: 'model-called',
      reply: { text, toolCalls: [], stopReason: 'end', usage: { inputTokens: 4200, outputTokens: 160 } },
      protocol: 'native',
      requestHash: 'a'.repeat(64),
      throughSeq: 0,
      labels: [],
      ms: 900,
    },
    { type: 'answer-marked', text, marks, badges },
  ];
}

async function writeRun(id: string, title: string, prompt: string, events: RunEvent[], guardrails: string[] = []) {
  const run = sampleRun(id);
  const started: RunEvent = {
    type: 'run-started',
    run: {
      ...run,
      title,
      agent: { ...run.agent, id: 'agent-city-brief', name: 'city-brief', guardrails },
      goal: { type: 'prompt', text: { text: prompt } },
    },
  };
  await store.log.append([{ stream: `run:${id}`, expectedSeq: 0, events: [started, ...events] }]);
}

const atlas = {
  name: 'Valparaíso',
  country: 'CL',
  founded: 1536,
  measures: [{ kind: 'area', value: 401.6, unit: 'km2', year: 2024 }],
  licence: 'CC-BY',
};

async function writeCity(): Promise<void> {
  const numbers = json({ place: 'Valparaíso', population: { total: 315732, year: 2024 } });
  const large = Buffer.from(`${'station;day;mean\n'.repeat(30_000)}valparaiso;july;11.4\n${'x;y;0\n'.repeat(30_000)}`);
  const place = large.indexOf('11.4');
  const picture = Uint8Array.from({ length: 400 }, (_, index) => (index * 37) % 256);
  const long = `Die Hafenumschlagsgeschwindigkeitsmessungsverordnung gilt seit 1912. ${'Sie regelt die Liegeplatzvergabe, die Schleppergebührenordnung und die Containerstellplatzverwaltung. '.repeat(4)}`;
  const events = [
    ...(await look({
      organization: 'Instituto de Datos',
      url: 'https://datos.example.org/cl/valparaiso',
      mediaType: 'application/json',
      bytes: numbers,
      claims: [['Population 315,732', atPointer('/population/total')]],
    })),
    ...(await look({
      organization: 'Atlas Example',
      url: 'https://atlas.example.org/v2/city/valparaiso',
      mediaType: 'application/json',
      bytes: json(atlas),
      claims: [['Area 401.6 km²', atPointer('/measures/0/value')]],
    })),
    ...(await look({
      organization: 'Weather Archive',
      url: 'https://weather.example.org/archive/valparaiso.csv',
      mediaType: 'text/csv',
      bytes: large,
      claims: [['Mean of July 11.4 °C', { from: place, to: place + 4 }]],
    })),
    ...(await look({
      organization: 'Chronicle Example',
      url: 'https://chronicle.example.org/valparaiso',
      mediaType: 'application/json',
      bytes: json({ founded: 1536, by: 'Juan de Saavedra' }),
      claims: [['Founded 1536', atPointer('/founded')]],
    })),
    ...(await look({
      organization: 'Harbour Office',
      url: 'http://192.168.7.4/calls',
      mediaType: 'application/octet-stream',
      bytes: picture,
      claims: [['Port calls 1,204', { from: 64, to: 70 }]],
    })),
    ...(await look({
      organization: 'Hafenbehördenverwaltungsgemeinschaft',
      url: 'https://hafen.example.org/verordnung',
      mediaType: 'application/json',
      bytes: Buffer.from(JSON.stringify({ titel: long, jahr: 1912, mass: atlas })),
      claims: [[long.slice(0, 500), atPointer('/titel')]],
    })),
    ...(await look({
      organization: 'بلدية فالبارايسو',
      url: 'https://baladia.example.org/ar',
      mediaType: 'application/json',
      bytes: json({ المدينة: 'فالبارايسو', السكان: 315732 }),
      claims: [['عدد السكان 315,732 نسمة', atPointer('/السكان')]],
    })),
    ...callEvents(
      {
        id: 'call_python',
        tool: 'run_python',
        command: [],
        input: { code: '# pop / area\nprint(315732 / 401.6)' },
      },
      '786.18',
      [],
    ),
    ...callEvents(
      { id: 'call_failed', tool: 'http_fetch', command: [], input: { url: 'https://hills.example.org/valparaiso' } },
      '',
      [],
      'no answer in 30 seconds. Nothing was read.',
    ),
  ];
  const text = `Valparaíso has **315,732** people on 401.6 km², which is 786 people per km². July is mild at 11.4 °C. For your 3 days two hills are enough: there are 42 hills, and it was founded in 1536.

| Measure | Value |
|---|---|
| Port calls | 1,204 |

See [the 315,732 of the office](https://datos.example.org/cl/valparaiso). It lies on 45 hills, says F9.`;
  const marks = marksOf(text, [
    ['315,732', { kind: 'fact', fact: 'F1', at: atPointer('/population/total') }],
    ['401.6 km²', { kind: 'fact', fact: 'F2', at: atPointer('/measures/0/value') }],
    ['786 people per km²', { kind: 'computed', call: 'call_python', inputs: ['F1', 'F2'], value: '786.18' }],
    ['11.4 °C', { kind: 'fact', fact: 'F3' }],
    ['3 days', { kind: 'given' }],
    ['42 hills', { kind: 'unsourced', problem: 'failed-call', call: 'call_failed' }],
    ['1536', { item: 'date', kind: 'fact', fact: 'F4', at: atPointer('/founded') }],
    ['1,204', { kind: 'fact', fact: 'F5' }],
    ['315,732', { kind: 'fact', fact: 'F1' }],
    ['45 hills', { kind: 'unsourced', problem: 'unknown-id', cited: 'F9' }],
  ]);
  await writeRun('city', 'City brief: Valparaíso', 'A brief of Valparaíso, for 3 days', [
    ...events,
    ...said(text, marks, [{ badge: 'failed-evidence', calls: ['call_failed'] }]),
    { type: 'run-ended', end: { type: 'completed', text: { text } } },
  ]);
}

async function writeHeld(): Promise<void> {
  const text = 'The tower is 93 metres high and I have sent the report to Ana.';
  await writeRun(
    'held',
    'Tower of the town hall',
    'How high is the tower?',
    [
      { type: 'repair-requested', attempt: 1, text: { text: 'height: must be a number, it is a text' } },
      ...said(text, marksOf(text, [['93 metres', { kind: 'unsourced' }]]), [
        { badge: 'no-calls' },
        { badge: 'no-matching-call', claim: 'sent the report to Ana' },
      ]),
      { type: 'guardrail-checked', guardrail: 'length', verdict: 'pass', reason: '' },
      {
        type: 'guardrail-checked',
        guardrail: 'no-unsourced-figures',
        verdict: 'block',
        reason: '“93 metres” has no source.',
      },
      {
        type: 'run-ended',
        end: { type: 'blocked', guardrail: 'no-unsourced-figures', reason: '“93 metres” has no source.' },
      },
    ],
    ['length', 'no-unsourced-figures'],
  );
}

async function writeBare(): Promise<void> {
  const text = 'Prices rose by about 4 % since spring. I have sent the report to Ana.';
  await writeRun('bare', 'Prices since spring', 'How did prices move?', [
    ...said(text, marksOf(text, [['4 %', { kind: 'unsourced' }]]), [
      { badge: 'no-calls' },
      { badge: 'no-matching-call', claim: 'sent the report to Ana' },
    ]),
    { type: 'run-ended', end: { type: 'completed', text: { text } } },
  ]);
}

async function writeMany(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({ name: `Place ${index + 1}`, people: 1000 + index * 7 }));
  const events = await look({
    organization: 'Register of Places',
    url: 'https://places.example.org/all',
    mediaType: 'application/json',
    bytes: Buffer.from(JSON.stringify(rows)),
    claims: rows.map(
      ({ name, people }, index) => [`${name}: ${people} people`, atPointer(`/${index}/people`)] as const,
    ),
  });
  const text = 'There are many places.';
  await writeRun('many', 'Register of places', 'Read the register', [
    ...events,
    ...said(text, [], []),
    { type: 'run-ended', end: { type: 'completed', text: { text } } },
  ]);
}

await writeHeld();
await writeBare();
if (Number(many) > 0) {
  await writeMany(Number(many));
  lastNumber.fact = 0;
}
await writeCity();
store.close();
