import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Host } from '../host/host.ts';
import { type CommandResult, commandOn } from '../host/testing/command-on.ts';
import { makeTestHome, openTestHost, removeTestHome } from '../host/testing/test-home.ts';
import { parseLines } from './testing/warrant.ts';

// The command line where code runs, and where a person sits at the terminal, on a host with a real sandbox.

const places = makeTestHome({ 'a.txt': 'a\n' });
let host: Host;
beforeAll(async () => {
  ({ host } = await openTestHost(places));
});
afterAll(async () => {
  await host.close();
  removeTestHome(places);
});
const command = (words: string[], answers?: string[]): Promise<CommandResult> =>
  commandOn(host, places.home, words, answers);

describe('code', () => {
  it('keeps the newline of its output in the stream', { timeout: 60_000 }, async () => {
    const { code, out } = await command([
      'tool',
      'invoke',
      'run_python',
      '--code',
      'print(2**32)',
      '--output',
      'jsonl',
    ]);
    expect(code).toBe(0);
    const lines = parseLines(out);
    expect(lines.map(({ type }) => type)).toEqual(['run', 'tool_call', 'decision', 'tool_result', 'end']);
    expect(lines[1]).toMatchObject({ name: 'run_python', args: { code: 'print(2**32)' } });
    expect(lines[3]).toMatchObject({ id: lines[1]?.id, result: '4294967296\n', error: false, truncated: false });
  });

  it('that fails ends the command with 1 and its own error', { timeout: 60_000 }, async () => {
    const { code, out, err } = await command(['tool', 'invoke', 'run_javascript', '--code', 'throw new Error("mine")']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('mine');
  });

  it('asks for what it staged, and applies it when a person allows it', { timeout: 60_000 }, async () => {
    const source = 'files.write("/folders/work/staged.txt", "staged\\n")';
    const words = ['tool', 'invoke', 'run_javascript', '--code', source, '--folder', `${places.work}:rw`];
    expect((await command(words)).code).toBe(4);
    expect(fs.existsSync(path.join(places.work, 'staged.txt'))).toBe(false);
    const { code, err } = await command(words, ['1']);
    expect(code).toBe(0);
    expect(err).toContain('/folders/work/staged.txt: 7 bytes');
    expect(fs.readFileSync(path.join(places.work, 'staged.txt'), 'utf8')).toBe('staged\n');
  });
});

describe('a person at the terminal', () => {
  const write = (name: string): string[] => {
    const script = path.join(places.home, `${name}.jsonl`);
    const call = { name: 'write_file', args: { path: name, content: 'x\n' } };
    fs.writeFileSync(script, `${JSON.stringify({ tool_calls: [call] })}\n{"text":"done"}\n`);
    const agent = path.join(places.home, 'writer.agent.json');
    const folders = [{ path: places.work, name: 'work', access: 'write' }];
    fs.writeFileSync(agent, JSON.stringify({ name: 'writer', tools: [{ tool: 'write_file' }], folders }));
    return ['run', 'x', '--agent', agent, '--model', `scripted:${script}`];
  };
  const there = (name: string): boolean => fs.existsSync(path.join(places.work, name));

  it('sees what an agent file asks for and accepts it by a word, or not', async () => {
    const refused = commandOn(host, places.home, write('no.txt'), ['no']);
    await expect(refused).rejects.toThrow('waits to be accepted');
    expect(there('no.txt')).toBe(false);
  });

  it('allows a call once by 1, and denies it by d', async () => {
    const allowed = await command([...write('yes.txt'), '--accept'], ['1']);
    expect(allowed).toMatchObject({ code: 0, out: expect.stringMatching(/done\n$/) });
    expect(allowed.err).toContain('"content": "x\\n"');
    expect(there('yes.txt')).toBe(true);
    expect((await command([...write('denied.txt'), '--accept'], ['d'])).code).toBe(0);
    expect(there('denied.txt')).toBe(false);
  });

  it('is asked again after a bare Enter, and may leave the question for later', async () => {
    const { code, err } = await command([...write('later.txt'), '--accept'], ['', '9', 'l']);
    expect(code).toBe(4);
    expect(err).toContain('waits for you');
    expect(there('later.txt')).toBe(false);
  });
});
