import type { Entry, RunEvent } from '#contract/event';
import type { ToolCall } from '#contract/tool';
import { SAMPLE_HASH } from './sample-approval.ts';

type Reply = Extract<RunEvent, { type: 'model-called' }>['reply'];

/** The events of a run written down in order, each as an entry with its number. */
export function sampleEntries(events: readonly RunEvent[]): Entry<RunEvent>[] {
  return events.map((event, index) => ({
    stream: 'run:run-1',
    seq: index + 1,
    at: 1_000_000 + index * 1000,
    event,
    hash: SAMPLE_HASH,
  }));
}

/** The first entry of a run of an agent with nothing but a name. */
export function sampleStart(text: string): RunEvent {
  return {
    type: 'run-started',
    run: {
      id: 'run-1',
      title: 'Sample',
      agent: {
        id: 'agent-1',
        revision: 1,
        name: 'sample',
        description: '',
        instructions: '',
        model: { provider: 'demo', model: 'demo' },
        protocol: 'native',
        bindings: [],
        folders: [],
        guardrails: [],
        memory: false,
        unattended: 'park',
        limits: { steps: 15, tokens: 200_000, seconds: 600, usd: 1 },
        accepted: true,
      },
      tools: [],
      protocol: 'native',
      goal: { type: 'prompt', text: { text } },
      grants: [],
      approve: 'ask',
      unattended: 'park',
      contextTokens: 32_768,
    },
  };
}

/** A reply of the model with text, calls, or both. */
export function sampleReply(text: string, toolCalls: ToolCall[] = [], rest: Partial<Reply> = {}): RunEvent {
  return {
    type: 'model-called',
    reply: {
      text,
      toolCalls,
      stopReason: toolCalls.length > 0 ? 'tool-calls' : 'end',
      usage: { inputTokens: 10, outputTokens: 5 },
      ...rest,
    },
    protocol: 'native',
    requestHash: SAMPLE_HASH,
    throughSeq: 0,
    labels: [],
    ms: 5,
  };
}

/** A call as the model asks for it. */
export function sampleCall(id: string, tool: string, input: ToolCall['input'] = {}): ToolCall {
  return { id, tool, command: [], input };
}

/** The entries of a call that a rule allowed and that ended well, or with an error. */
export function sampleRun(call: ToolCall, error?: string): RunEvent[] {
  return [
    {
      type: 'tool-call-decided',
      callId: call.id,
      decision: {
        type: 'allow',
        rule: { id: 'rule', sentence: 'Reads are allowed.', source: 'Default' },
        warrant: {
          call,
          hash: SAMPLE_HASH,
          binding: { tool: call.tool, ask: 'effects', hosts: [], secrets: [], config: [], middleware: [], options: {} },
          grants: [],
        },
      },
    },
    { type: 'tool-call-started', callId: call.id, attempt: 1 },
    {
      type: 'tool-call-ended',
      callId: call.id,
      outcome:
        error === undefined
          ? { type: 'ok', output: { text: 'ok' }, truncated: false, facts: [] }
          : { type: 'error', code: 'tool-failed', message: error, truncated: false },
      labels: [],
      ms: 3,
    },
  ];
}
