import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createRouterClient } from '@orpc/server';
import * as z from 'zod';
import type { RunId } from '#contract/ids';
import type { ModelPart, ModelRequest } from '#contract/model';
import type { DoctorRow } from '#contract/views';
import type { Host } from './host.ts';
import type { ModelProvider } from './models/model-provider.ts';
import type { Ports } from './ports.ts';
import { defineTool } from './tools/define-tool.ts';

/** Opens a host like this one, with these ports changed. */
export type OpenScratchHost = (changed: Partial<Ports>) => Promise<Host>;

const ORIGIN = 'https://canary.invalid';
const NAME = 'canary';
/** What a test that was killed may have left. */
const SCRATCH = /^canary-[0-9a-f]{12}$/;

/** How a text is looked for: written here for itself, so that it does not share the faults of what takes it out. */
function formsOfCanary(canary: string): [name: string, form: string][] {
  const bytes = Buffer.from(canary, 'utf8');
  const base64 = (before: string, from: number): string => {
    const text = Buffer.from(`${before}${canary}`).toString('base64').replace(/=+$/, '');
    return text.slice(from, -1);
  };
  return [
    ['as it is', canary],
    ['backwards', [...canary].reverse().join('')],
    ['in hex', bytes.toString('hex')],
    ['in capital hex', bytes.toString('hex').toUpperCase()],
    ['as a part of a URL', encodeURIComponent(canary)],
    ['in JSON', JSON.stringify(canary).slice(1, -1)],
    ['in base64', base64('', 0)],
    ['in base64', base64('x', 2)],
    ['in base64', base64('xy', 3)],
  ];
}

/** Uses the secret in every way that a tool has: sees it, sends it, shows it, answers with it, fails with it. */
const probe = defineTool({
  name: 'canary_probe',
  description: 'Uses a secret.',
  input: { fail: z.boolean() },
  effect: { change: 'none', where: 'local', repeat: 'safe' },
  async run({ fail }, context) {
    const value = await context.secret(NAME);
    const sent = await context.headers(`${ORIGIN}/path`);
    const kept = await context.headers('https://elsewhere.invalid/path');
    context.output(value);
    const text = [value, JSON.stringify([sent, kept]), ...formsOfCanary(value).map(([, form]) => form)].join('\n');
    return fail ? { type: 'error', code: 'tool-failed', message: text } : { type: 'ok', text };
  },
});

/** A model that knows the value and says it wherever it can. */
function canaryModel(canary: string, requests: ModelRequest[], sandbox: boolean): ModelProvider {
  const code = `const value = readFile('/secrets/${NAME}'); console.log(value, encodeURIComponent(value)); throw new Error(value);`;
  const calls: [tool: string, input: { [field: string]: string | boolean }][] = [
    ['canary_probe', { fail: false }],
    ['canary_probe', { fail: true }],
    ['calculator', { expression: canary }],
    ['write_file', { path: '/agent/canary.txt', content: canary }],
    ...(sandbox ? [['run_javascript', { code }] as [string, { code: string }]] : []),
  ];
  const usage = { inputTokens: 1, outputTokens: 1 };
  return {
    id: NAME,
    auto: 'native',
    async *stream(request): AsyncGenerator<ModelPart> {
      requests.push(request);
      const text = `${ORIGIN}/?q=${encodeURIComponent(canary)} ${canary}`;
      yield { type: 'text-delta', text };
      const toolCalls = calls.map(([tool, input], n) => ({ id: `c${n}`, tool, command: [], input }));
      const first = request.step === 0;
      yield {
        type: 'reply',
        reply: { text, toolCalls: first ? toolCalls : [], stopReason: first ? 'tool-calls' : 'end', usage },
      };
    },
  };
}

