import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeFolderFixture } from '../../testing/folder-fixture.ts';
import type { JailResult } from '../jail-error.ts';
import type { Workspace } from '../workspace.ts';

/** The ways of naming BASE that the tests of Go's `os.Root` use, in a path and in a link. */
const REFERENCES = [
  { form: 'BASE', escapes: false },
  { form: 'BASE/', escapes: false },
  { form: 'DIR/../BASE', escapes: false },
  { form: 'DIR/../BASE/', escapes: false },
  { form: '../ROOT/BASE', escapes: true },
  { form: '../ROOT/BASE/', escapes: true },
  { form: '/ROOT/BASE', escapes: true },
  { form: '/ROOT/BASE/', escapes: true },
] as const;

type Kind = 'absent' | 'file' | 'folder';
const KINDS: Kind[] = ['absent', 'file', 'folder'];

interface Case {
  name: string;
  form: string;
  kind: Kind;
  /** How the link names its target, when the name is a link. */
  linkForm: string | undefined;
  escapes: boolean;
}

const CASES: Case[] = REFERENCES.flatMap(({ form, escapes }) =>
  KINDS.flatMap((kind) => [
    { name: `${form} is ${kind}`, form, kind, linkForm: undefined, escapes },
    ...REFERENCES.map((link) => ({
      name: `${form} is a link to ${link.form}, ${kind}`,
      form,
      kind,
      linkForm: link.form,
      escapes: escapes || link.escapes,
    })),
  ]),
);

/** An operation in the jail, and the plain call of the operating system that it must agree with. */
interface Operation {
  name: string;
  changes: boolean;
  jailed(workspace: Workspace, at: string): JailResult<unknown>;
  plain(at: string): unknown;
}

const OPERATIONS: Operation[] = [
  {
    name: 'read',
    changes: false,
    jailed: (workspace, at) => map(workspace.read(at, 100), ({ bytes }) => bytes.toString()),
    plain: (at) => fs.readFileSync(at, 'utf8'),
  },
  {
    name: 'list',
    changes: false,
    jailed: (workspace, at) => map(workspace.list(at), ({ entries }) => entries.map(({ name }) => name)),
    plain: (at) => fs.readdirSync(at),
  },
  {
    name: 'stat',
    changes: false,
    jailed: (workspace, at) => map(workspace.stat(at), ({ kind }) => kind),
    plain: (at) => (fs.statSync(at).isDirectory() ? 'folder' : 'file'),
  },
  {
    name: 'write',
    changes: true,
    jailed: (workspace, at) => map(workspace.write(at, Buffer.from('new')), () => 'done'),
    plain: (at) => done(() => fs.writeFileSync(at, 'new')),
  },
  {
    name: 'make a folder',
    changes: true,
    jailed: (workspace, at) => map(workspace.makeFolder(at), () => 'done'),
    plain: (at) => done(() => fs.mkdirSync(at)),
  },
  {
    name: 'remove',
    changes: true,
    jailed: (workspace, at) => map(workspace.remove(at), () => 'done'),
    plain: (at) => done(() => (fs.statSync(at).isDirectory() ? fs.rmdirSync(at) : fs.unlinkSync(at))),
  },
  {
    name: 'move away',
    changes: true,
    jailed: (workspace, at) => map(workspace.move(at, 'other'), () => 'done'),
    plain: (at) => done(() => fs.renameSync(at, path.join(rootOf(at), 'other'))),
  },
  {
    name: 'move there',
    changes: true,
    jailed: (workspace, at) => map(workspace.move('source', at), () => 'done'),
    plain: (at) =>
      done(() => {
        if (fs.existsSync(at.replace(/\/$/, ''))) throw new Error('the jail overwrites nothing');
        fs.renameSync(path.join(rootOf(at), 'source'), at);
      }),
  },
];

describe.each(OPERATIONS)('$name', ({ changes, jailed, plain }) => {
  test.each(CASES)('$name', (item) => {
    const fixture = makeFolderFixture();
    const twin = makeTwin();
    build(fixture.root, item);
    build(twin, item);
    const before = describeTree(fixture.scratch);

    const own = jailed(fixture.workspace, nameIn(fixture.root, item.form));
    const other = outcomeOf(() =>
      plain(item.form.startsWith('/') ? nameIn(twin, item.form) : `${twin}/${nameIn(twin, item.form)}`),
    );

    if (item.escapes || (changes && item.linkForm !== undefined)) {
      expect(own.ok).toBe(false);
      expect(describeTree(fixture.scratch)).toEqual(before);
      return;
    }
    expect(own.ok ? own.value : 'refused').toEqual(other);
    expect(describeTree(fixture.root)).toEqual(describeTree(twin));
  });
});

function build(root: string, { kind, linkForm }: Case): void {
  fs.mkdirSync(path.join(root, 'DIR'));
  fs.writeFileSync(path.join(root, 'source'), 'source');
  const base = linkForm === undefined ? 'target' : 'linked';
  if (kind === 'file') fs.writeFileSync(path.join(root, base), 'target');
  if (kind === 'folder') fs.mkdirSync(path.join(root, base));
  if (linkForm !== undefined) fs.symlinkSync(nameIn(root, linkForm, 'linked'), path.join(root, 'target'));
}

function nameIn(root: string, form: string, base = 'target'): string {
  return form.replace('BASE', base).replace(/^\/ROOT/, root);
}

function makeTwin(): string {
  const scratch = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'warrant-twin-'));
  onTestFinished(() => fs.rmSync(scratch, { recursive: true, force: true }));
  fs.mkdirSync(path.join(scratch, 'ROOT'));
  return path.join(scratch, 'ROOT');
}

function rootOf(at: string): string {
  return at.slice(0, at.indexOf('/ROOT') + '/ROOT'.length);
}

function describeTree(root: string): string[] {
  return (fs.readdirSync(root, { recursive: true, withFileTypes: true }) as fs.Dirent[])
    .map((entry) => {
      const at = path.join(entry.parentPath, entry.name);
      const name = path.relative(root, at);
      if (entry.isSymbolicLink()) return `${name} => ${path.basename(fs.readlinkSync(at))}`;
      return entry.isDirectory() ? `${name}/` : `${name}: ${fs.readFileSync(at, 'utf8')}`;
    })
    .sort();
}

function outcomeOf(call: () => unknown): unknown {
  try {
    return call();
  } catch {
    return 'refused';
  }
}

function done(call: () => void): string {
  call();
  return 'done';
}

function map<From, To>(result: JailResult<From>, to: (value: From) => To): JailResult<To> {
  return result.ok ? { ok: true, value: to(result.value) } : result;
}
