import type { Entry, RunEvent } from '#contract/event';
import { runStream } from '#contract/event';
import type { Fact } from '#contract/fact';
import type { Mark } from '#contract/mark';
import type { ToolCall } from '#contract/tool';
import { sampleRun } from '../store/testing.ts';

const AT = 1_700_000_000_000;

/** Events as entries of a run, a second apart. Their hashes are none. */
export function entriesOf(events: readonly RunEvent[]): Entry<RunEvent>[] {
  return events.map((event, at) => ({
    stream: runStream('run 1'),
    seq: at + 1,
    at: AT + at * 1000,
    event,
    hash: '0'.repeat(64),
  }));
}

/** What the run answers, and what its parts rest on. */
export const ANSWER = 'Turin has 1,680,000 people, 2,779 a km². By 2030 it grows. It is 400 km away.';

const markOf = (text: string, mark: Omit<Mark, 'start' | 'end' | 'text'>): Mark => ({
  start: ANSWER.indexOf(text),
  end: ANSWER.indexOf(text) + text.length,
  text,
  ...mark,
});

/**
 * A run that reads one fact, computes with it and answers: entries 1 to 8 are its start, a reply with two calls, their
 * starts and ends, the answer, its marks, and its end.
 * @param id of the first call
 */
export function sampleProvRun(id: string, change: (fact: Fact) => Fact): Entry<RunEvent>[] {
  const read: ToolCall = { id, tool: 'read_file', command: [], input: { path: '/agent/turin.json' } };
  const compute: ToolCall = { id: 'call_2', tool: 'calculator', command: [], input: { expression: '1680000 / 604.5' } };
  const source = {
    organization: 'Example Statistics',
    url: 'https://stats.example.com/turin?year=2024',
    collectedAt: AT + 2500,
    callId: id,
  };
  const fact = change({
    id: 'F1',
    claim: 'inhabitants: 1680000',
    payloadHash: 'a'.repeat(64),
    at: { pointer: '/inhabitants' },
    sources: [source],
    mediaType: 'application/json',
    bytes: 900,
  });
  const ended = (callId: string, text: string, facts: Fact[]): RunEvent => ({
    type: 'tool-call-ended',
    callId,
    outcome: { type: 'ok', output: { text }, truncated: false, facts },
    labels: [],
    ms: 40,
  });
  const reply = (text: string, toolCalls: ToolCall[], stopReason: 'end' | 'tool-calls'): RunEvent => ({
    type: 'model-called',
    reply: { text, toolCalls, stopReason, usage: { inputTokens: 10, outputTokens: 5 } },
    protocol: 'native',
    requestHash: 'b'.repeat(64),
    throughSeq: 1,
    labels: [],
    ms: 500,
  });
  return entriesOf([
    {
      type: 'run-started',
      run: { ...sampleRun('run 1'), goal: { type: 'prompt', text: { text: 'Turin, and by 2030?' } } },
    },
    reply('I look.', [read, compute], 'tool-calls'),
    { type: 'tool-call-started', callId: id, attempt: 0 },
    ended(id, '{"inhabitants":1680000}', [fact]),
    { type: 'tool-call-started', callId: 'call_2', attempt: 0 },
    ended('call_2', '2779.156327543424', []),
    reply(ANSWER, [], 'end'),
    {
      type: 'answer-marked',
      text: ANSWER,
      marks: [
        markOf('1,680,000', { item: 'number', kind: 'fact', fact: fact.id }),
        markOf('2,779', { item: 'number', kind: 'computed', call: 'call_2', value: '2779.156327543424' }),
        markOf('2030', { item: 'date', kind: 'given' }),
        markOf('400 km', { item: 'number', kind: 'unsourced', problem: 'unknown-id', cited: 'F9' }),
      ],
      badges: [{ badge: 'failed-evidence', calls: [id] }],
    },
    { type: 'run-ended', end: { type: 'completed', text: { text: ANSWER } } },
  ]);
}

/** The same with nothing changed. */
export function publishedRun(): Entry<RunEvent>[] {
  return sampleProvRun('call_1', (fact) => fact);
}
