import { expect, it } from 'vitest';
import { changedLines, fileLines } from './file-lines.ts';

const text = (steps: number) =>
  `{\n  "name": "papers",\n  "tools": [\n    { "tool": "run_python" }\n  ],\n  "limits": {\n    "steps": ${steps}\n  }\n}\n`;

it('gives each line the step that writes it', () => {
  expect(fileLines(undefined, text(15)).map((line) => line.step)).toEqual([
    undefined,
    'purpose',
    'tools',
    'tools',
    'tools',
    'limits',
    'limits',
    'limits',
    undefined,
  ]);
});

it('marks what changes against what is saved, and numbers the new file alone', () => {
  const lines = fileLines(text(15), text(30));
  expect(lines.filter((line) => line.type !== 'same')).toEqual([
    { text: '    "steps": 15', type: 'out', step: 'limits', number: undefined },
    { text: '    "steps": 30', type: 'in', step: 'limits', number: 7 },
  ]);
  expect(changedLines(lines)).toBe(1);
});

it('counts no change in a file that is not saved, nor in one that is saved as it is', () => {
  expect(changedLines(fileLines(undefined, text(15)))).toBe(0);
  expect(changedLines(fileLines(text(15), text(15)))).toBe(0);
});

it('counts lines that only go', () => {
  expect(changedLines(fileLines('{\n  "a": 1,\n  "b": 2\n}', '{\n  "b": 2\n}'))).toBe(1);
});

it('takes a line that only got a comma, since another follows it now, as the same', () => {
  const [before, after] = [{ access: 'read' }, { access: 'read', trust: 'own' }].map((folder) =>
    JSON.stringify({ folders: [folder] }, null, 2),
  );
  const lines = fileLines(before, after ?? '');
  expect(lines.filter(({ type }) => type !== 'same').map(({ text }) => text.trim())).toEqual(['"trust": "own"']);
  expect(lines.find(({ text }) => text.includes('access'))?.text.trim()).toBe('"access": "read",');
});
