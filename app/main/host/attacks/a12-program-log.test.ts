import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LogLevel } from '../program-log/program-log.ts';
import { QuestionTimer } from '../run/question-timer.ts';
import { calls, type LoopFixture, openLoop, type Turn } from '../testing/loop-fixture.ts';

// Rows A12.1, A12.3, rule K5: what the program says of a run, at each level.

const ARGUMENT = 'an argument that a person wrote';
const TOKEN = `sk-${'q7'.repeat(20)}`;
const THOUGHT = 'a thought of the model';
const RESULT = 'what stands in the file';
const ANSWER = 'the whole answer';
const script: Turn[] = [
  { text: THOUGHT, tool_calls: [{ name: 'search_files', args: { pattern: ARGUMENT } }] },
  calls(['read_file', { path: 'a.txt' }], ['search_files', { pattern: TOKEN }]),
  ANSWER,
];

async function logOf(
  level: LogLevel | undefined,
  guardrails = ['length:3'],
): Promise<{ text: string; loop: LoopFixture }> {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const loop = await openLoop({
    script,
    files: { 'a.txt': RESULT },
    agent: { guardrails },
    ports: { log: { level: level ?? 'warn', write } },
  });
  expect(await loop.status(await loop.start('the prompt'))).toBe(guardrails.length > 0 ? 'blocked' : 'completed');
  const file = path.join(loop.dataFolder, 'logs', 'warrant.log');
  return { text: lines.join('\n') + (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''), loop };
}

describe('the log of the program', () => {
  it.each(['error', undefined] as const)('holds nothing of a run at %s (A12.1, K5)', async (level) => {
    expect((await logOf(level)).text).toBe('');
  });

  it('holds at info that calls were made, and their arguments without tokens', async () => {
    const { text } = await logOf('info');
    expect(text).toContain('call-ended');
    expect(text).toContain(ARGUMENT);
    for (const hidden of [THOUGHT, RESULT, ANSWER, TOKEN, 'the prompt']) expect(text).not.toContain(hidden);
  });

  it('holds at debug what the model thought, and at no level an answer', async () => {
    const { text } = await logOf('debug', []);
    expect(text).toContain(THOUGHT);
    for (const hidden of [RESULT, ANSWER, TOKEN, 'the prompt']) expect(text).not.toContain(hidden);
  });

  it('holds at no level what the model thought where guardrails hold its words back', async () => {
    const { text } = await logOf('debug');
    expect(text).toContain('call-ended');
    for (const hidden of [THOUGHT, ANSWER]) expect(text).not.toContain(hidden);
  });
});

it('a listener that throws at every entry ends no run, and is told of (A12.3)', async () => {
  const lines: string[] = [];
  const watch = vi.spyOn(QuestionTimer.prototype, 'watch').mockImplementation(() => {
    throw new Error('broken');
  });
  onTestFinished(() => watch.mockRestore());
  const loop = await openLoop({
    script: [calls(['calculator', { expression: '1+1' }]), 'done'],
    ports: { log: { level: 'error', write: (line) => void lines.push(line) } },
  });
  expect(await loop.output(await loop.start())).toBe('done');
  expect(watch).toHaveBeenCalled();
  expect(lines).toContain('error listener-failed error=broken');
});
