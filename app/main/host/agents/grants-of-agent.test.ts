import { describe, expect, it } from 'vitest';
import { type Agent, DEFAULT_LIMITS } from '#contract/agent';
import { CATALOG_STREAM, type CatalogEvent } from '#contract/event';
import type { Binding, Grant } from '#contract/permission';
import { type CatalogState, emptyCatalog, reduceCatalog } from '#contract/projections/catalog';
import { acceptanceEvents, grantsOfAgent } from './grants-of-agent.ts';

const binding = (tool: string): Binding => ({
  tool,
  ask: 'effects',
  hosts: [],
  secrets: [],
  config: [],
  middleware: [],
  options: {},
});

const agent: Agent = {
  id: 'a1',
  revision: 1,
  name: 'ledger-check',
  description: '',
  instructions: '',
  model: { provider: 'demo', model: 'demo' },
  protocol: 'auto',
  bindings: [binding('read_file'), binding('write_file')],
  folders: [
    { id: 'f1', name: 'ledger', path: '/l', identity: '1:1', access: 'read', trust: 'own' },
    { id: 'f2', name: 'out', path: '/o', identity: '1:2', access: 'write', trust: 'own' },
  ],
  guardrails: [],
  memory: false,
  unattended: 'park',
  limits: DEFAULT_LIMITS,
  accepted: true,
};

describe('grantsOfAgent', () => {
  it('gives each tool, and each folder in the ways asked for, and no more', () => {
    expect(grantsOfAgent(agent).map(({ sentence, permission }) => [sentence, permission])).toEqual([
      ['ledger-check may use read_file.', { kind: 'tool', tool: 'read_file', command: '**' }],
      ['ledger-check may use write_file.', { kind: 'tool', tool: 'write_file', command: '**' }],
      ['ledger-check may read files in ledger.', { kind: 'file', folder: 'f1', path: '**', verbs: ['read', 'list'] }],
      ['ledger-check may read files in out.', { kind: 'file', folder: 'f2', path: '**', verbs: ['read', 'list'] }],
      ['ledger-check may write files in out.', { kind: 'file', folder: 'f2', path: '**', verbs: ['write'] }],
      ['ledger-check may delete files in out.', { kind: 'file', folder: 'f2', path: '**', verbs: ['delete'] }],
    ]);
  });

  it('lets a secret be sent in a header, or be seen too, as each tool asks for it, once', () => {
    const origin = 'https://api.example.com';
    const header = { secret: 'tracker', as: 'header' as const, header: 'Authorization', origin };
    const bindings = [
      { ...binding('http_fetch'), secrets: [header, { ...header, secret: 'other' }] },
      { ...binding('run_python'), secrets: [{ secret: 'tracker', as: 'value' as const }] },
    ];
    const grants = grantsOfAgent({ ...agent, bindings, folders: [] }).filter(
      ({ permission }) => permission.kind === 'secret',
    );
    expect(grants.map(({ sentence, permission }) => [sentence, permission])).toEqual([
      ['ledger-check may send the secret `tracker` in a header.', { kind: 'secret', name: 'tracker', use: 'header' }],
      ['ledger-check may send the secret `other` in a header.', { kind: 'secret', name: 'other', use: 'header' }],
      ['ledger-check may see the value of the secret `tracker`.', { kind: 'secret', name: 'tracker', use: 'reveal' }],
    ]);
  });

  it('gives the hosts and settings that its tools name, each once, and no host that is none', () => {
    const wide = {
      ...binding('fetch'),
      hosts: ['rates.example.org', '*.example.com:8443', 'no host'],
      config: ['region'],
    };
    const bindings = [wide, { ...wide, tool: 'post', hosts: ['rates.example.org'] }];
    expect(grantsOfAgent({ ...agent, folders: [], bindings }).map(({ sentence }) => sentence)).toEqual([
      'ledger-check may use fetch.',
      'ledger-check may use post.',
      'ledger-check may reach rates.example.org, on ports 80 and 443.',
      'ledger-check may reach *.example.com, on port 8443.',
      'ledger-check may read the setting `region`.',
    ]);
  });

  it('names who accepted, holds for this agent alone, and takes no question away', () => {
    for (const grant of grantsOfAgent(agent))
      expect(grant).toMatchObject({
        agent: 'a1',
        type: 'allow',
        standing: false,
        layer: 'agent',
        source: 'Agent ledger-check, accepted by you',
      });
    expect(new Set(grantsOfAgent(agent).map((grant) => grant.id)).size).toBe(6);
  });
});

describe('acceptanceEvents', () => {
  const fold = (state: CatalogState, events: CatalogEvent[]): CatalogState =>
    events.reduce(
      (before, event) =>
        reduceCatalog(before, { stream: CATALOG_STREAM, seq: before.seq + 1, at: 0, event, hash: '0'.repeat(64) }),
      state,
    );
  const sentences = (state: CatalogState) => [...state.grants.values()].map((grant) => grant.sentence);

  it('takes away what a new revision leaves out, and leaves other grants alone', () => {
    const standing: Grant = {
      ...(grantsOfAgent(agent)[0] as Grant),
      id: 'grant-1',
      standing: true,
      sentence: 'ledger-check may write files in out without asking, for 30 days.',
    };
    const other = { ...agent, id: 'a1-x', name: 'other', folders: [] };
    let state = fold(emptyCatalog(), acceptanceEvents(agent, []));
    state = fold(state, [...acceptanceEvents(other, state.grants.values()), { type: 'grant-added', grant: standing }]);
    const next = { ...agent, revision: 2, bindings: [binding('read_file')], folders: agent.folders.slice(0, 1) };
    state = fold(state, acceptanceEvents(next, state.grants.values()));
    expect(sentences(state)).toEqual([
      ...sentences(emptyCatalog()),
      'other may use read_file.',
      'other may use write_file.',
      'ledger-check may write files in out without asking, for 30 days.',
      'ledger-check may use read_file.',
      'ledger-check may read files in ledger.',
    ]);
  });

  it('gives back what was revoked by hand, because the person accepts it anew', () => {
    let state = fold(emptyCatalog(), acceptanceEvents(agent, []));
    const first = grantsOfAgent(agent)[0] as Grant;
    state = fold(state, [{ type: 'grant-revoked', id: first.id }]);
    expect(sentences(state)).not.toContain(first.sentence);
    state = fold(state, acceptanceEvents({ ...agent, revision: 2 }, state.grants.values()));
    expect(sentences(state)).toContain(first.sentence);
  });
});
