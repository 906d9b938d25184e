import { expect, it } from 'vitest';
import * as z from 'zod';
import type { Json } from '#contract/ids';
import { calls, type LoopFixture, openLoop } from '../testing/loop-fixture.ts';
import { type BuiltinTool, defineTool } from '../tools/define-tool.ts';

// What a tool is given of secrets: by its binding and a grant, on the log before it is handed over.

const VALUE = 'tracker/value+1';
const ORIGIN = 'https://api.example.com';

/** What reached the tool; nothing else may hold it. */
let seen: unknown[] = [];

const probe: BuiltinTool = defineTool({
  name: 'probe',
  description: 'Asks for a secret.',
  input: { name: z.string(), address: z.string() },
  effect: { change: 'none', where: 'local', repeat: 'safe' },
  async run({ name, address }, context) {
    const headers = await context.headers(address);
    seen.push(headers);
    const value = await context.secret(name);
    seen.push(value);
    return { type: 'ok', text: `${value} ${JSON.stringify(headers)}` };
  },
});

async function open(
  secrets: Json[],
  script = [calls(['probe', { name: 'tracker', address: `${ORIGIN}/v1` }]), 'done'],
): Promise<LoopFixture> {
  seen = [];
  const loop = await openLoop({ script, tools: [{ tool: 'probe', secrets }], ports: { moreTools: [probe] } });
  await loop.client.secret.set({ name: 'tracker', origin: ORIGIN, value: VALUE });
  return loop;
}

const VALUE_USE = { secret: 'tracker', as: 'value' };
const HEADER_USE = { secret: 'tracker', as: 'header', header: 'Authorization', origin: ORIGIN };

it('gives a value and a header that binding and grants allow, and shows neither (A18.1, A18.3)', async () => {
  const loop = await open([VALUE_USE, HEADER_USE]);
  const run = await loop.start();
  expect(seen).toEqual([[{ header: 'Authorization', value: VALUE }], VALUE]);
  const [revealed] = await loop.events(run, 'secret-revealed');
  const [row] = await loop.client.secret.list();
  expect(revealed).toEqual({
    type: 'secret-revealed',
    callId: expect.any(String),
    secret: 'tracker',
    version: row?.createdAt,
  });
  const [outcome] = await loop.outcomes(run);
  expect(outcome?.text).toBe('[secret:tracker] [{"header":"Authorization","value":"[secret:tracker]"}]');
  const order = (await loop.entries(run)).map((entry) => entry.event.type);
  expect(order.indexOf('secret-revealed')).toBeLessThan(order.indexOf('tool-call-ended'));
  expect(JSON.stringify([await loop.entries(run), loop.requests])).not.toContain(VALUE);
});

it('gives no value where the binding is for a header alone, and puts none on the log (A18.2)', async () => {
  const loop = await open([HEADER_USE]);
  const run = await loop.start();
  expect(seen).toEqual([[{ header: 'Authorization', value: VALUE }]]);
  expect(await loop.events(run, 'secret-revealed')).toEqual([]);
  const [outcome] = await loop.outcomes(run);
  expect(outcome).toMatchObject({ code: 'tool-failed', text: expect.stringContaining('is not given') });
});

it('gives nothing to a tool that asks for none', async () => {
  const loop = await open([]);
  const run = await loop.start();
  expect(seen).toEqual([[]]);
  expect(await loop.events(run, 'secret-revealed')).toEqual([]);
});

it('gives nothing once the grant is denied', async () => {
  const loop = await open([VALUE_USE, HEADER_USE]);
  await loop.client.grant.add({
    agent: 'every',
    type: 'deny',
    permission: { kind: 'secret', name: 'tracker', use: 'header' },
  });
  await loop.client.grant.add({
    agent: 'every',
    type: 'deny',
    permission: { kind: 'secret', name: 'tracker', use: 'reveal' },
  });
  const run = await loop.start();
  expect(seen).toEqual([[]]);
  expect(await loop.events(run, 'secret-revealed')).toEqual([]);
});

it('sends nothing to another origin, and says why without the value (K4)', async () => {
  const loop = await open(
    [HEADER_USE],
    [calls(['probe', { name: 'tracker', address: 'https://evil.example/' }]), 'done'],
  );
  await loop.start();
  expect(seen).toEqual([
    [{ refused: 'The secret tracker is for https://api.example.com, not for https://evil.example.', elsewhere: true }],
  ]);
});
