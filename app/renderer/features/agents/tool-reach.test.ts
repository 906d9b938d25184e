import { describe, expect, it } from 'vitest';
import { blankDraft } from './draft.ts';
import { hostsOf, secretUsesOf, withHost, withoutHost, withoutSecret, withSecret } from './tool-reach.ts';

const draft = { ...blankDraft(), tools: [{ tool: 'http_fetch' }, { tool: 'web_search' }, { tool: 'run_python' }] };

describe('hosts of a draft', () => {
  it('are named once, with the tools that may reach them', () => {
    const both = withHost(
      withHost(withHost(draft, 'http_fetch', 'a.example'), 'web_search', 'a.example'),
      'http_fetch',
      'b.example',
    );
    expect(hostsOf(both)).toEqual([
      { host: 'a.example', tools: ['http_fetch', 'web_search'] },
      { host: 'b.example', tools: ['http_fetch'] },
    ]);
    expect(withHost(both, 'http_fetch', 'a.example')).toEqual(both);
  });

  it('go from every tool, and leave no empty list in the file', () => {
    const one = withHost(withHost(draft, 'http_fetch', 'a.example'), 'web_search', 'a.example');
    expect(withoutHost(one, 'a.example')).toEqual(draft);
  });
});

describe('secrets of a draft', () => {
  const use = { tool: 'run_python', secret: 'tickets-key', as: 'value' } as const;

  it('are used by a tool in one way at a time', () => {
    const first = withSecret(draft, { ...use, as: 'header', header: 'Authorization', origin: 'https://a.example' });
    expect(secretUsesOf(withSecret(first, use))).toEqual([use]);
  });

  it('go and leave no empty list in the file', () => {
    expect(withoutSecret(withSecret(draft, use), 'run_python', 'tickets-key')).toEqual(draft);
  });
});
