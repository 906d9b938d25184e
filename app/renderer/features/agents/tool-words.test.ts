import { expect, it } from 'vitest';
import { toolWords } from './tool-words.ts';

const builtIn = import.meta.glob<string>(['../../../main/host/tools/builtin/*.ts', '!**/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

it('says of every tool that comes with the program what it does for a person', () => {
  const names = Object.values(builtIn).flatMap((text) => /^ {2}name: '([a-z_]+)',$/m.exec(text)?.[1] ?? []);
  expect(names.length).toBeGreaterThan(15);
  for (const name of names) expect(toolWords({ name, description: 'For the model.' }), name).not.toBe('For the model.');
});

it('lets another tool go by the first line of its description', () => {
  expect(toolWords({ name: 'own', description: 'Does it.\nMore.' })).toBe('Does it.');
});
