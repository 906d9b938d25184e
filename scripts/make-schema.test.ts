import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json, JsonSchema } from '#contract/ids';
import { validateInput } from '../app/main/host/tools/validate-input.ts';
import { AGENT_SCHEMA_FILE, agentSchemaText } from './make-schema.ts';

describe('resources/schemas/agent.schema.json', () => {
  const text = fs.readFileSync(AGENT_SCHEMA_FILE, 'utf8');
  const schema = JSON.parse(text) as JsonSchema;
  const check = (file: Json) => validateInput(schema, file);

  it('is in step with the schema that reads agent files (run scripts/make-schema.ts)', () => {
    expect(text).toBe(agentSchemaText());
  });

  it('accepts an agent file and refuses an unknown key', () => {
    expect(check({ $schema: '../agent.schema.json', name: 'ledger-check', folders: [{ path: '.' }] }).ok).toBe(true);
    expect(check({ name: 'ledger-check', foldrs: [] })).toEqual({
      ok: false,
      errors: [{ path: '/foldrs', message: 'is not a field of this input' }],
    });
    expect(check({ name: 'Ledger Check' }).ok).toBe(false);
  });
});
