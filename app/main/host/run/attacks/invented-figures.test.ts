import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import type { Mark } from '#contract/mark';
import { cityPayload, lookupTool } from '../../testing/fact-tools.ts';
import { calls, type LoopFixture, openLoop, type Turn } from '../../testing/loop-fixture.ts';

// A model that invents figures, cites what does not exist, cites the wrong fact, claims success after a failed call, or
// sends its inventions through a tool first (issue 4; asks B24, B25, B26; rule A12): each is marked.

const lookup = lookupTool({ city: [cityPayload({ population: 315732, area: 401.6 })] });
const look = calls(['lookup', { topic: 'city' }]);

async function open(script: Turn[], more: { agent?: { [key: string]: Json }; protocol?: 'native' | 'react' } = {}) {
  const tools = ['lookup', 'calculator', 'read_file', 'write_file', 'search_files'].map((tool) => ({ tool }));
  return openLoop({ script, tools, ports: { moreTools: [lookup] }, files: { 'a.csv': 'hills,42' }, ...more });
}

/** Where the run is at its end: its text and what its parts rest on. */
async function ended(loop: LoopFixture, prompt = 'Tell me of the city', approve?: 'all') {
  const run = await loop.start(prompt, approve ? { approve } : {});
  const [marked] = (await loop.events(run, 'answer-marked')).slice(-1);
  const { text } = await loop.client.run.export({ run, format: 'json' });
  const last = JSON.parse(text) as { output: string; marks: Mark[]; badges: string[]; status: string };
  return { run, ...last, badges: marked?.badges ?? [], shown: last.badges, full: marked?.marks ?? [] };
}

const rests = (marks: readonly Mark[]) =>
  marks.map(({ text, kind, fact, problem }) => [text, kind, fact ?? null, problem ?? null]);

describe('an answer', () => {
  it('that rests on facts is marked so, by tokens as by the call answer, which leaves no entry', async () => {
    const text = 'It has 315,732 people on 401.6 km².';
    const expected = [
      ['315,732', 'fact', 'F1', null],
      ['401.6 km²', 'fact', 'F2', null],
    ];
    const citations = [
      { quote: '315,732 people', id: 'F1' },
      { quote: '401.6 km²', id: 'F2' },
    ];
    for (const last of [calls(['answer', { text, citations }]), 'It has 315,732 [F1] people on 401.6 km² [F2].']) {
      const end = await ended(await open([look, last]));
      expect(end).toMatchObject({ status: 'completed', output: text, badges: [] });
      expect(rests(end.marks)).toEqual(expected);
      expect(end.full.map(({ cited }) => cited)).toEqual(['F1', 'F2']);
    }
    const react = await open(
      ['Action: lookup\nAction Input: {"topic":"city"}', 'Final Answer: It has 315,732 [F1] people on 401.6 km² [F2].'],
      { protocol: 'react' },
    );
    const end = await ended(react);
    expect(end.output).toBe(text);
    expect(rests(end.marks)).toEqual(expected);
    expect(react.requests[0]?.instructions).toContain('[F2]');
    expect(react.requests[0]).not.toHaveProperty('answers');
  });

  it('given by the call answer is no call of the run, and waits for those beside it', async () => {
    const early = calls(['lookup', { topic: 'city' }], ['answer', { text: 'It has 42 people.' }]);
    const loop = await open([early, calls(['answer', { text: 'It has 315,732 people.' }])]);
    const { run, output } = await ended(loop);
    expect(output).toBe('It has 315,732 people.');
    const state = await loop.state(run);
    expect([...state.calls.values()].map(({ call }) => call.tool)).toEqual(['lookup']);
    expect(JSON.stringify(loop.requests[1]?.messages.at(-1))).toContain('call answer alone');
    expect(state.problemsInARow).toBe(0);
  });

  it('with invented figures, unknown ids and the wrong fact has each marked', async () => {
    const answer = 'It has 42 hills, 315,732 [F2] people, 77 [F9] boats and 401.6 km² [F2].';
    const end = await ended(await open([look, answer]));
    expect(end.output).toBe('It has 42 hills, 315,732 people, 77 boats and 401.6 km².');
    expect(rests(end.marks)).toEqual([
      ['42', 'unsourced', null, null],
      ['315,732', 'unsourced', 'F1', 'wrong-citation'],
      ['77', 'unsourced', null, 'unknown-id'],
      ['401.6 km²', 'fact', 'F2', null],
    ]);
  });

  it.each([
    ['by the calculator', calls(['calculator', { expression: '21 * 2' }])],
    ['by the calculator as it is', calls(['calculator', { expression: '42' }])],
    [
      'by a file that it writes and reads back',
      calls(['write_file', { path: 'b.txt', content: '42 hills' }], ['read_file', { path: 'b.txt' }]),
    ],
    ['by a search for it', calls(['search_files', { pattern: '42 hills' }])],
  ])('does not launder an invented figure %s', async (_way, turn) => {
    const end = await ended(await open([turn, 'It has 42 hills.']), 'Tell me of the city', 'all');
    expect(end.marks).toMatchObject([{ text: '42', kind: 'unsourced' }]);
  });

  it('computed from facts, read from a file, or given by the person is marked so', async () => {
    const loop = await open([
      look,
      calls(['calculator', { expression: '315732 / 401.6' }], ['read_file', { path: 'a.csv' }]),
      'That is 786 people per km², on 42 hills, for your 3 days.',
    ]);
    const end = await ended(loop, 'Plan 3 days');
    expect(end.marks.map(({ text, kind, value }) => [text, kind, value ?? null])).toEqual([
      ['786', 'computed', expect.stringMatching(/^786\.18/)],
      ['42', 'computed', null],
      ['3 days', 'given', null],
    ]);
  });

  it('out of nothing, after a failed call, or of an effect that no call had carries its badge', async () => {
    const nothing = await ended(await open(['It has 42 hills.']));
    expect(nothing.shown).toEqual(['no-calls']);
    const failed = await ended(await open([calls(['read_file', { path: 'none.csv' }]), 'The file shows 42 hills.']));
    expect(failed.badges).toMatchObject([{ badge: 'failed-evidence', calls: [expect.any(String)] }]);
    const claimed = await ended(await open([look, 'I saved the report to report.md.']));
    expect(claimed.badges).toEqual([{ badge: 'no-matching-call', claim: 'I saved the report to report.md.' }]);
    const both = await ended(
      await open([calls(['write_file', { path: '/etc/x', content: 'x' }]), 'I wrote the file report.md.']),
    );
    expect(both.shown).toEqual(['failed-evidence', 'no-matching-call']);
  });

  it('rests on no fact whose bytes were changed', async () => {
    const loop = await open([look, calls(['calculator', { expression: '1' }]), 'It has 315,732 people.']);
    const run = await loop.start('x', {}, true);
    const [fact] = [...(await loop.state(run)).facts.values()];
    const hash = fact?.payloadHash ?? '';
    const file = path.join(loop.dataFolder, 'blobs', hash.slice(0, 2), hash);
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('315732', '315733'));
    await loop.client.run.send({ run, text: 'Again' });
    await loop.settled(run);
    const [, second] = await loop.events(run, 'answer-marked');
    expect(second?.marks).toMatchObject([{ text: '315,732', kind: 'unsourced' }]);
  });

  it('in a run without facts and guardrails is asked for as before', async () => {
    const loop = await openLoop({ script: ['done'], tools: [{ tool: 'calculator' }] });
    await loop.start();
    expect(loop.requests[0]).not.toHaveProperty('answers');
    expect(loop.requests[0]?.instructions).not.toContain('[F2]');
  });
});
