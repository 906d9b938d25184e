import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RunEvent } from '#contract/event';
import { makeSealedRun, SEALED_RUN, type SealedRun } from '../../testing/bundle-fixture.ts';
import { BundleVerifier } from '../bundle-verifier.ts';

const VALUE = 'Canary/of+the=bundle';

let run: SealedRun;
beforeEach(async () => {
  run = await makeSealedRun(2);
});
afterEach(() => run.close());

function verify(text: string) {
  const verifier = new BundleVerifier();
  verifier.write(text);
  return verifier.end();
}

/** A value that became a secret only after it was written. */
async function append(event: RunEvent): Promise<void> {
  const seq = run.log.head(`run:${SEALED_RUN}`)?.seq ?? 0;
  await run.log.append([{ stream: `run:${SEALED_RUN}`, expectedSeq: seq, events: [event] }]);
}

it('an entry that holds a secret by now goes without it, is named, and all others are checked', async () => {
  await append({ type: 'run-renamed', title: `the ${VALUE} of it` });
  await append({ type: 'run-renamed', title: 'Cities again' });
  run.redactor.know('tracker', VALUE);
  const text = run.seal();
  expect(text).not.toContain('Canary');
  const report = verify(text);
  expect(report).toMatchObject({ whole: true, title: 'Cities again', length: 13 });
  expect(report.notes.join(' ')).toContain('A secret was taken out of entry 12');
});

it('a payload that holds one is left out and named, as its bytes may not change', async () => {
  const hash = run.blobs.putLater(Buffer.from(`{"key":"${VALUE}"}`));
  const source = { organization: 'x', url: 'https://x.example', collectedAt: 1, callId: 'call_1' };
  const facts = [{ id: 'F99', claim: 'a key', payloadHash: hash, at: { pointer: '/key' }, sources: [source] }];
  await append({
    type: 'tool-call-ended',
    callId: 'call_1',
    outcome: { type: 'ok', output: { text: 'read' }, truncated: false, facts },
    labels: [],
    ms: 1,
  });
  run.redactor.know('tracker', VALUE);
  const text = run.seal();
  const report = verify(text);
  expect(text).not.toContain(Buffer.from(VALUE).toString('base64').slice(0, 20));
  expect(text).toContain(`"name":"${hash}","role":"payload","reason":"secret","secrets":["tracker"]`);
  expect(report.whole).toBe(true);
  expect(report.notes.join(' ')).toContain(`they hold the value of a secret: ${hash.slice(0, 12)}`);
});

it('a call can’t have bytes put into a bundle by writing their hash', async () => {
  const hash = run.blobs.putLater(Buffer.from('another run’s text'));
  const call = {
    id: 'call_9',
    tool: 'read_file',
    command: [],
    input: { blob: hash, head: 'x', bytes: 3, payloadHash: hash },
  };
  await append({
    type: 'model-called',
    reply: { text: hash, toolCalls: [call], stopReason: 'tool-calls', usage: { inputTokens: 1, outputTokens: 1 } },
    protocol: 'native',
    requestHash: hash,
    throughSeq: 1,
    labels: [],
    ms: 1,
  });
  expect(run.seal()).not.toContain(`"name":"${hash}"`);
});

it('versions of a person’s files are left out unless they are asked for', async () => {
  const after = run.blobs.putLater(Buffer.from('my diary'));
  await append({
    type: 'file-changed',
    callId: 'call_1',
    change: { path: '/folders/work/diary.txt', kind: 'file', after, bytes: 8, mode: 0o644, labels: [] },
  });
  const diary = Buffer.from('my diary').toString('base64');
  expect(run.seal()).not.toContain(diary);
  expect(verify(run.seal()).notes.join(' ')).toContain('versions of a person’s files were not asked for');
  expect(run.seal({ files: true })).toContain(diary);
  expect(verify(run.seal({ files: true }))).toMatchObject({ whole: true });
});
