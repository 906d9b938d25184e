import type { Grant } from './permission.ts';

/**
 * The rules that hold from the start, as grants that a person can see and revoke by id. Revoking the first lifts the
 * denial of files that hold secrets (rule P19): their content is denied to every tool and to code, and they are not changed, since the version
 * before a change is kept; names may be listed.
 */
export const DEFAULT_GRANTS: readonly Grant[] = [
  {
    id: 'default-secret-files',
    agent: 'every',
    type: 'deny',
    standing: false,
    permission: { kind: 'file', folder: '*', path: '**', verbs: ['read', 'write', 'delete'], only: 'secret-files' },
    layer: 'default',
    source: 'Default',
    sentence: 'No agent may read or change files that hold secrets, such as .env, *.key or .ssh.',
    labels: 'any',
  },
  {
    id: 'default-own-disk',
    agent: 'every',
    type: 'allow',
    standing: false,
    permission: { kind: 'file', folder: 'agent', path: '**', verbs: ['read', 'list', 'write', 'delete'] },
    layer: 'default',
    source: 'Default',
    sentence: 'An agent may read, write and delete files on its own disk.',
    labels: 'any',
  },
];
