import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { embedProgram } from './ledger/embed-program.ts';

const root = path.join(import.meta.dirname, '..');
const program = readFileSync(path.join(root, 'resources/samples/ledger-check/check.py'), 'utf8');
const target = path.join(root, 'app/main/host/models/demo/ledger-program.ts');
writeFileSync(target, embedProgram(program));
process.stdout.write(`wrote ${path.relative(root, target)}\n`);
