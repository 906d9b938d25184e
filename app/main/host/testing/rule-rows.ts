import type { Grant, Permission } from '#contract/permission';
import type { FileVerb } from '#contract/tool';

/** A rule of a table, with what it hits and what it does not. */
export interface RuleRow {
  type: Grant['type'];
  permission: Permission;
  /** Undefined: about every agent. */
  agent?: string;
  sentence: string;
  hits: string[];
  misses: string[];
}

type Of<Kind extends Permission['kind']> = Extract<Permission, { kind: Kind }>;

/** A rule about every agent. */
export const every = (row: Omit<RuleRow, 'agent'>): RuleRow => row;
/** A rule about one agent. */
export const own = (row: Omit<RuleRow, 'agent'>): RuleRow => ({ ...row, agent: 'worker' });
const file = (folder: Of<'file'>['folder'], path: string, ...verbs: FileVerb[]): Permission => ({
  kind: 'file',
  folder,
  path,
  verbs,
});
const net = (host: string, ports: Of<'net'>['ports'] = [], methods: string[] = ['*']): Permission => ({
  kind: 'net',
  host,
  ports,
  methods,
});
/** Files: `verb place/path`. */
export const FILES: RuleRow[] = [
  own({
    type: 'allow',
    permission: file('f1', '**', 'write'),
    sentence: 'worker may write files in ledger without asking.',
    hits: ['write f1/a', 'write f1/a/b/c', 'write f1'],
    misses: ['read f1/a', 'delete f1/a', 'write f2/a', 'write agent/a'],
  }),
  own({
    type: 'allow',
    permission: file('f1', 'a/*', 'read', 'list'),
    sentence: 'worker may read and list files directly in `ledger/a` without asking.',
    hits: ['read f1/a/b', 'list f1/a/b'],
    misses: ['read f1/a', 'read f1/a/b/c', 'read f1/A/b', 'read f1/b/a', 'write f1/a/b'],
  }),
  own({
    type: 'allow',
    permission: file('f1', 'a/**', 'read'),
    sentence: 'worker may read `ledger/a` and all files below it without asking.',
    hits: ['read f1/a', 'read f1/a/b', 'read f1/a/b/c'],
    misses: ['read f1/b', 'read f1/aa', 'read f1', 'read f1/A'],
  }),
  own({
    type: 'allow',
    permission: file('f1', '*.txt', 'write'),
    sentence: 'worker may write `ledger/*.txt` without asking.',
    hits: ['write f1/*.txt'],
    misses: ['write f1/a.txt'],
  }),
  own({
    type: 'allow',
    permission: file('f1', 'straße.txt', 'write'),
    sentence: 'worker may write `ledger/straße.txt` without asking.',
    hits: ['write f1/straße.txt'],
    misses: ['write f1/strasse.txt', 'write f1/STRASSE.TXT', 'write f1/Straße.txt'],
  }),
  own({
    type: 'deny',
    permission: file('f1', 'straße.txt', 'write', 'delete'),
    sentence: 'worker may not write or delete `ledger/straße.txt`.',
    hits: ['write f1/straße.txt', 'write f1/strasse.txt', 'delete f1/STRASSE.TXT', 'write f1/stra\u200bße.txt'],
    misses: ['write f1/strase.txt', 'read f1/straße.txt', 'write f1/x/straße.txt'],
  }),
  every({
    type: 'deny',
    permission: file('*', '**/secret/*', 'read'),
    sentence: 'No agent may read files that fit `**/secret/*`.',
    hits: ['read f1/secret/a', 'read f2/a/b/SECRET/c', 'read agent/secret/a', 'read f1/ｓecret/a', 'read f1/ſecret/a'],
    misses: ['read f1/secret', 'read f1/secret/a/b', 'read f1/secrets/a', 'write f1/secret/a', 'read f1/sеcret/a'],
  }),
  every({
    type: 'deny',
    permission: file('*', 'café', 'read'),
    sentence: 'No agent may read `café` in any folder.',
    hits: ['read f1/café', 'read f2/cafe\u0301', 'read agent/CAFÉ'],
    misses: ['read f1/cafe', 'read f1/a/café'],
  }),
  own({
    type: 'ask',
    permission: file('f1', 'Keys/**', 'write'),
    sentence: 'worker asks before it writes `ledger/Keys` and all files below it.',
    hits: ['write f1/Keys/a', 'write f1/keys/a', 'write f1/\u212aeys'],
    misses: ['write f1/a', 'read f1/Keys/a', 'write f2/Keys/a'],
  }),
  every({
    type: 'deny',
    permission: { kind: 'file', folder: '*', path: '**', verbs: ['read'], only: 'secret-files' },
    sentence: 'No agent may read files that hold secrets.',
    hits: ['read f1/.env', 'read f1/a/.ENV.local', 'read agent/.ssh/id', 'read f2/x.PEM'],
    misses: ['read f1/.env.example', 'read f1/env', 'write f1/.env'],
  }),
  own({
    type: 'allow',
    permission: file('agent', '**', 'read', 'list', 'write', 'delete'),
    sentence: 'worker may read, list, write and delete files on its own disk without asking.',
    hits: ['read agent/a', 'delete agent/a/b'],
    misses: ['read f1/a'],
  }),
  own({
    type: 'allow',
    permission: file('*', 'a\u202eb', 'read'),
    sentence: 'worker may read `a\\u{202e}b` in any folder without asking.',
    hits: ['read f1/a\u202eb'],
    misses: ['read f1/ab'],
  }),
];

