import { expect, it } from 'vitest';
import { makeToolCall, offerTools } from '../offer-tools.ts';
import { WRITE_FILE } from '../testing/tools.ts';

const offers = offerTools([WRITE_FILE]);

it.each(['{"path":"a","content":"b","mode":"x"}', '{"path":"a"}', '{"path":{"a":1},"content":"b"}'])(
  'R10: reading %s neither drops nor invents a field, so that the schema can refuse it',
  (text) => {
    const call = makeToolCall('1', { tool: 'write_file', input: { text }, repaired: false }, 'json', offers);
    expect(call.input).toEqual(JSON.parse(text));
  },
);
