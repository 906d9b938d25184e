import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { developmentEnvironment, providerEnvironment } from './provider-environment.ts';

test('takes the variables of model providers and no others', () => {
  const env = { OPENAI_API_KEY: 'a', OPENAI_BASE_URL: '', PATH: '/bin', OLLAMA_HOST: 'box', SECRET: 'x' };
  expect([...providerEnvironment(env)]).toEqual([
    ['OPENAI_API_KEY', 'a'],
    ['OLLAMA_HOST', 'box'],
  ]);
});

test('reads .env at development time, the environment proper first', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warrant-env-'));
  fs.writeFileSync(path.join(folder, '.env'), 'OPENAI_API_KEY=from-file\nANTHROPIC_API_KEY="quoted"\nOTHER=1\n');
  expect(Object.fromEntries(developmentEnvironment({ OPENAI_API_KEY: 'from-shell' }, folder))).toEqual({
    OPENAI_API_KEY: 'from-shell',
    ANTHROPIC_API_KEY: 'quoted',
  });
  fs.rmSync(folder, { recursive: true });
});