/** Hosts: `METHOD url`. */
export const HOSTS: RuleRow[] = [
  own({
    type: 'allow',
    permission: net('*.example.com'),
    sentence: 'worker may reach *.example.com, on ports 80 and 443, without asking.',
    hits: ['GET https://a.example.com/x', 'POST http://A.EXAMPLE.COM./', 'GET https://a。example.com/'],
    misses: [
      'GET https://a.b.example.com/',
      'GET https://example.com/',
      'GET https://evil-example.com/',
      'GET https://a.example.com.evil.test/',
      'GET https://a.example.com:8443/',
      'GET https://a.ехample.com/',
    ],
  }),
  own({
    type: 'allow',
    permission: net('example.com', [{ from: 80, to: 90 }], ['GET', 'HEAD']),
    sentence: 'worker may reach example.com, on port 80 to 90, by GET or HEAD, without asking.',
    hits: ['GET http://example.com/', 'get http://EXAMPLE.com:85/', 'HEAD http://example.com.:90/'],
    misses: [
      'POST http://example.com/',
      'GET http://example.com:91/',
      'GET https://example.com/',
      'GET http://a.example.com/',
    ],
  }),
  own({
    type: 'allow',
    permission: net('api.*.example.com', [{ from: 1, to: 65_535 }]),
    sentence: 'worker may reach api.*.example.com without asking.',
    hits: ['GET https://api.eu.example.com/', 'DELETE https://api.eu.example.com:9999/'],
    misses: ['GET https://api.example.com/', 'GET https://api.eu.x.example.com/', 'GET https://eu.example.com/'],
  }),
  own({
    type: 'allow',
    permission: net('bücher.de', [{ from: 443, to: 443 }]),
    sentence: 'worker may reach bücher.de, on port 443, without asking.',
    hits: [
      'GET https://bücher.de/',
      'GET https://xn--bcher-kva.de/',
      'GET https://BÜCHER.DE/',
      'GET https://bu\u0308cher.de/',
    ],
    misses: ['GET https://bucher.de/', 'GET https://buecher.de/', 'GET http://bücher.de/'],
  }),
  own({
    type: 'allow',
    permission: net('*'),
    sentence: 'worker may reach *, on ports 80 and 443, without asking.',
    hits: ['GET http://localhost/'],
    misses: ['GET http://example.com/', 'GET http://127.0.0.1/', 'GET http://2130706433/', 'GET http://[::1]/'],
  }),
  own({
    type: 'allow',
    permission: net('**.example.com'),
    sentence: 'worker may reach example.com and every host below it, on ports 80 and 443, without asking.',
    hits: ['GET https://example.com/', 'GET https://a.example.com/', 'GET https://a.b.example.com/'],
    misses: ['GET https://anexample.com/', 'GET https://com/'],
  }),
  own({
    type: 'allow',
    permission: net('example.com', [], []),
    sentence: 'worker may reach example.com, on ports 80 and 443, by no method, without asking.',
    hits: [],
    misses: ['GET https://example.com/'],
  }),
  every({
    type: 'deny',
    permission: net('*.example.com', [{ from: 443, to: 443 }]),
    sentence: 'No agent may reach *.example.com, on port 443.',
    hits: ['GET https://a.example.com/', 'POST https://B.Example.com./', 'GET https://a.exaMPLE.com/'],
    misses: ['GET http://a.example.com/', 'GET https://example.com/', 'GET https://a.b.example.com/'],
  }),
  every({
    type: 'deny',
    permission: net('127.*.*.*', [], []),
    sentence: 'No agent may reach 127.*.*.*.',
    hits: ['GET http://127.0.0.1/', 'GET http://127.1/', 'GET http://2130706433:8080/', 'GET http://0x7f.1/'],
    misses: ['GET http://128.0.0.1/', 'GET http://127.0.0.1.example.com/'],
  }),
  every({
    type: 'deny',
    permission: net('**'),
    sentence: 'No agent may reach any host.',
    hits: ['GET http://a.b.c/', 'GET http://[::1]:1/', 'PUT http://10.0.0.1/'],
    misses: [],
  }),
  own({
    type: 'ask',
    permission: net('example.com', [], ['POST']),
    sentence: 'worker asks before it reaches example.com, by POST.',
    hits: ['POST https://example.com/', 'post http://example.com:81/'],
    misses: ['GET https://example.com/'],
  }),
  every({
    type: 'deny',
    permission: net('not a host'),
    sentence: 'No agent may reach not a host.',
    hits: ['GET https://example.com/'],
    misses: [],
  }),
];
