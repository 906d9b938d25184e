import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import { mail, outsideWords } from '../testing/outside-fixture.ts';
import { decisionOf, verdictWords } from '../testing/policy-fixture.ts';

// One command that may only look, or send and change (`http_fetch`): its form decides what is asked.

const URL = 'https://example.org/page';
const bindings = [{ tool: 'http_fetch', hosts: ['example.org'] }];
const verdict = (input: Json): string => verdictWords({ tool: 'http_fetch', input, bindings });

describe('a request', () => {
  it.each<[string, { [field: string]: Json }, string]>([
    ['GET', {}, 'allow default:reads-hosts'],
    ['HEAD', { method: 'HEAD' }, 'allow default:reads-hosts'],
    ['GET to the agent’s own disk', { save_to: '/agent/x' }, 'allow default:reads-hosts'],
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
});

describe('the card of a request', () => {
  const cardOf = (input: { [field: string]: Json }): { title: string; effects: string[] } => {
    const [event] = decisionOf({ tool: 'http_fetch', input: { url: URL, ...input }, bindings });
    if (event?.type !== 'approval-requested') throw new Error('it asks');
    const { title, effects } = event.approval;
    return { title: `${title.text} ${title.object}`, effects: effects.map(({ text }) => text) };
  };

  it('says what is sent, where, and that it leaves', () => {
    expect(cardOf({ method: 'POST', headers: { 'X-A': '1', Accept: 'text/plain' }, body: 'hello' })).toEqual({
      title: 'Send a request (POST) to example.org',
      effects: [
        URL,
        'POST, with 2 headers (X-A, Accept) and a body of 5 bytes: may change something there',
        'Leaves this computer',
        'Can’t be undone',
      ],
    });
  });

  it('of a page that is saved says where to, and that the file can be undone', () => {
    expect(cardOf({ save_to: 'x.html' })).toEqual({
      title: 'Save a page from example.org',
      effects: [
        URL,
        '/folders/work/x.html',
        'Changes nothing there; sends the address',
        'New file',
        'Leaves this computer',
        'The file can be undone',
      ],
    });
  });

  it('offers this host for a request, and the file for a page that is saved', () => {
    const offersOf = (input: { [field: string]: Json }): string[] => {
      const [event] = decisionOf({ tool: 'http_fetch', input: { url: URL, ...input }, bindings });
      return event?.type === 'approval-requested' ? event.approval.offers.map(({ sentence }) => sentence) : [];
    };
    expect(offersOf({ method: 'POST' })[0]).toContain('may reach example.org, on port 443, by POST');
    expect(offersOf({ save_to: 'x.html' })[0]).toContain('may write `work/x.html`');
    expect(offersOf({ method: 'DELETE' })).toEqual([]);
    expect(offersOf({ method: 'POST', save_to: 'x.html' })).toEqual([]);
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
