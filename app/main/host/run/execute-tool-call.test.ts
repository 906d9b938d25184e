import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunEvent } from '#contract/event';
import type { Run } from '#contract/run';
import { decideToolCall } from '../policy/decide-tool-call.ts';
import { GrantSet } from '../policy/grant-set.ts';
import { Redactor } from '../redact/redactor.ts';
import { Secrets } from '../secrets/secrets.ts';
import { BlobStore } from '../store/blob-store.ts';
import { Journal } from '../store/journal.ts';
import { SecretVault } from '../store/secret-vault.ts';
import { openLog, temporaryFolder } from '../store/testing.ts';
import { NO_NETWORK } from '../testing/no-network.ts';
import { policyInput } from '../testing/policy-fixture.ts';
import { createToolRegistry } from '../tools/tool-registry.ts';
import { executeToolCall } from './execute-tool-call.ts';
import type { RunParts } from './run-parts.ts';

// The last look before a call runs: its warrant, its grants, its tool (rule H1, rows A1.3, A16.14).

/** A run with one allowed call of `calculator`, on a log of its own; `grants` are those in force when it is to run. */
async function allowed() {
  const place = temporaryFolder();
  const log = openLog(place.folder);
  onTestFinished(() => {
    log.close();
    place.remove();
  });
  const journal = new Journal(log.log, (fault) => {
    throw fault;
  });
  const vault = { dataFolder: place.folder, cipher: undefined, passphrase: undefined, now: () => 1 };
  const secrets = await Secrets.open(await SecretVault.open(vault), journal);
  const { run: before, state, ...input } = policyInput({ tool: 'calculator', input: { expression: '1+1' } });
  const run: Run = { ...before.run, goal: { type: 'invoke', call: state.call } };
  await journal.start(run);
  await journal.update(run.id, (now) => {
    const call = now.calls.get('call-1');
    if (!call) throw new Error('the run begins with its call');
    return decideToolCall(call, { ...input, run: now });
  });
  const parts = (changed: Partial<RunParts> = {}): RunParts => ({
    journal,
    blobs: new BlobStore(path.join(place.folder, 'data')),
    tools: createToolRegistry([]),
    sandbox: undefined,
    network: NO_NETWORK,
    redactor: new Redactor(),
    memories: {
      keep: async () => ({ refused: 'no call here remembers' }),
      recall: async () => ({ memories: [], labels: [] }),
    },
    secrets,
    now: () => 1,
    newId: () => 'id',
    loadText: () => undefined,
    grantsFor: () => input.grants,
    workspaceFor: () => {
      throw new Error('no call here has files');
    },
    modelFor: () => ({ missing: 'none' }),
    priceFor: () => undefined,
    signal: () => {},
    ...changed,
  });
  const execute = (changed: Partial<RunParts> = {}): Promise<void> =>
    executeToolCall('call-1', run.id, parts(changed), new AbortController().signal);
  const events = (): RunEvent[] => log.log.read(`run:${run.id}`).map((entry) => entry.event as RunEvent);
  return { execute, events, journal, run, grants: input.grants };
}

describe('a call that was allowed', () => {
  it('of a tool that is not part of this version fails by name (A1.3)', async () => {
    const { execute, events } = await allowed();
    await execute({ workspaceFor: () => ({}) as ReturnType<RunParts['workspaceFor']> });
    expect(events().at(-1)).toMatchObject({
      type: 'tool-call-ended',
      outcome: { code: 'tool-failed', message: 'calculator is not part of this version of Warrant.' },
    });
  });

  it('does not start when a grant it rests on is gone', async () => {
    const { execute, events, grants } = await allowed();
    await execute({ grantsFor: () => new GrantSet([...grants].filter(({ id }) => !id.endsWith('tool-calculator'))) });
    expect(events().map(({ type }) => type)).toEqual(['run-started', 'tool-call-decided', 'tool-call-ended']);
    expect(events().at(-1)).toMatchObject({
      outcome: { code: 'denied', message: 'Not run: a grant it rests on was revoked.' },
    });
  });

  it('does not start when it is not the call that was allowed', async () => {
    const { execute, events, journal, run } = await allowed();
    await journal.update(run.id, () => [
      { type: 'call-rewritten', callId: 'call-1', by: 'someone', input: { expression: '2+2' } },
    ]);
    await execute();
    expect(events().at(-1)).toMatchObject({
      outcome: { code: 'denied', message: 'Not run: the call is not the one that was allowed.' },
    });
    expect(events().some(({ type }) => type === 'tool-call-started')).toBe(false);
  });

  it('runs once: a second try finds it ended', async () => {
    const { execute, events } = await allowed();
    const open = { workspaceFor: () => ({}) as ReturnType<RunParts['workspaceFor']> };
    await execute(open);
    const length = events().length;
    await execute(open);
    expect(events()).toHaveLength(length);
  });
});