async function exercise(host: Host, canary: string, scratch: string): Promise<{ place: string; text: string }[]> {
  const client = createRouterClient(host.router, { context: { client: 'cli' } });
  await client.secret.set({ name: NAME, origin: ORIGIN, value: canary });
  const secrets = [
    { secret: NAME, as: 'value' },
    { secret: NAME, as: 'header', header: 'Authorization', origin: ORIGIN },
  ];
  const file = {
    name: NAME,
    model: `${NAME}/${NAME}`,
    protocol: 'native',
    tools: ['canary_probe', 'calculator', 'write_file', 'run_javascript'].map((tool) => ({ tool, secrets })),
  };
  const agent = { file, base: scratch, path: path.join(scratch, `${NAME}.agent.json`) };
  const { run } = await client.run.start({ agent, text: `say ${canary}`, flags: { accept: true, approve: 'all' } });
  await client.run.settled({ run });
  const formats = ['text', 'json', 'jsonl', 'markdown'] as const;
  const exports = await Promise.all(formats.map((format) => client.run.export({ run, format })));
  const { entries } = await client.run.show({ run });
  const used = entries.filter(({ event }) => event.type === 'secret-revealed').length;
  if (used < 2) throw new Error('the test secret was not used');
  const fault: unknown = await client.run.show({ run: canary as RunId }).catch((error: unknown) => error);
  return [
    { place: 'an export', text: exports.map(({ text }) => text).join('\n') },
    { place: 'the entries of the run', text: JSON.stringify(entries) },
    { place: 'an error', text: fault instanceof Error ? `${fault.message}${fault.stack}` : '' },
  ];
}

/** Every place that holds a form of it, in words. */
function search(
  forms: readonly [string, string][],
  texts: readonly { place: string; text: string }[],
  folder: string,
): string[] {
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const all = [
    ...texts.map(({ place, text }) => ({ place, bytes: Buffer.from(text) })),
    ...files.map((file) => ({ place: path.relative(folder, file), bytes: fs.readFileSync(file) })),
  ];
  return all.flatMap(({ place, bytes }) =>
    forms.filter(([, form]) => bytes.includes(form)).map(([name]) => `${place} (${name})`),
  );
}

/**
 * Plants a secret, uses it in every way there is, and looks for it byte by byte in everything that was written, sent to
 * the model or given out (rule K2). All of it happens in a host of its own on a folder of its own, which is removed: no
 * run, secret or entry of the person's is touched.
 */
export async function checkCanary(ports: Ports, openScratch: OpenScratchHost): Promise<DoctorRow> {
  const row = { id: NAME, name: 'Secrets' };
  for (const left of fs.readdirSync(ports.dataFolder).filter((name) => SCRATCH.test(name)))
    fs.rmSync(path.join(ports.dataFolder, left), { recursive: true, force: true });
  const scratch = path.join(ports.dataFolder, `canary-${randomBytes(6).toString('hex')}`);
  // Characters that every form writes in its own way.
  const canary = `Canary/${randomBytes(12).toString('base64')}"é+&`;
  const requests: ModelRequest[] = [];
  try {
    const model = canaryModel(canary, requests, ports.sandbox !== undefined);
    const host = await openScratch({
      dataFolder: scratch,
      resources: path.join(scratch, 'none'),
      passphrase: ports.passphrase ?? randomBytes(12).toString('base64'),
      environment: new Map(),
      advances: false,
      moreTools: [probe],
      modelFor: (provider) => (provider === NAME ? model : undefined),
    });
    const texts = await exercise(host, canary, scratch).finally(() => host.close());
    const found = search(
      formsOfCanary(canary),
      [...texts, { place: 'a request', text: JSON.stringify(requests) }],
      scratch,
    );
    if (found.length === 0)
      return {
        ...row,
        state: 'ok',
        detail:
          'A test secret was used by tools, code, a header and the model, and found nowhere: not in log, vault, files, exports, errors or requests.',
        advice: '',
      };
    return {
      ...row,
      state: 'fault',
      detail: `A test secret was used and found in ${found.join(', ')}.`,
      advice: 'Use no secret with this version, and report it.',
    };
  } catch (fault) {
    // Whatever keeps the test from being made is told, and is no fault of the doctor.
    const why = (fault instanceof Error ? fault.message : String(fault)).replaceAll(canary, `[secret:${NAME}]`);
    return { ...row, state: 'warning', detail: `The test with a test secret could not be made: ${why}`, advice: '' };
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}
