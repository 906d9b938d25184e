import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import { calls, openLoop } from './testing/loop-fixture.ts';

// `explain` says what a run would do, in the words of the log, and does nothing (interfaces, "Commands"; row A16.1).

const QUESTIONS: [tool: string, input: Json, decision: string, rule: string][] = [
  ['read_file', { path: 'a.txt' }, 'allow', 'default:reads'],
  ['read_file', { path: '.env' }, 'deny', 'default-secret-files'],
  ['list_files', { path: '.ssh' }, 'deny', 'default-secret-files'],
  ['list_files', { path: '/' }, 'allow', 'default:places'],
  ['write_file', { path: 'b.txt', content: '' }, 'ask', 'default:effects'],
  ['write_file', { path: '/agent/b.txt', content: '' }, 'allow', 'default:own-disk'],
  ['write_file', { path: '.git/config', content: '', create_folders: true }, 'ask', 'default:runs-elsewhere'],
  ['make_folder', { path: '.vscode' }, 'ask', 'default:runs-elsewhere'],
  ['delete_file', { path: 'a.txt' }, 'ask', 'default:removes'],
  ['read_file', { path: '/etc/passwd' }, 'deny', 'default:outside'],
  ['edit_file', { path: 'a.txt', old: 'a', new: 'b' }, 'ask', 'agent:edit_file:ask-always'],
  ['make_folder', { path: 'new' }, 'allow', 'agent:make_folder:ask-never'],
  ['current_time', {}, 'deny', 'default:not-bound'],
  ['no_such_tool', {}, 'deny', 'default:not-bound'],
];

const tools = [
  ...['read_file', 'list_files', 'write_file', 'delete_file'].map((tool) => ({ tool })),
  { tool: 'edit_file', ask: 'always' },
  { tool: 'make_folder', ask: 'never' },
];

describe('explain', () => {
  it('gives the decision, the rule and the words that a run then has', async () => {
    const asked = QUESTIONS.map(([tool, input]) => [tool, input] as [string, Json]);
    const loop = await openLoop({ files: { 'a.txt': 'a' }, tools, script: [calls(...asked), 'done'] });
    await loop.client.agent.save({ file: loop.agentFile, base: loop.home });
    const { run } = await loop.client.run.start({ agent: { name: 'worker' }, text: 'go', flags: {} });
    await loop.settled(run);
    const made = [...(await loop.state(run)).calls.values()];
    for (const [index, [tool, input, decision, rule]] of QUESTIONS.entries()) {
      const said = await loop.client.explain.call({ agent: 'worker', tool, command: [], input });
      expect(said, `${tool} ${JSON.stringify(input)}`).toMatchObject({ decision, rule: { id: rule } });
      const [first] = made[index]?.decisions ?? [];
      expect(first, `${tool} ${JSON.stringify(input)}`).toMatchObject({ decision, rule: said.rule });
    }
  });

  it('says of a tool that is not bound that it is not bound, and of arguments what is wrong with them', async () => {
    const loop = await openLoop({ tools, script: ['unused'] });
    await loop.client.agent.save({ file: loop.agentFile, base: loop.home });
    const explain = (tool: string, input: Json) =>
      loop.client.explain.call({ agent: 'worker', tool, command: [], input });
    expect(await explain('current_time', {})).toMatchObject({ reason: 'current_time is not bound to worker' });
    expect(await explain('read_file', { wrong: 1 })).toMatchObject({
      decision: 'deny',
      rule: { id: 'default:valid' },
      reason: expect.stringContaining('path'),
    });
    await expect(loop.client.explain.call({ agent: 'nobody', tool: 'x', command: [], input: {} })).rejects.toThrow(
      /no agent nobody/,
    );
    expect(await loop.client.run.list()).toEqual([]);
  });

  it('says step by step how it came to that, and who stands behind each step', async () => {
    const loop = await openLoop({ files: { 'a.txt': 'a' }, tools, script: ['unused'] });
    await loop.client.agent.save({ file: loop.agentFile, base: loop.home });
    const steps = async (tool: string, input: Json): Promise<string[]> => {
      const said = await loop.client.explain.call({ agent: 'worker', tool, command: [], input });
      return said.steps.map(({ text, source }) => `${source}: ${text}`);
    };
    expect(await steps('write_file', { path: 'x/../b.txt', content: '' })).toEqual([
      'Agent: write_file is bound to worker',
      'Workspace: Path resolved: /folders/work/b.txt',
      'Agent: Rules of worker for write_file: 4 looked at, 2 match: “worker may use write_file.” “worker may write files in work.”',
      'You: Your rules for every agent: 0 looked at, none matches',
      'Default: Rules that hold from the start: 2 looked at, none matches',
      'Default: Asked by the rule “Every other write or effect asks.”',
    ]);
    await loop.client.grant.add({
      agent: 'every',
      type: 'deny',
      permission: { kind: 'file', folder: loop.work, path: 'b.txt', verbs: ['write'] },
    });
    const config = { field: 'path', from: 'c', to: 'd' };
    await loop.client.setting.set({
      key: 'policy.middleware',
      value: [
        { name: 'require-approval', version: '1', config: {} },
        { name: 'rewrite', version: '1', config },
      ],
    });
    expect((await steps('write_file', { path: 'b.txt', content: '' })).slice(3)).toEqual([
      'You: Your rules for every agent: 1 looked at, one matches: “No agent may write `work/b.txt`.”',
      'Default: Rules that hold from the start: 2 looked at, none matches',
      'You: Denied: /folders/work/b.txt: No agent may write `work/b.txt`.',
    ]);
    expect((await steps('make_folder', { path: 'c' })).slice(4)).toEqual([
      'Default: Rules that hold from the start: 2 looked at, none matches',
      'Agent: make_folder does not ask',
      'Middleware: require-approval (every agent) asks: Every call asks.',
      'Middleware: rewrite (every agent) changes the arguments; both forms are decided',
      'Middleware: require-approval (every agent) asks: Every call asks.',
      'Middleware: Asked by the rule “Every call asks.”',
    ]);
    expect(await steps('write_file', { path: '/etc/passwd', content: '' })).toEqual([
      'Agent: write_file is bound to worker',
      'Workspace: Path not resolved: the path is outside /agent and /folders',
      'Agent: Rules of worker for write_file: 1 looked at, one matches: “worker may use write_file.”',
      'You: Your rules for every agent: 0 looked at, none matches',
      'Default: Rules that hold from the start: 0 looked at, none matches',
      'Default: Denied: the path is outside /agent and /folders',
    ]);
  });
});
