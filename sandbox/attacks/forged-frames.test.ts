import { describe, expect, test } from 'vitest';
import { runHostile, WALLS } from '../testing/test-sandbox.ts';

// The guest may write anything to its pipe. Whatever it is, its call ends, and neither the host nor its memory minds.
const FORGERIES: [string, string][] = [
  [
    'a frame of four gigabytes',
    'const head = Buffer.alloc(9); head.writeUInt32LE(0xffffffff, 0); head[4] = 3; send(head);',
  ],
  [
    'a frame shorter than its own head',
    'const head = Buffer.alloc(9); head.writeUInt32LE(1, 0); head[4] = 3; send(head);',
  ],
  [
    'JSON longer than the frame',
    'const f = frame(3, { index: 0, operation: "list", path: "/agent" }); f.writeUInt32LE(999999, 5); send(f);',
  ],
  ['an unknown kind', 'send(frame(99, {}));'],
  ['a kind of the host', 'send(frame(16, {})); send(frame(17, { ok: true }));'],
  ['ready again', 'send(frame(1, {}));'],
  ['a snapshot', 'send(frame(5, {}, Buffer.alloc(1000)));'],
  ['a call with the wrong index', 'send(frame(3, { index: 5, operation: "list", path: "/agent" }));'],
  ['a call twice', 'const f = frame(3, { index: 0, operation: "list", path: "/agent" }); send(Buffer.concat([f, f]));'],
  ['a call that is not JSON', 'send(frame(3, "{nonsense"));'],
  ['an unknown operation', 'send(frame(3, { index: 0, operation: "fetch", path: "/agent" }));'],
  ['a path with dots', 'send(frame(3, { index: 0, operation: "list", path: "/agent/../etc" }));'],
  ['a relative path', 'send(frame(3, { index: 0, operation: "list", path: "etc" }));'],
  ['a path with NUL', 'send(frame(3, { index: 0, operation: "list", path: "/agent/a\\u0000b" }));'],
  [
    'a negative position',
    'send(frame(3, { index: 0, operation: "read", path: "/agent/a", position: -1, length: 1 }));',
  ],
  ['an enormous read', 'send(frame(3, { index: 0, operation: "read", path: "/agent/a", position: 0, length: 1e12 }));'],
  ['a field too many', 'send(frame(3, { index: 0, operation: "list", path: "/agent", secret: true }));'],
  ['bytes where none belong', 'send(frame(3, { index: 0, operation: "list", path: "/agent" }, Buffer.alloc(10)));'],
  ['output with JSON', 'send(frame(2, { text: "x" }));'],
  ['noise', 'send(require("node:crypto").randomBytes(100000));'],
];

describe.each(WALLS)('with walls %s', (walls) => {
  test.each(FORGERIES)('%s ends the guest', async (_name, code) => {
    const outcome = await runHostile(`${code} for (;;) fs.readSync(3, Buffer.alloc(1000));`, { walls });
    expect(outcome).toMatchObject({
      type: 'failed',
      error: { code: 'crashed', message: expect.stringContaining('tampered') },
    });
    expect(outcome.figures.hostCalls).toBeLessThanOrEqual(1);
  });
});
