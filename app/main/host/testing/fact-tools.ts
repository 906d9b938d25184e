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

/** A tool that fetches an address through the guard and gives each part of the answer, if it is JSON, as a fact, else all. */
export const pageTool = defineTool({
  name: 'fetch_page',
  description: 'Fetches an address.',
  input: { url: z.string(), method: z.string().optional(), body: z.string().optional() },
  effect: { change: 'read', where: 'remote', repeat: 'safe' },
  hosts: [{ field: 'url', method: 'method' }],
  outside: true,
  factSource: { organization: 'the host of the address' },
  run: async ({ url, method = 'GET', body }, context) => {
    const reply = await context.fetch({ url, method, ...(body !== undefined && { body: Buffer.from(body) }) });
    if (reply.type !== 'ok')
      return { type: 'error', code: 'tool-failed', message: reply.type === 'refused' ? reply.reason : reply.message };
    const { bytes, collectedAt } = reply;
    const text = Buffer.from(bytes).toString('utf8');
    const isJson = reply.headers.get('content-type')?.startsWith('application/json') === true;
    const claims = isJson
      ? Object.keys(JSON.parse(text) as object).map((key) => ({ claim: key, at: { pointer: `/${key}` } }))
      : [{ claim: text, at: { from: 0, to: bytes.length } }];
    const mediaType = isJson ? 'application/json' : 'text/plain';
    return {
      type: 'ok',
      text,
      payloads: [{ bytes, mediaType, organization: new URL(reply.url).host, url: reply.url, collectedAt, claims }],
    };
  },
});
