import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import { mail, outsideWords } from '../testing/outside-fixture.ts';
import { verdictOf, verdictWords } from '../testing/policy-fixture.ts';

// One command that may only look, or send and change (`http_fetch`): its form decides what is asked.

const URL = 'https://example.org/page';
const bindings = [{ tool: 'http_fetch', hosts: ['example.org'] }];
const verdict = (input: Json): string => verdictWords({ tool: 'http_fetch', input, bindings });

describe('a request', () => {
  it.each<[string, { [field: string]: Json }, string]>([
    ['GET', {}, 'allow default:reads'],
    ['HEAD', { method: 'HEAD' }, 'allow default:reads'],
    ['GET to the agent’s own disk', { save_to: '/agent/x' }, 'allow default:reads'],
    ['GET to a folder', { save_to: '/folders/work/x' }, 'ask default:effects'],
    ['GET to a folder that is only read', { save_to: '/folders/docs/x' }, 'deny default:read-only'],
    [
      'GET to what other programs run',
      { save_to: '/folders/work/.git/hooks/pre-commit' },
      'ask default:runs-elsewhere',
    ],
    ['GET with headers', { headers: { 'X-A': '1' } }, 'ask default:effects'],
    ['GET with a body', { body: '' }, 'ask default:effects'],
    ['POST', { method: 'POST' }, 'ask default:effects'],
    ['POST to the agent’s own disk', { method: 'POST', save_to: '/agent/x' }, 'ask default:effects'],
    ['DELETE', { method: 'DELETE' }, 'ask default:no-undo'],
    ['DELETE to the agent’s own disk', { method: 'DELETE', save_to: '/agent/x' }, 'ask default:no-undo'],
    ['a method of another spelling', { method: 'get' }, 'ask default:effects'],
    ['another host', { url: 'https://other.example/' }, 'deny default:other-host'],
  ])('by %s: %s', (_name, input, words) => {
    expect(verdict({ url: URL, ...input })).toBe(words);
  });

  it('that sends says what it sends and that it leaves', () => {
    const input = { url: URL, method: 'POST', headers: { 'X-A': '1' }, body: 'hello' };
    const said = verdictOf({ tool: 'http_fetch', input, bindings });
    expect(said.type).toBe('ask');
  });
});

describe('after text from outside', () => {
  const asked = (goal: string, input: { [field: string]: Json }): string =>
    outsideWords({
      tool: 'http_fetch',
      goal,
      input: { url: URL, ...input },
      results: [mail('Hello')],
      bindings: [{ tool: 'http_fetch', ask: 'never', hosts: ['example.org', 'other.example'] }],
    });

  it.each<[string, { [field: string]: Json }, string]>([
    [`Read ${URL}.`, {}, 'free'],
    [`What is at example.org/page?`, {}, 'free'],
    [`Use http_fetch for ${URL}.`, {}, 'free'],
    [`Use http_fetch for ${URL}.`, { method: 'POST' }, 'asked outside-wish'],
    [`Read ${URL}.`, { method: 'POST' }, 'asked outside-wish'],
    [`Post to ${URL}.`, { method: 'POST' }, 'free'],
    [`Post to ${URL}.`, { method: 'POST', body: 'what was read' }, 'asked outside-text'],
    [`Post to ${URL}.`, { method: 'DELETE' }, 'asked outside-wish'],
    [`Send a PATCH to ${URL}`, { method: 'PATCH' }, 'free'],
    [`Read ${URL}.`, { headers: { 'X-A': '1' } }, 'asked outside-text'],
    [`Read ${URL}.`, { save_to: '/folders/work/x.html' }, 'asked outside-text'],
    [`Download ${URL} to x.html.`, { save_to: '/folders/work/x.html' }, 'free'],
    [`Read ${URL} and write x.html.`, { save_to: '/folders/work/x.html' }, 'asked outside-wish'],
    [`Do not read ${URL}.`, {}, 'asked outside-wish'],
    [`If it is late, read ${URL}.`, {}, 'asked outside-wish'],
    [`Read ${URL}.`, { url: `${URL}?q=secret` }, 'asked outside-text'],
    [`Read ${URL}.`, { url: 'https://other.example/' }, 'asked outside-text'],
  ])('“%s” %o: %s', (goal, input, words) => {
    expect(asked(goal, input)).toBe(words);
  });
});
