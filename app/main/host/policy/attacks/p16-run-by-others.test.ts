import { expect, test } from 'vitest';
import { change, decisionOf, grantOf, type PolicyCase, verdictOf } from '../../testing/policy-fixture.ts';

// An agent that may write in a folder plants what another program runs or obeys (P16, CurXecute): asked each time,
// whatever was granted, and by whatever way it gets there.

const PLANTED = [
  '.git/hooks/pre-commit',
  '.git/config',
  '.vscode/tasks.json',
  '.mcp.json',
  'tools.desktop',
  '.bashrc',
  'sub/.github/workflows/ci.yml',
  '.GIT/HOOKS/post-checkout',
];

const everything = [
  grantOf('files', {
    permission: { kind: 'file', folder: '*', path: '**', verbs: ['read', 'list', 'write', 'delete'] },
  }),
  grantOf('tools', { permission: { kind: 'tool', tool: '*', command: '**' } }),
];

const unasked = (tool: string): Partial<PolicyCase> => ({
  bindings: [tool, 'write_file'].map((name) => ({ tool: name, ask: 'never' as const })),
  more: everything,
});

const ways = (path: string): PolicyCase[] => [
  { ...unasked('write_file'), tool: 'write_file', input: { path, content: 'x', create_folders: true } },
  { ...unasked('edit_file'), tool: 'edit_file', input: { path, old: 'a', new: 'b' } },
  {
    ...unasked('move_file'),
    tool: 'move_file',
    input: { from: '/agent/x', to: path },
    observed: { '/agent/x': 'file' },
  },
  {
    ...unasked('run_python'),
    tool: 'run_python',
    staged: [change('/folders/work/plain'), change(`/folders/work/${path}`)],
  },
];

test.each(PLANTED)('%s is asked about, by every way', (path) => {
  for (const way of ways(path)) {
    expect(verdictOf(way), way.tool).toMatchObject({ type: 'ask', always: true });
    const [event] = decisionOf({ ...way, run: { approve: 'all' } });
    expect(event?.type, way.tool).toBe('approval-requested');
  }
});

test.each(['.git', '.git/hooks', '.vscode', '.github', 'sub/.github/workflows', '.config/autostart'])(
  'the folder %s, which would hold such files, is asked about as well',
  (path) => {
    const made: PolicyCase = { ...unasked('make_folder'), tool: 'make_folder', input: { path } };
    const moved: PolicyCase = { ...unasked('move_file'), tool: 'move_file', input: { from: '/agent/d', to: path } };
    const staged: PolicyCase = {
      ...unasked('run_python'),
      tool: 'run_python',
      staged: [change(`/folders/work/${path}`, { kind: 'folder' })],
    };
    for (const way of [made, { ...moved, observed: { '/agent/d': 'folder' as const } }, moved, staged])
      expect(verdictOf(way), way.tool).toMatchObject({
        type: 'ask',
        always: true,
        rule: { id: 'default:runs-elsewhere' },
      });
  },
);

test('files and folders of other names are not', () => {
  for (const path of ['notes.md', 'git/hooks', 'github/workflows/x', 'desktop', 'vscode.json'])
    for (const way of ways(path)) expect(verdictOf(way).type, `${way.tool} ${path}`).toBe('allow');
});
