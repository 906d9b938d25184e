import { describe, expect, it } from 'vitest';
import type { FolderCheck } from '#contract/views';
import { fieldWords, problemAt, stepMarks, stepOfProblem } from './builder-steps.ts';
import { blankDraft, withFolder } from './draft.ts';

const named = { ...blankDraft(), name: 'papers' };
const check = (ok: boolean): FolderCheck => ({ path: '/papers', ok, message: '', files: 1, bytes: 1, counted: true });

describe('problems', () => {
  it.each([
    ['/name', 'purpose'],
    ['/instructions', 'purpose'],
    ['/model', 'model'],
    ['/protocol', 'model'],
    ['/tools/2/ask', 'tools'],
    ['/folders/0/path', 'folders'],
    ['/tools/1/hosts/0', 'hosts'],
    ['/tools/1/secrets/0/header', 'secrets'],
    ['/guardrails/0', 'guardrails'],
    ['/unattended', 'guardrails'],
    ['/limits/steps', 'limits'],
    ['/output/schema', 'guardrails'],
    ['', 'purpose'],
  ])('leads %j to the step %s', (pointer, step) => {
    expect(stepOfProblem(pointer)).toBe(step);
  });

  it('stand at their own field and at the card that holds it, not at another', () => {
    const problems = [{ path: '/folders/1/path', message: 'it is not there' }];
    expect(problemAt(problems, '/folders/1')).toBe('It is not there.');
    expect(problemAt(problems, '/folders/1/path')).toBe('It is not there.');
    expect(problemAt(problems, '/folders/10')).toBeUndefined();
    expect(problemAt(problems, '/folders/0')).toBeUndefined();
  });

  it('are said without the key that the label names already', () => {
    expect(fieldWords({ path: '/limits/steps', message: 'limits.steps must be at least 1' })).toBe(
      'Must be at least 1.',
    );
    expect(fieldWords({ path: '/tools/2/ask', message: 'tools[2].ask must be one of "always"' })).toBe(
      'Must be one of "always".',
    );
    expect(fieldWords({ path: '/model', message: 'model: "x" names no model' })).toBe('"x" names no model.');
    expect(fieldWords({ path: '/tools/0/tool', message: 'there is no tool "x"' })).toBe('There is no tool "x".');
  });
});

describe('stepMarks', () => {
  it('shows a new agent’s empty name as due, not as wrong', () => {
    const marks = stepMarks(blankDraft(), [{ path: '/name', message: 'name must not be empty' }], [], false);
    expect(marks.purpose).toEqual({ type: 'due' });
  });

  it('checks, counts and says what is due', () => {
    expect(stepMarks(withFolder(named, '/papers'), [], [check(true)], false)).toEqual({
      purpose: { type: 'done' },
      model: { type: 'done' },
      tools: { type: 'count', count: 5 },
      folders: { type: 'count', count: 1 },
      hosts: { type: 'count', count: 0 },
      secrets: { type: 'count', count: 0 },
      limits: { type: 'done' },
      guardrails: { type: 'count', count: 0 },
      test: { type: 'due' },
    });
    expect(stepMarks(named, [], [], true).test).toEqual({ type: 'done' });
  });

  it('turns a step wrong by its problems and by a folder that can’t be used', () => {
    const problems = [{ path: '/limits/steps', message: '' }];
    const marks = stepMarks(withFolder(named, '/papers'), problems, [check(false)], false);
    expect(marks.limits).toEqual({ type: 'wrong', count: 1 });
    expect(marks.folders).toEqual({ type: 'wrong', count: 1 });
    expect(marks.tools).toEqual({ type: 'count', count: 5 });
  });
});
