import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entriesOf, publishedRun, sampleProvRun } from '../../main/host/testing/published-run.ts';
import type { Entry, RunEvent } from '../event.ts';
import type { Fact } from '../fact.ts';
import type { Run } from '../run.ts';
import { toProv } from './prov.ts';
import { localName, type ProvJson } from './prov-document.ts';
import { foldRun } from './run-state.ts';

function provOf(entries: Entry<RunEvent>[]): ProvJson {
  const state = foldRun(entries);
  if (!state) throw new Error('no run');
  return toProv(entries, state, () => undefined);
}

/** The sections of the submission, and the fields that its records must and may have. */
const RELATIONS: Record<string, { must: string[]; may: string[] }> = {
  wasGeneratedBy: { must: ['prov:entity'], may: ['prov:activity', 'prov:time'] },
  used: { must: ['prov:activity'], may: ['prov:entity', 'prov:time'] },
  wasInformedBy: { must: ['prov:informant', 'prov:informed'], may: [] },
  wasDerivedFrom: {
    must: ['prov:generatedEntity', 'prov:usedEntity'],
    may: ['prov:activity', 'prov:generation', 'prov:usage'],
  },
  wasAttributedTo: { must: ['prov:entity', 'prov:agent'], may: [] },
  wasAssociatedWith: { must: ['prov:activity'], may: ['prov:agent', 'prov:plan'] },
  actedOnBehalfOf: { must: ['prov:delegate', 'prov:responsible'], may: ['prov:activity'] },
};
const ENTITY = ['prov:entity', 'prov:generatedEntity', 'prov:usedEntity', 'prov:plan'];
const ACTIVITY = ['prov:activity', 'prov:informed', 'prov:informant'];
const AGENT = ['prov:agent', 'prov:delegate', 'prov:responsible'];
const OWN = new Set([
  'prov:type',
  'prov:label',
  'prov:value',
  'prov:location',
  'prov:role',
  'prov:startTime',
  'prov:endTime',
]);

/** What of a document is not as the PROV-JSON submission has it. */
function faultsOf(document: ProvJson): string[] {
  const faults: string[] = [];
  const say = (text: string) => faults.push(text);
  const prefixes = new Set(Object.keys(document.prefix));
  const qualified = (name: string): boolean =>
    name.startsWith('_:') ||
    (/^[A-Za-z0-9_-]+:(?:[A-Za-z0-9._-]|%[0-9A-F]{2})+$/.test(name) && prefixes.has(name.split(':')[0] ?? ''));
  for (const uri of Object.values(document.prefix)) if (!/^[a-z]+:\S+$/.test(uri)) say(`prefix ${uri}`);
  const literal = (value: unknown): boolean => {
    if (['string', 'number', 'boolean'].includes(typeof value)) return true;
    const typed = value as { $?: unknown; type?: unknown };
    return (
      typeof typed.$ === 'string' &&
      typeof typed.type === 'string' &&
      Object.keys(typed).length === 2 &&
      qualified(typed.$)
    );
  };
  for (const [section, records] of Object.entries(document)) {
    if (section === 'prefix') continue;
    const relation = RELATIONS[section];
    if (!relation && !['entity', 'activity', 'agent'].includes(section)) say(`section ${section}`);
    for (const [id, record] of Object.entries(records)) {
      if (!qualified(id)) say(`${section} ${id}`);
      if (typeof record === 'string') say(`${section} ${id} is a text`);
      for (const must of relation?.must ?? []) if (!(must in (record as object))) say(`${id} lacks ${must}`);
      for (const [name, value] of Object.entries(record)) {
        if (!qualified(name)) say(`${id} ${name}`);
        if (!(Array.isArray(value) ? value : [value]).every(literal)) say(`${id} ${name} = ${JSON.stringify(value)}`);
        if (
          name.startsWith('prov:') &&
          !OWN.has(name) &&
          ![...(relation?.must ?? []), ...(relation?.may ?? [])].includes(name)
        )
          say(`${section} ${id} has ${name}`);
        if (/^prov:(startTime|endTime|time)$/.test(name) && !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(value)))
          say(`${id} ${name}`);
        if (ENTITY.includes(name) && !(String(value) in document.entity)) say(`${id}: no entity ${String(value)}`);
        if (ACTIVITY.includes(name) && !(String(value) in document.activity))
          say(`${id}: no activity ${String(value)}`);
        if (AGENT.includes(name) && !(String(value) in document.agent)) say(`${id}: no agent ${String(value)}`);
      }
    }
  }
  return faults;
}

