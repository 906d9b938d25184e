import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeFrameHead, FRAME } from '../../../../sandbox/protocol.ts';
import { createFrameReader, type Frame } from './frame-reader.ts';

function encode(kind: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([encodeFrameHead(kind, undefined, bytes.length), bytes]);
}

test('frames come out whole, however the stream is cut', () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 });
  fc.assert(
    fc.property(pieces, fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }), (bodies, cuts) => {
      const stream = Buffer.concat(bodies.map((body) => encode(FRAME.output, body)));
      const frames: Frame[] = [];
      const read = createFrameReader(
        () => 1000,
        (frame) => frames.push(frame),
      );
      for (let at = 0, turn = 0; at < stream.length; turn += 1) {
        const length = cuts[turn % cuts.length] ?? 1;
        expect(read(stream.subarray(at, at + length))).toBe(true);
        at += length;
      }
      expect(frames.map(({ body }) => [...body.subarray(4)])).toEqual(bodies.map((body) => [...body]));
    }),
  );
});

test('a frame is refused by its head, and nothing after it is read', () => {
  const frames: Frame[] = [];
  const read = createFrameReader(
    (kind) => (kind === FRAME.output ? 100 : undefined),
    (frame) => frames.push(frame),
  );
  expect(read(encode(FRAME.output, Buffer.alloc(10)))).toBe(true);
  expect(read(encode(FRAME.output, Buffer.alloc(200)).subarray(0, 9))).toBe(false);
  expect(read(encode(FRAME.output, Buffer.alloc(10)))).toBe(false);
  expect(frames).toHaveLength(1);
});

test('the limit is asked at each frame, so a frame may forbid the next', () => {
  let allowed = true;
  const read = createFrameReader(
    () => (allowed ? 100 : undefined),
    () => {
      allowed = false;
    },
  );
  const frame = encode(FRAME.call, Buffer.alloc(3));
  expect(read(Buffer.concat([frame, frame]))).toBe(false);
});
