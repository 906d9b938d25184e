import { describe, expect, it } from 'vitest';
import { differencesOf, reachOf } from './differences.ts';
import { type AgentDraft, blankDraft, sameDraft, withAsk, withCallLimit, withFolder, withTool } from './draft.ts';
import { differenceWords } from './draft-sheet.tsx';

const before: AgentDraft = withFolder({ ...blankDraft(), name: 'papers' }, '/papers');
const folder = (part: Partial<AgentDraft['folders'][number]>): AgentDraft => ({
  ...before,
  folders: before.folders.map((one) => ({ ...one, ...part })),
});
const told = (after: AgentDraft): string[] => differencesOf(before, after).map((one) => `${one.reach}: ${one.words}`);

describe('differencesOf', () => {
  it('finds nothing between a draft and itself', () => {
    expect(differencesOf(before, before)).toEqual([]);
  });

  it.each<[string, AgentDraft, string]>([
    ['a folder more', withFolder(before, '/more'), 'wider: /more is new'],
    ['a folder less', { ...before, folders: [] }, 'narrower: /papers is gone'],
    ['writing', folder({ access: 'write' }), 'wider: Write: deny is now ask'],
    ['outside text', folder({ trust: 'outside' }), 'narrower: /papers is now from outside'],
    ['a tool more', withTool(before, 'write_file', true, []), 'wider: write_file is new'],
    ['a tool less', withTool(before, 'run_python', false, []), 'narrower: run_python is gone'],
    [
      'a tool that does not ask',
      withAsk(before, 'run_python', 'never'),
      'wider: run_python: “asks before effects” is now “does not ask”',
    ],
    [
      'a tool that always asks',
      withAsk(before, 'run_python', 'always'),
      'narrower: run_python: “asks before effects” is now “asks every time”',
    ],
    ['more steps', { ...before, limits: { ...before.limits, steps: '30' } }, 'wider: Steps: 15 is now 30'],
    ['less money', { ...before, limits: { ...before.limits, usd: '0.5' } }, 'narrower: Money: 1 is now 0.5 USD'],
    ['calls that are counted', withCallLimit(before, 'run_python', '5'), 'narrower: Calls of run_python: at most 5'],
    [
      'a guardrail',
      { ...before, guardrails: ['facts-provenanced'] },
      'narrower: Looked at before it answers: “Facts must name their source”',
    ],
    ['another model', { ...before, model: 'ollama/qwen3:8b' }, 'same: Model: demo is now ollama/qwen3:8b'],
  ])('weighs %s', (_name, after, words) => {
    expect(told(after)).toEqual([words]);
  });

  it('calls more calls of a tool wider, and no number any more as well', () => {
    const five = withCallLimit(before, 'run_python', '5');
    const of = (after: AgentDraft) => differencesOf(five, after).map((one) => `${one.reach}: ${one.words}`);
    expect(of(withCallLimit(five, 'run_python', '9'))).toEqual(['wider: Calls of run_python: 5 is now 9']);
    expect(of(before)).toEqual(['wider: Calls of run_python: not limited any more']);
  });

  it('has words for a change of every part of a draft', () => {
    const changed: { [Key in keyof Required<AgentDraft>]: AgentDraft[Key] } = {
      name: 'other',
      description: 'other',
      instructions: 'other',
      model: 'ollama/qwen3:8b',
      protocol: 'react',
      tools: [],
      folders: [],
      guardrails: ['no-failed-evidence'],
      output: { schema: { type: 'object' }, repairs: 2 },
      memory: true,
      unattended: 'stop',
      limits: { ...before.limits, steps: '3' },
      calls: { run_python: '5' },
    };
    for (const [key, value] of Object.entries(changed)) {
      const after: AgentDraft = { ...before, [key]: value };
      expect(sameDraft(before, after), key).toBe(false);
      expect(differencesOf(before, after), key).not.toEqual([]);
    }
    // One that is not known yet is still said to have changed.
    expect(told({ ...before, later: 1 } as AgentDraft)).toEqual(['same: The part later of the file changed']);
  });

  it.each<[string, AgentDraft['tools'][number]]>([
    ['an option', { tool: 'run_python', options: { timeout: 9 } }],
    ['a host', { tool: 'run_python', hosts: ['a.example'] }],
    ['a secret', { tool: 'run_python', secrets: [{ secret: 'KEY', use: 'reveal', as: 'KEY' } as never] }],
  ])('has words for %s of a tool', (_, use) => {
    const after = { ...before, tools: before.tools.map((each) => (each.tool === use.tool ? use : each)) };
    expect(differencesOf(before, after)).toHaveLength(1);
    expect(differencesOf(after, before)).toHaveLength(1);
  });

  it('says of a form of the answer that it came, changed or went', () => {
    const formed: AgentDraft = { ...before, output: { schema: { type: 'object' }, repairs: 2 } };
    const of = (a: AgentDraft, b: AgentDraft) => differencesOf(a, b).map(({ words }) => words);
    expect(of(before, formed)).toEqual(['The answer has a form now']);
    expect(of(formed, before)).toEqual(['The answer has no form any more']);
    const other: AgentDraft = { ...before, output: { schema: { type: 'array' }, repairs: 2 } };
    expect(of(formed, other)).toEqual(['The form of the answer changed']);
  });

  it('calls losing a guardrail wider', () => {
    const guarded = { ...before, guardrails: ['facts-provenanced'] };
    expect(differencesOf(guarded, before).map((one) => one.reach)).toEqual(['wider']);
  });

  it('says a limit that is no number yet without weighing it', () => {
    expect(told({ ...before, limits: { ...before.limits, steps: 'many' } })).toEqual(['same: Steps: no number yet']);
  });

  it('puts what changes the reach before what does not', () => {
    expect(told({ ...withFolder(before, '/more'), name: 'other' })).toEqual([
      'wider: /more is new',
      'same: Name: papers is now other',
    ]);
  });
});

describe('the foot of the sheet', () => {
  it('says wider, narrower, both or neither', () => {
    const wider = withFolder(before, '/more');
    const narrower = { ...before, folders: [] };
    const both = withFolder(narrower, '/other');
    expect(reachOf(differencesOf(before, wider))).toBe('wider');
    expect(reachOf(differencesOf(before, narrower))).toBe('narrower');
    expect(reachOf(differencesOf(before, both))).toBe('both');
    expect(reachOf(differencesOf(before, { ...before, description: 'Other' }))).toBe('same');
  });

  it('names the first change, how many more, and the revision it is weighed against', () => {
    const after = { ...folder({ access: 'write' }), description: 'Other' };
    expect(differenceWords(differencesOf(before, folder({ access: 'write' })), 4)).toBe(
      'Write: deny is now ask. Wider than revision 4.',
    );
    expect(differenceWords(differencesOf(before, after), 4)).toBe(
      'Write: deny is now ask, and 1 more. Wider than revision 4.',
    );
    expect(differenceWords([], 4)).toBe('This is what is saved.');
  });
});
