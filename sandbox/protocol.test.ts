import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeFrameHead, FRAME, FRAME_HEAD_BYTES, splitFrameBody } from './protocol.ts';

test('what is encoded is split into the same JSON and bytes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.uint8Array({ maxLength: 200 }), (json, bytes) => {
      const frame = Buffer.concat([encodeFrameHead(FRAME.call, json, bytes.length), bytes]);
      expect(frame.readUInt32LE(0)).toBe(frame.length - FRAME_HEAD_BYTES + 4);
      expect(frame.readUInt8(4)).toBe(FRAME.call);
      const split = splitFrameBody(frame.subarray(FRAME_HEAD_BYTES - 4));
      expect(JSON.stringify(JSON.parse(split?.text ?? ''))).toBe(JSON.stringify(json));
      expect([...(split?.bytes ?? [])]).toEqual([...bytes]);
    }),
  );
});

test('a frame without JSON carries bytes alone', () => {
  const frame = Buffer.concat([encodeFrameHead(FRAME.output, undefined, 2), Buffer.from('hi')]);
  const split = splitFrameBody(frame.subarray(FRAME_HEAD_BYTES - 4));
  expect({ text: split?.text, bytes: Buffer.from(split?.bytes ?? []).toString() }).toEqual({ text: '', bytes: 'hi' });
});

test('a body that claims more JSON than it holds is refused', () => {
  expect(splitFrameBody(Buffer.from([200, 0, 0, 0, 1]))).toBeUndefined();
  expect(splitFrameBody(Buffer.from([1, 0]))).toBeUndefined();
});
