import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ledgerProgram } from '../app/main/host/models/demo/ledger-program.ts';
import { embedProgram } from './ledger/embed-program.ts';

const root = path.join(import.meta.dirname, '..');

it('the demo model carries the checking program word for word', () => {
  const program = readFileSync(path.join(root, 'resources/samples/ledger-check/check.py'), 'utf8');
  const module = readFileSync(path.join(root, 'app/main/host/models/demo/ledger-program.ts'), 'utf8');
  expect(ledgerProgram).toBe(program);
  expect(module).toBe(embedProgram(program));
});

it('embeds backslashes, backticks and dollar braces so that they read back the same', async () => {
  const program = 'a = `x` + "\\n" + "$'.concat('{y}" # \\`\n');
  const module: unknown = await import(`data:text/javascript,${encodeURIComponent(embedProgram(program))}`);
  expect(module).toHaveProperty('ledgerProgram', program);
});
