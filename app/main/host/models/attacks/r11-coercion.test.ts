import { expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import { parseArguments } from '../parse-arguments.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    n: { type: 'number' },
    i: { type: ['integer', 'null'] },
    b: { type: 'boolean' },
    s: { type: 'string' },
    o: { type: 'object', properties: { n: { type: 'number' } } },
    l: { type: 'array', items: { type: 'integer' } },
  },
  required: ['n'],
  additionalProperties: false,
};

it.each<[string, Json]>([
  ['"{\\"n\\":\\"1.5\\"}"', { n: 1.5 }],
  ['{"n":"1.5"}', { n: 1.5 }],
  ['{"n":"1e3"}', { n: 1000 }],
  ['{"n":"1,5"}', { n: '1,5' }],
  ['{"n":"0x10"}', { n: '0x10' }],
  ['{"n":" 1"}', { n: 1 }],
  ['{"n":""}', { n: '' }],
  ['{"n":true}', { n: true }],
  ['{"n":1,"i":"3"}', { n: 1, i: 3 }],
  ['{"n":1,"i":"3.5"}', { n: 1, i: '3.5' }],
  ['{"n":1,"i":null}', { n: 1, i: null }],
  ['{"n":1,"b":"true"}', { n: 1, b: true }],
  ['{"n":1,"b":"yes"}', { n: 1, b: 'yes' }],
  ['{"n":1,"b":1}', { n: 1, b: 1 }],
  ['{"n":1,"s":12}', { n: 1, s: '12' }],
  ['{"n":1,"s":true}', { n: 1, s: true }],
  ['{"n":1,"s":null}', { n: 1 }],
  ['{"n":null}', { n: null }],
  ['{"n":1,"o":"{\\"n\\":\\"2\\"}"}', { n: 1, o: { n: 2 } }],
  ['{"n":1,"l":"[1,\\"2\\"]"}', { n: 1, l: [1, 2] }],
  ['{"n":1,"l":"1,2"}', { n: 1, l: '1,2' }],
  ['{"n":1,"s":"5"}', { n: 1, s: '5' }],
  ['{"n":1,"s":"{\\"a\\":1}"}', { n: 1, s: '{"a":1}' }],
])('R11: %s becomes %j, and is what is shown and run', (text, input) => {
  expect(parseArguments(text, SCHEMA, 'json')).toEqual({ ok: true, input, repaired: false });
});
