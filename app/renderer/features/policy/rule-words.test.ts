import { expect, it } from 'vitest';
import { sampleChanged, sampleDefault, sampleGrant, sampleRow, sampleWhatIf } from '../../testing/sample-rules.ts';
import { filterRules, fromWords, idleDefaults, keyOf, NO_FILTER, originOf, whyWords } from './rule-words.ts';
import { changedCount, figuresOf } from './what-if-figures.ts';

const given = sampleRow(sampleGrant());
const forRun = sampleRow(sampleGrant({ layer: 'run' }), { run: 'run-1' });
const accepted = sampleRow(sampleGrant({ id: 'accepted-agent-1-2-tool-x' }));
const { agent: _, ...everywhere } = sampleRow(sampleGrant({ agent: 'every', layer: 'default', type: 'deny' }));
const secrets = sampleDefault('x', 'No agent may read .env.', { decision: 'deny', hits: 4 });
const lifted = {
  ...secrets,
  id: 'default-secret-files',
  revocable: true,
  grant: sampleGrant({ id: 'default-secret-files' }),
};
const binding = sampleDefault('y', 'write_file always asks.', {
  kind: 'binding',
  agent: 'sample',
  source: 'Agent sample',
});
const host = sampleRow(
  sampleGrant({
    permission: { kind: 'net', host: 'rates.example.org', ports: [], methods: ['*'] },
    sentence: 'It may.',
  }),
);
const rows = [given, everywhere, secrets, binding, host];

it('says in a word who stands behind a rule', () => {
  expect([given, forRun, everywhere, accepted, lifted, secrets, binding].map((row) => fromWords(row, false))).toEqual([
    'You',
    'You, this run',
    'You, everywhere',
    'Agent',
    'Default',
    'Default',
    'Agent',
  ]);
  expect(fromWords({ ...accepted, run: 'run-1' }, false)).toBe('Agent, this run');
  expect(fromWords({ ...accepted, overruledBy: 'grant-1' }, false)).toBe('Agent, overruled');
  expect(fromWords(binding, true)).toBe('Agent, sample');
  expect(fromWords(given, true)).toBe('You');
});

it('says why a rule is as it is, also of those that can’t be changed', () => {
  expect(whyWords(secrets)).toContain('can’t be changed or revoked');
  expect(whyWords(lifted)).toContain('may lift');
  expect(whyWords(accepted)).toContain('came with sample');
  expect(whyWords({ ...accepted, run: 'run-1' })).toContain('for that run alone');
  expect(whyWords(binding)).toContain('the file of sample');
  expect(whyWords(given)).toContain('You gave it');
});

it('filters by words anywhere in the rule, by decision and by who stands behind it', () => {
  expect(filterRules(rows, { ...NO_FILTER, query: 'WRITE ledger' })).toEqual([given, everywhere]);
  expect(filterRules(rows, { ...NO_FILTER, query: 'rates.example' })).toEqual([host]);
  expect(filterRules(rows, { ...NO_FILTER, decision: 'deny' })).toEqual([everywhere, secrets]);
  expect(filterRules(rows, { ...NO_FILTER, origin: 'agent' })).toEqual([binding]);
  expect(filterRules(rows, NO_FILTER)).toEqual(rows);
  expect(rows.map(originOf)).toEqual(['you', 'you', 'default', 'agent', 'you']);
});

it('folds defaults that decided nothing, but not while something is looked for, nor the one that was opened', () => {
  const idle = sampleDefault('idle', 'What changes nothing needs no question.');
  expect(idleDefaults([...rows, idle, lifted], NO_FILTER, undefined)).toEqual([idle]);
  expect(idleDefaults([idle], NO_FILTER, keyOf(idle))).toEqual([]);
  expect(idleDefaults([idle], { ...NO_FILTER, query: 'nothing' }, undefined)).toEqual([]);
});

it('gives the figure a rule is about even where it is nothing, the others where they changed', () => {
  expect(figuresOf(sampleWhatIf({ unchanged: 7 }), 'deny')).toEqual([
    ['now denied', 0],
    ['unchanged', 7],
  ]);
  const found = sampleWhatIf({ nowAllowed: 16, deniedWouldRun: 2, unchanged: 9 }, [sampleChanged('a')]);
  expect(figuresOf(found, 'allow')).toEqual([
    ['no longer ask', 16],
    ['you had denied', 2],
    ['unchanged', 9],
  ]);
  expect(changedCount(found)).toBe(16);
  const lifts = sampleWhatIf({ nowAllowed: 1, nowAsked: 1 }, [sampleChanged('b', { before: 'deny' })]);
  expect(figuresOf(lifts, 'ask').slice(0, 2)).toEqual([
    ['now allowed', 1],
    ['now ask', 1],
  ]);
});
