import { expect, it } from 'vitest';
import { calls, openLoop } from '../host/testing/loop-fixture.ts';
import { defineTool } from '../host/tools/define-tool.ts';
import { warrantOn } from './testing/warrant-on.ts';

// Text of models, tools and files can't move the cursor, colour, hide or turn what a terminal shows.

const EVIL = '\u001b[2J\u009b1m\r\u202Egnp\u202C\u{E0041}\u0007';
const RAW = /(?![\n\t])[\p{Cc}\u{202A}-\u{202E}\u{E0000}-\u{E007F}]/u;

const tool = defineTool({
  name: 'speak',
  description: `Speaks ${EVIL}.`,
  input: {},
  effect: { change: 'none', where: 'local', repeat: 'safe' },
  run: () => ({ type: 'ok', text: `spoken ${EVIL}` }),
});
const failing = defineTool({
  name: 'fail',
  description: 'Fails.',
  input: {},
  effect: { change: 'none', where: 'local', repeat: 'safe' },
  run: () => ({ type: 'error', code: 'tool-failed', message: `failed ${EVIL}` }),
});

it('spells what a terminal would obey, in every command that prints what others wrote', async () => {
  const loop = await openLoop({
    script: [calls(['speak', {}]), `said ${EVIL}`],
    tools: ['speak', 'fail', 'ask_person', 'write_file', 'remember'].map((name) => ({ tool: name })),
    ports: { moreTools: [tool, failing] },
  });
  await loop.client.agent.save({ file: loop.agentFile, base: loop.home });
  await loop.client.memory.add({ agent: 'worker', text: `kept ${EVIL}` });
  const run = ['run', '--agent', 'worker'];
  const answered = await warrantOn(loop, [...run, `do ${EVIL}`]);
  expect(answered.out).toContain('said <U+001B>[2J<U+009B>1m<U+000D><U+202E>gnp<U+202C><U+E0041><U+0007>');
  const [row] = await loop.client.run.list();
  const id = row?.id ?? '';
  const waiting = [];
  for (const turn of [
    calls(['ask_person', { question: `asked ${EVIL}`, choices: [EVIL] }]),
    calls(['write_file', { path: '/folders/work/a.txt', content: EVIL }]),
  ]) {
    loop.options.script.splice(0, 9, turn);
    waiting.push(await warrantOn(loop, [...run, 'go']));
  }
  expect(waiting.map(({ code }) => code)).toEqual([4, 4]);
  const all = [answered, ...waiting];
  for (const words of [
    ['show', id, '--format', 'text'],
    ['show', id, '--format', 'markdown'],
    ['runs'],
    ['inbox'],
    ['memory', 'list', '--agent', 'worker'],
    ['memory', 'search', '--agent', 'worker', 'kept'],
    ['tool', 'list'],
    ['tool', 'show', 'speak'],
    ['tool', 'invoke', 'speak'],
    ['tool', 'invoke', 'fail'],
    ['show', EVIL],
    [EVIL],
  ])
    all.push(await warrantOn(loop, words));
  for (const { out, err } of all) {
    expect(out + err).not.toBe('');
    expect(out + err).not.toMatch(RAW);
  }
  // For programs it is as it was.
  const json = await warrantOn(loop, ['show', id, '--format', 'json']);
  expect((JSON.parse(json.out) as { output: string }).output).toBe(`said ${EVIL}`);
});
