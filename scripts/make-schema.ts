import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { AgentFile } from '#contract/agent-file';

/** Where the JSON Schema of agent files is kept, for editors (interfaces, "Agent file"). */
export const AGENT_SCHEMA_FILE = fileURLToPath(new URL('../resources/schemas/agent.schema.json', import.meta.url));

/** The JSON Schema of agent files, made from the schema that reads them. */
export function agentSchemaText(): string {
  const { $schema, ...rest } = z.toJSONSchema(AgentFile, { io: 'input', target: 'draft-2020-12' });
  const schema = {
    $schema,
    title: 'Warrant agent file',
    description: 'What an agent may be asked to do, and what it requests.',
    ...rest,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

if (import.meta.main) {
  fs.mkdirSync(new URL('.', `file://${AGENT_SCHEMA_FILE}`), { recursive: true });
  fs.writeFileSync(AGENT_SCHEMA_FILE, agentSchemaText());
  console.log(`wrote ${AGENT_SCHEMA_FILE}`);
}
