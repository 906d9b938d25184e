import { expect, it } from 'vitest';
import { parseReact } from '../parse-react.ts';

it('R2: an action with a final answer after it is a problem, and nothing runs', () => {
  const text = 'Thought: search\nAction: search\nAction Input: NBA\nThought: known\nFinal Answer: 1994';
  expect(parseReact(text, ['search']).type).toBe('problem');
});

it('R2: a final answer that stands before the action wins', () => {
  const text = 'Final Answer: 1994\nAction: search\nAction Input: NBA';
  expect(parseReact(text, ['search'])).toEqual({ type: 'final', text: '1994', offProtocol: false });
});

it('R2: an answer may hold a line that only looks like an action', () => {
  const text = 'Final Answer: The minutes:\nAction: Ann calls the bank.\nDue: Friday.';
  expect(parseReact(text, ['search'])).toMatchObject({ type: 'final', text: text.slice('Final Answer: '.length) });
});
