import { expect, it, vi } from 'vitest';
import type { Json } from '#contract/ids';
import { decisionOf } from '../../testing/policy-fixture.ts';
import * as rewriting from '../middleware/rewrite.ts';

// O10: a middleware that is not here, is of another version, can't be read, or fails: the call is denied, with the reason.

vi.mock(import('../middleware/rewrite.ts'), { spy: true });

const sum = { tool: 'calculator', input: { expression: '1' } };

it.each<[string, Json, RegExp]>([
  ['is not here', [{ name: 'mine', version: '1', config: {} }], /^middleware mine is not here/],
  [
    'bears a name of every object',
    [{ name: 'toString', version: '1', config: {} }],
    /^middleware toString is not here/,
  ],
  [
    'is of a version that is not here',
    [{ name: 'rate-limit', version: '2', config: { calls: 1, seconds: 1 } }],
    /version "2" of rate-limit is not here/,
  ],
  ['has no configuration', [{ name: 'rate-limit', version: '1', config: null }], /can’t judge: config/],
  [
    'has a key too many',
    [{ name: 'redact-output', version: '1', config: { text: ['x'] } }],
    /unknown key "text" in config/,
  ],
  ['is no middleware', [{ name: 'rate-limit' }], /list of middleware can’t be read/],
  ['is no list', 'all of them', /list of middleware can’t be read/],
  ['is null', null, /list of middleware can’t be read/],
])('a call whose middleware %s is denied', (_how, middleware, reason) => {
  if (middleware === null)
    return expect(decisionOf({ ...sum, middleware })[0]).toMatchObject({ decision: { type: 'allow' } });
  const decided = decisionOf({ ...sum, middleware }).find(({ type }) => type === 'tool-call-decided');
  expect(decided).toMatchObject({ decision: { type: 'deny', reason: expect.stringMatching(reason) } });
});

it('a call whose middleware throws is denied, and the log says by whom', () => {
  vi.mocked(rewriting.rewrite).mockImplementation(() => {
    throw new Error('no memory left');
  });
  const middleware = [{ name: 'rewrite', version: '1', config: { field: 'expression', from: '1', to: '2' } }];
  expect(decisionOf({ ...sum, middleware })).toMatchObject([
    { type: 'middleware-judged', by: 'rewrite (every agent)', verdict: 'deny' },
    { decision: { type: 'deny', reason: 'rewrite (every agent) failed: no memory left' } },
    { type: 'tool-call-ended', outcome: { code: 'denied' } },
  ]);
});
