import { describe, expect, it } from 'vitest';
import { DEFAULT_GRANTS } from './default-grants.ts';
import { Grant } from './permission.ts';

describe('DEFAULT_GRANTS', () => {
  it('are grants of the contract, each with its own id and a sentence', () => {
    for (const grant of DEFAULT_GRANTS) expect(Grant.parse(grant)).toEqual(grant);
    expect(new Set(DEFAULT_GRANTS.map((grant) => grant.id)).size).toBe(DEFAULT_GRANTS.length);
  });

  it('deny the content of secret files everywhere, and allow the agent its own disk', () => {
    expect(DEFAULT_GRANTS.map(({ type, layer, permission }) => ({ type, layer, permission }))).toEqual([
      {
        type: 'deny',
        layer: 'default',
        permission: { kind: 'file', folder: '*', path: '**', verbs: ['read', 'write', 'delete'], only: 'secret-files' },
      },
      {
        type: 'allow',
        layer: 'default',
        permission: { kind: 'file', folder: 'agent', path: '**', verbs: ['read', 'list', 'write', 'delete'] },
      },
    ]);
  });

  it('take no question away: none of them is standing', () => {
    expect(DEFAULT_GRANTS.some((grant) => grant.standing)).toBe(false);
  });
});
