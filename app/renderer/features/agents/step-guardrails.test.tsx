import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { Problem } from '#contract/views';
import { type AgentDraft, blankDraft } from './draft.ts';
import { StepGuardrails } from './step-guardrails.tsx';

afterEach(cleanup);

let now: AgentDraft;

function Step({ from, problems }: { from: AgentDraft; problems: Problem[] }): ReactNode {
  const [draft, setDraft] = useState(from);
  now = draft;
  return <StepGuardrails draft={draft} problems={problems} onChange={setDraft} />;
}

const shown = (change: Partial<AgentDraft> = {}, problems: Problem[] = []) =>
  render(<Step from={{ ...blankDraft(), ...change }} problems={problems} />);

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('ticks each guardrail by its words', () => {
  shown();
  for (const label of [/name their source/, /must have a source/, /rest on a failed call/])
    fireEvent.click(screen.getByRole('checkbox', { name: label }));
  expect(now.guardrails).toEqual(['facts-provenanced', 'no-unsourced-figures', 'no-failed-evidence']);
  fireEvent.click(screen.getByRole('checkbox', { name: /must have a source/ }));
  expect(now.guardrails).toEqual(['facts-provenanced', 'no-failed-evidence']);
});

it('writes the length as two fields, keeps its place and takes it away again', () => {
  shown({ guardrails: ['length:10-400', 'facts-provenanced'] });
  expect(screen.getByLabelText('at least')).toHaveProperty('value', '10');
  type('at most', '4,000');
  expect(now.guardrails).toEqual(['length:10-4000', 'facts-provenanced']);
  type('at least', '');
  expect(now.guardrails).toEqual(['length:4000', 'facts-provenanced']);
  type('at most', '');
  expect(now.guardrails).toEqual(['facts-provenanced']);
});

it.each(['-5', '\u22125', '–5', 'few', '1e3'])(
  'keeps %s as a length, which is none and is said to be none',
  (typed) => {
    shown({ guardrails: ['length:10-400'] });
    type('at most', typed);
    const [name] = now.guardrails;
    expect(screen.getByLabelText('at most')).toHaveProperty('value', typed.replace(/[-–]/, '\u2212'));
    expect(name).not.toMatch(/^length:(\d+-)?\d+$/);
    cleanup();
    shown({ guardrails: now.guardrails }, [{ path: '/guardrails/0', message: 'no length' }]);
    expect(screen.getByRole('alert').textContent).toMatch(/5/.test(typed) ? /not below zero/ : /whole numbers/);
  },
);

it('says the fault of a length at its fields', () => {
  shown({ guardrails: ['length:9-3'] }, [
    { path: '/guardrails/0', message: 'guardrails[0]: "length:9-3" is no length' },
  ]);
  expect(screen.getByRole('alert').textContent).toContain('whole numbers');
  expect(screen.getByLabelText('at most').getAttribute('aria-invalid')).toBe('true');
});

it('shows a guardrail that it does not know, and one of a person’s own, and takes them away', () => {
  shown({ guardrails: ['no-lies', 'tool:mine'] });
  expect(screen.getAllByRole('alert').map((note) => note.textContent)).toEqual([
    expect.stringContaining('no-lies'),
    expect.stringContaining('follow with tools'),
  ]);
  fireEvent.click(screen.getByRole('checkbox', { name: 'no-lies' }));
  expect(now.guardrails).toEqual(['tool:mine']);
});

it('takes a schema as it is typed and says what is wrong with it once its field is left', () => {
  shown();
  const field = 'Form of the answer';
  type(field, '{"type":');
  expect(now.output?.schema).toBe('{"type":');
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.blur(screen.getByLabelText(field));
  expect(screen.getByRole('alert').textContent).toContain('not JSON');
  type(field, '{"type":"object"}');
  fireEvent.blur(screen.getByLabelText(field));
  expect(now.output).toEqual({ schema: { type: 'object' }, repairs: 2, gather: true });
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: /Use the tools first/ }));
  expect(now.output).toEqual({ schema: { type: 'object' }, repairs: 2, gather: false });
  expect(screen.getByText(/Off means that its tools are not used/)).toBeDefined();
  type(field, ' ');
  expect(now.output).toBeUndefined();
});

it('leaves the tools unused where a file does not say that they are used first, or there are none', () => {
  shown({ output: { schema: { type: 'object' }, repairs: 2 } });
  expect(screen.getByRole('checkbox', { name: /Use the tools first/ }).getAttribute('aria-checked')).toBe('false');
  cleanup();
  shown({ tools: [] });
  type('Form of the answer', '{}');
  expect(now.output).toEqual({ schema: {}, repairs: 2 });
});
