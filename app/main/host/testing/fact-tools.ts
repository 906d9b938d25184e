import * as z from 'zod';
import { type BuiltinTool, defineTool, type Payload } from '../tools/define-tool.ts';

/** The time at which the sources of these tools are asked. */
export const COLLECTED_AT = 1_800_000_000_000;

/** A payload of JSON with a claim for each of its keys. */
export function cityPayload(value: { [key: string]: unknown }, more: Partial<Payload> = {}): Payload {
  return {
    bytes: Buffer.from(JSON.stringify(value)),
    mediaType: 'application/json',
    organization: 'Statistics Office',
    url: 'https://stats.example.org/city',
    collectedAt: COLLECTED_AT,
    claims: Object.keys(value).map((key) => ({ claim: `${key}: ${String(value[key])}`, at: { pointer: `/${key}` } })),
    ...more,
  };
}

/** A tool that gives the payloads of its topic; it fails for a topic that it does not know. `source`: it is a fact source. */
export function lookupTool(topics: { [topic: string]: readonly Payload[] }, source = true): BuiltinTool {
  return defineTool({
    name: 'lookup',
    description: 'Looks a topic up.',
    input: { topic: z.string() },
    effect: { change: 'none', where: 'local', repeat: 'safe' },
    fields: [{ field: 'topic', role: 'content', outside: 'safe' }],
    ...(source && { factSource: { organization: 'Statistics Office' } }),
    run: ({ topic }) => {
      const payloads = Object.hasOwn(topics, topic) ? topics[topic] : undefined;
      if (!payloads) return { type: 'error', code: 'tool-failed', message: `nothing is known of ${topic}` };
      return { type: 'ok', text: `about ${topic}`, payloads };
    },
  });
}