const related = (document: ProvJson, kind: string) => Object.values(document[kind] ?? {});

describe('a run with facts', () => {
  const document = provOf(publishedRun());

  it('is a document of the submission’s form, and every name in it is there', () => {
    expect(faultsOf(document)).toEqual([]);
  });

  it('derives the answer from its facts, those from payloads, and those from calls and organisations', () => {
    expect(related(document, 'wasDerivedFrom')).toEqual(
      expect.arrayContaining([
        { 'prov:generatedEntity': 'run:answer-7', 'prov:usedEntity': 'run:fact-F1', 'warrant:quote': ['1,680,000'] },
        { 'prov:generatedEntity': 'run:fact-F1', 'prov:usedEntity': `sha256:${'a'.repeat(64)}` },
        { 'prov:generatedEntity': 'run:answer-7', 'prov:usedEntity': 'run:result-call_2', 'warrant:quote': ['2,779'] },
        { 'prov:generatedEntity': 'run:answer-7', 'prov:usedEntity': 'run:request-1', 'warrant:quote': ['2030'] },
      ]),
    );
    expect(related(document, 'wasGeneratedBy')).toContainEqual(
      expect.objectContaining({ 'prov:entity': `sha256:${'a'.repeat(64)}`, 'prov:activity': 'run:call-call_1' }),
    );
    expect(related(document, 'wasAttributedTo')).toContainEqual({
      'prov:entity': `sha256:${'a'.repeat(64)}`,
      'prov:agent': 'run:organization-Example%20Statistics',
    });
    expect(document.entity['run:answer-7']).toMatchObject({ 'warrant:unsourced': ['400 km'] });
  });

  it('says who acted for whom, by which plan, and when', () => {
    expect(related(document, 'actedOnBehalfOf')).toContainEqual({
      'prov:delegate': 'run:agent',
      'prov:responsible': 'run:person',
    });
    expect(document.agent['run:agent']).toMatchObject({ 'prov:type': { $: 'prov:SoftwareAgent', type: 'xsd:QName' } });
    const call = document.activity['run:call-call_1'] as Record<string, string>;
    expect(Date.parse(call['prov:endTime'] ?? '')).toBeGreaterThanOrEqual(Date.parse(call['prov:startTime'] ?? ''));
    expect(related(document, 'wasAssociatedWith')).toContainEqual({
      'prov:activity': 'run:call-call_1',
      'prov:agent': 'run:agent',
      'prov:plan': 'run:tool-read_file',
    });
  });

  it('is the same text for the same log', () => {
    expect(JSON.stringify(provOf(publishedRun()))).toBe(JSON.stringify(document));
  });
});

it('works for a run without facts, without an answer and without a model', () => {
  const [started] = publishedRun();
  if (started?.event.type !== 'run-started') throw new Error('no start');
  expect(faultsOf(provOf([started]))).toEqual([]);
  const call = { id: 'call_1', tool: 'read_file', command: [], input: { path: 'x' } };
  const direct: Run = { ...started.event.run, goal: { type: 'invoke', call } };
  expect(faultsOf(provOf(entriesOf([{ type: 'run-started', run: direct }])))).toEqual([]);
});

it('does not publish an answer that guardrails hold back', () => {
  const entries = publishedRun().filter(({ event }) => event.type !== 'run-ended');
  const [first] = entries;
  if (first?.event.type !== 'run-started') throw new Error('no start');
  first.event.run.agent.guardrails.push('no-unsourced-figures');
  expect(Object.keys(provOf(entries).entity).filter((id) => id.includes('answer'))).toEqual([]);
});

it('stays a document whatever ids, organisations and addresses say', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
      fc.string({ unit: 'binary', minLength: 1 }),
      (id, organization) => {
        const change = (fact: Fact): Fact => ({
          ...fact,
          id,
          sources: fact.sources.map((source) => ({
            ...source,
            organization,
            url: `https://x.example/${organization}`,
          })),
        });
        expect(faultsOf(provOf(sampleProvRun(id, change)))).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
  expect(localName('a b:c/é\uD800')).toBe('a%20b%3Ac%2F%C3%A9%EF%BF%BD');
});
