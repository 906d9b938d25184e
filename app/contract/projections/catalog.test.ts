import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Agent, DEFAULT_LIMITS } from '../agent.ts';
import { CATALOG_STREAM, type CatalogEvent, type Entry } from '../event.ts';
import type { Grant } from '../permission.ts';
import type { Tool } from '../tool.ts';
import { agentNamed, emptyCatalog, foldCatalog, reduceCatalog } from './catalog.ts';

const agent = (id: string, name: string, revision = 1): Agent => ({
  id,
  revision,
  name,
  description: '',
  instructions: '',
  model: { provider: 'demo', model: 'demo' },
  protocol: 'auto',
  bindings: [],
  folders: [],
  guardrails: [],
  memory: false,
  unattended: 'park',
  limits: DEFAULT_LIMITS,
  accepted: true,
});

const grant = (id: string, of: string, rest: Partial<Grant> = {}): Grant => ({
  id,
  agent: of,
  type: 'allow',
  standing: false,
  permission: { kind: 'tool', tool: 'calculator', command: '**' },
  layer: 'agent',
  source: 'test',
  sentence: 'test',
  labels: 'any',
  ...rest,
});

const tool: Tool = {
  name: 'mine',
  version: '1',
  description: '',
  runtime: { type: 'host' },
  commands: [
    {
      path: [],
      description: '',
      input: {},
      output: {},
      effect: { change: 'none', where: 'local', repeat: 'safe' },
      files: [],
      runsCode: false,
      outside: false,
    },
  ],
};

const entriesOf = (events: CatalogEvent[]): Entry<CatalogEvent>[] =>
  events.map((event, index) => ({ stream: CATALOG_STREAM, seq: index + 1, at: 1000, event, hash: '0'.repeat(64) }));

const fold = (...events: CatalogEvent[]) => foldCatalog(entriesOf(events));
const defaults = [...emptyCatalog().grants.keys()];

describe('reduceCatalog', () => {
  it('starts with the default grants', () => {
    expect(defaults).toEqual(['default-secret-files', 'default-own-disk']);
    expect(foldCatalog([])).toEqual(emptyCatalog());
  });

  it('keeps what was saved last and forgets what was removed', () => {
    const state = fold(
      { type: 'agent-saved', agent: agent('a1', 'one') },
      { type: 'agent-saved', agent: agent('a2', 'two') },
      { type: 'agent-saved', agent: agent('a1', 'uno', 2) },
      { type: 'agent-removed', id: 'a2' },
      { type: 'tool-installed', tool },
      { type: 'secret-named', secret: { name: 'key', createdAt: 1 } },
      { type: 'secret-named', secret: { name: 'gone', createdAt: 1 } },
      { type: 'secret-removed', name: 'gone' },
      { type: 'setting-changed', key: 'theme', value: 'light' },
      { type: 'setting-changed', key: 'theme', value: 'dark' },
      { type: 'folder-granted', folder: 'f1', path: '/x', identity: '1:2', trust: 'own' },
    );
    expect(state).toEqual({
      seq: 11,
      agents: new Map([['a1', agent('a1', 'uno', 2)]]),
      tools: new Map([['mine', tool]]),
      grants: emptyCatalog().grants,
      folders: new Map([['f1', { id: 'f1', path: '/x', identity: '1:2', trust: 'own' }]]),
      labelled: new Map(),
      labelledBytes: new Map(),
      secrets: new Map([['key', { name: 'key', createdAt: 1 }]]),
      settings: new Map([['theme', 'dark']]),
    });
    expect(agentNamed(state, 'uno')?.id).toBe('a1');
    expect(agentNamed(state, 'one')).toBeUndefined();
  });

  it('drops revoked grants, default ones too', () => {
    const state = fold(
      { type: 'grant-added', grant: grant('g1', 'a1') },
      { type: 'grant-added', grant: grant('g2', 'a1') },
      { type: 'grant-revoked', id: 'g1' },
      { type: 'grant-revoked', id: 'default-secret-files' },
    );
    expect([...state.grants.keys()]).toEqual(['default-own-disk', 'g2']);
  });

  it('lets the grants of a removed agent go, so that a later agent does not inherit them', () => {
    const state = fold(
      { type: 'agent-saved', agent: agent('a1', 'one') },
      { type: 'grant-added', grant: grant('g1', 'a1') },
      { type: 'grant-added', grant: grant('g2', 'every') },
      { type: 'agent-removed', id: 'a1' },
    );
    expect([...state.grants.keys()]).toEqual([...defaults, 'g2']);
  });

  it('lets what was allowed in a removed folder go, and keeps what was denied there', () => {
    const inFolder = { kind: 'file', folder: 'f1', path: '**', verbs: ['read'] } as const;
    const permission = { ...inFolder, verbs: ['read' as const] };
    const state = fold(
      { type: 'grant-added', grant: grant('allow', 'a1', { permission }) },
      { type: 'grant-added', grant: grant('deny', 'a1', { permission, type: 'deny' }) },
      { type: 'folder-removed', folder: 'f1' },
    );
    expect([...state.grants.keys()]).toEqual([...defaults, 'deny']);
  });

  it('passes over entries it has seen and changes no state it was given', () => {
    const events: CatalogEvent[] = [
      { type: 'agent-saved', agent: agent('a1', 'one') },
      { type: 'grant-added', grant: grant('g1', 'a1') },
      { type: 'grant-revoked', id: 'g1' },
      { type: 'setting-changed', key: 'k', value: 1 },
      { type: 'tool-installed', tool },
      { type: 'tool-removed', name: 'mine' },
      { type: 'agent-removed', id: 'a1' },
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 20 }), (chosen) => {
        const entries = entriesOf(chosen);
        const whole = foldCatalog(entries);
        expect(foldCatalog([...entries, ...entries])).toEqual(whole);
        const frozen = structuredClone(whole);
        const next = { ...entriesOf(events)[0], seq: whole.seq + 1 } as Entry<CatalogEvent>;
        reduceCatalog(whole, next);
        expect(whole).toEqual(frozen);
      }),
    );
  });
});
