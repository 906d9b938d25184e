import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeFrameHead, FRAME, FRAME_HEAD_BYTES } from '../../../../sandbox/protocol.ts';
import { parseHostCall, parseJobResult, parseOutput } from './parse-guest-message.ts';

function body(json: unknown, bytes: Uint8Array = Buffer.alloc(0)): Buffer {
  return Buffer.concat([encodeFrameHead(FRAME.call, json, bytes.length), bytes]).subarray(FRAME_HEAD_BYTES - 4);
}

test('a call in order is read as it is', () => {
  const call = { index: 3, operation: 'read', path: '/agent/a', position: 0, length: 10 };
  expect(parseHostCall(body(call), 3)).toEqual(call);
  const put = parseHostCall(body({ index: 0, operation: 'put', path: '/agent/a' }, Buffer.from('x')), 0);
  expect(put).toMatchObject({ operation: 'put', bytes: Buffer.from('x') });
});

test('no bytes make it throw, and what it accepts is exact', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const buffer = Buffer.from(bytes);
      expect(parseHostCall(buffer, 0)).toBeUndefined();
      expect(parseJobResult(buffer)).toBeUndefined();
      const output = parseOutput(buffer);
      if (output !== undefined) expect(output.length).toBeLessThan(buffer.length);
    }),
  );
});

test('no JSON makes it throw or adds a field', () => {
  const keys = fc.constantFrom(
    'index',
    'operation',
    'path',
    'to',
    'position',
    'length',
    'inline',
    'type',
    'value',
    '__proto__',
  );
  const values = fc.oneof(
    fc.constantFrom<unknown>(
      'stat',
      'list',
      'rename',
      'put',
      'ok',
      'error',
      '/agent',
      '/agent/../x',
      0,
      -1,
      1e300,
      null,
    ),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(fc.dictionary(keys, values), (json) => {
      const call = parseHostCall(body(json), 0);
      if (call !== undefined) {
        expect(call.path).toMatch(/^\//);
        expect(call.path).not.toMatch(/\.\.|\0/);
      }
      const result = parseJobResult(body({ truncated: false, ...json }));
      if (result !== undefined)
        expect(Object.keys(result).every((key) => ['type', 'truncated', 'value'].includes(key))).toBe(true);
    }),
    { numRuns: 500 },
  );
});
