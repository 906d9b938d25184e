import { expect, test } from 'vitest';
import { freeName } from './name-suggestion.tsx';

test('suggests a name that no agent has', () => {
  expect(freeName([])).toBe('my-agent');
  expect(freeName(['my-agent', 'other', 'my-agent-2'])).toBe('my-agent-3');
});
