import type { Approval } from '#contract/approval';
import type { RunEvent } from '#contract/event';
import type { Json, JsonSchema } from '#contract/ids';
import type { Label } from '#contract/label';
import type { Command, Tool, ToolCall } from '#contract/tool';
import { bindingOf, decisionOf, type PolicyCase, toolOf } from './policy-fixture.ts';

const usage = { inputTokens: 0, outputTokens: 0 };
const hash = '0'.repeat(64);

/** A result that the model has read: from outside where it has a label. */
export interface EarlierResult {
  text: string;
  path?: string;
  tool?: string;
  outside?: boolean;
}

/** A run in which a person asked for something and the model has read these results. */
export interface OutsideCase extends PolicyCase {
  /** What the person wrote: the goal. */
  goal?: string;
  /** What they wrote after it. */
  messages?: string[];
  results?: EarlierResult[];
  plan?: { tool: string; targets: string[] }[];
}

function labelsOf({ outside, path, tool }: EarlierResult, callId: string): Label[] {
  if (!outside) return [];
  return [{ origin: 'outside', callId, ...(path !== undefined && { path }), ...(tool !== undefined && { tool }) }];
}

/** The entries of a call that ran and ended with a text. */
function resultEvents(result: EarlierResult, n: number): RunEvent[] {
  const call: ToolCall = { id: `read-${n}`, tool: result.tool ?? 'read_file', command: [], input: {} };
  const reply = { text: '', toolCalls: [call], stopReason: 'tool-calls' as const, usage };
  const rule = { id: 'default:reads', sentence: '', source: 'Default' };
  const warrant = { call, hash, binding: bindingOf(call.tool), grants: [] };
  const outcome = { type: 'ok' as const, output: { text: result.text }, truncated: false, facts: [] };
  return [
    { type: 'model-called', reply, protocol: 'native', requestHash: hash, throughSeq: 1, labels: [], ms: 0 },
    { type: 'tool-call-decided', callId: call.id, decision: { type: 'allow', rule, warrant } },
    { type: 'tool-call-ended', callId: call.id, outcome, labels: labelsOf(result, call.id), ms: 0 },
  ];
}

/** The case for the policy; every tool is `ask: never`, so that what still asks does so by the rules alone. */
export function policyCase(given: OutsideCase): PolicyCase {
  const { goal = 'go', messages = [], results = [], plan = [], ...rest } = given;
  const planned: RunEvent[] =
    plan.length === 0 ? [] : [{ type: 'plan-recorded', calls: plan.map((each) => ({ ...each, command: [] })) }];
  const names = [...new Set([given.tool, 'write_file', 'read_file', ...(given.tools ?? []).map(({ name }) => name)])];
  return {
    bindings: names.map((tool) => ({ tool, ask: 'never' })),
    earlier: [
      ...planned,
      ...results.flatMap(resultEvents),
      ...messages.map((text): RunEvent => ({ type: 'user-message-added', text: { text } })),
    ],
    ...rest,
    run: { goal: { type: 'prompt', text: { text: goal } }, approve: 'all', ...rest.run },
  };
}

/** The card that the case is asked about with; undefined where nobody is asked. Throws where it is denied. */
export function questionOf(given: OutsideCase): Approval | undefined {
  for (const event of decisionOf(policyCase(given))) {
    if (event.type === 'approval-requested') return event.approval;
    if (event.type === 'tool-call-decided' && event.decision.type === 'deny') throw new Error(event.decision.reason);
  }
  return undefined;
}

/** `asked RULE` or `free`, for tables. */
export function outsideWords(given: OutsideCase): string {
  const card = questionOf(given);
  return card ? `asked ${card.rule.id.replace('default:', '')}` : 'free';
}

const fields = (names: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties: names as Json });
const remote: Command['effect'] = { change: 'write', where: 'remote', repeat: 'no' };
const text: JsonSchema = { type: 'string' };

/** CaMeL's `send_money`: it goes where the recipient says, and every field decides (rule A4). */
export const sendMoney: Tool = toolOf('send_money', remote, {
  input: fields({ recipient: text, amount: { type: 'number' } }),
  wish: ['pay', 'send', 'transfer'],
});

/** CaMeL's `send_email`: subject and body may be anything, where each recipient is the person's own (rule A5). */
export const sendEmail: Tool = toolOf('send_email', remote, {
  input: fields({ recipients: { type: 'array', items: text }, subject: text, body: text, urgent: { type: 'boolean' } }),
  wish: ['mail', 'email', 'e-mail', 'send', 'forward'],
  fields: [
    { field: 'recipients', role: 'target', outside: 'ask' },
    { field: 'subject', role: 'content', outside: 'to-own-target' },
    { field: 'body', role: 'content', outside: 'to-own-target' },
    { field: 'urgent', role: 'content', outside: 'ask' },
  ],
});

/** CaMeL's `update_password`: no untrusted argument at all (rule A6). */
export const updatePassword: Tool = toolOf(
  'update_password',
  { change: 'write', where: 'local', repeat: 'no' },
  { input: fields({ password: text }), wish: ['set', 'change', 'update'] },
);

/** The mail that the cases read, in a folder that is marked as from outside. */
export const mail = (words: string): EarlierResult => ({ text: words, path: '/folders/inbox/mail.txt', outside: true });
