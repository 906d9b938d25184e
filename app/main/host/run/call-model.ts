import { holdsAnswers } from '#contract/agent';
import type { RunEvent } from '#contract/event';
import type { Message, ModelReply, ModelRequest } from '#contract/model';
import { tellsIds } from '#contract/projections/facts';
import { toPrompt } from '#contract/projections/prompt';
import type { RunState } from '#contract/projections/run-state';
import { commandOf, type Tool, type ToolCall } from '#contract/tool';
import { outputInstructions } from '../guardrails/fit-output.ts';
import { citationWords } from '../models/answer-call.ts';
import { costOf } from '../models/prices/price-book.ts';
import { PLAN_WORDS, planIn, wantsPlan } from '../policy/plan-lines.ts';
import { RedactedStream } from '../redact/redacted-stream.ts';
import { validateInput } from '../tools/validate-input.ts';
import { hashOfRequest } from './request-hash.ts';
import type { RunParts } from './run-parts.ts';

/**
 * The tools a model is offered: the bound ones, and no trace of any other (row A1.27). None where the answer has a schema,
 * unless things are looked up first (rows A3.13, A3.14).
 */
export function offeredTools(state: RunState): Tool[] {
  const { output } = state.run.agent;
  if (output && (!output.gather || state.gathered !== undefined)) return [];
  const bound = new Set(state.run.agent.bindings.map((binding) => binding.tool));
  return state.run.tools.filter((tool) => bound.has(tool.name));
}

/** What the model is told before anything else: the agent's instructions and where it may work. */
export function instructionsFor(state: RunState): string {
  const { agent } = state.run;
  const folders = agent.folders.map((folder) => {
    const ways = folder.access === 'write' ? 'read; a change needs the person’s consent' : 'read only';
    return `- /folders/${folder.name} (${ways})`;
  });
  const places = ['Places for files:', ...folders, '- /agent (your own disk, kept between runs)'];
  const plan = wantsPlan(state) && offeredTools(state).length > 0 ? PLAN_WORDS : '';
  const form = outputInstructions(agent) ?? '';
  const cite = citesSources(state) ? citationWords(state.run.protocol) : '';
  return [agent.instructions, places.join('\n'), plan, form, cite].filter((part) => part.trim() !== '').join('\n\n');
}

/** Whether the model may cite: it is told ids, has tools, and no schema of its answer leaves no room for them. */
function citesSources(state: RunState): boolean {
  return tellsIds(state) && state.run.agent.output === undefined && offeredTools(state).length > 0;
}

/** The request as it will be sent. */
export function modelRequest(state: RunState, messages: Message[]): ModelRequest {
  return {
    model: state.run.agent.model,
    protocol: state.run.protocol,
    instructions: instructionsFor(state),
    messages,
    tools: offeredTools(state),
    ...(citesSources(state) && state.run.protocol === 'native' && { answers: true as const }),
    step: state.steps,
  };
}

/**
 * Makes a reply fit for the log: every call gets an id that is new in this run, and arguments that hold against the
 * command's schema; a call that does not is marked with its fault (rules R9, R10).
 */
export function settleCalls(state: RunState, reply: ModelReply): ModelReply {
  const taken = new Set(state.calls.keys());
  const tools = new Map(offeredTools(state).map((tool) => [tool.name, tool]));
  const toolCalls = reply.toolCalls.map((call, index): ToolCall => {
    const id = call.id !== '' && !taken.has(call.id) ? call.id : `call-${state.seq + 1}-${index + 1}`;
    taken.add(id);
    const tool = tools.get(call.tool);
    const command = tool && commandOf(tool, call.command);
    if (!command || call.fault) return { ...call, id };
    const checked = validateInput(command.input, call.input);
    if (checked.ok) return { ...call, id, input: checked.input };
    const faults = checked.errors.map((error) => `${error.path || '/'}: ${error.message}`).join('; ');
    return {
      ...call,
      id,
      fault: { code: 'invalid-input', message: `The arguments of ${call.tool} are not valid. ${faults}` },
    };
  });
  return { ...reply, toolCalls };
}

async function streamReply(
  state: RunState,
  request: ModelRequest,
  parts: RunParts,
  signal: AbortSignal,
): Promise<ModelReply> {
  const provider = parts.modelFor(state);
  if ('missing' in provider) return failed('no-model', provider.missing);
  let text = '';
  // Of a reply that may be an answer which is not let through, nothing is shown while it comes (decision D9).
  const held = holdsAnswers(state.run.agent);
  const shown = new RedactedStream(parts.redactor, (clean) => {
    if (!held) parts.signal({ type: 'text-delta', run: state.run.id, text: clean });
  });
  for await (const part of provider.stream(request, signal)) {
    if (part.type === 'reply') {
      shown.end();
      return part.reply;
    }
    text += part.text;
    shown.write(part.text);
  }
  shown.end();
  const kind = signal.aborted ? 'aborted' : 'error';
  return { ...failed('cut', 'The model’s reply ended before it was complete.'), text, stopReason: kind };
}

function failed(kind: 'no-model' | 'cut', message: string): ModelReply {
  const usage = { inputTokens: 0, outputTokens: 0 };
  return { text: '', toolCalls: [], stopReason: 'error', usage, error: { kind, message } };
}

/**
 * Asks the model once and returns what to append, its plan included, or undefined when it was stopped: a model call has no effect to
 * protect, so one that died is simply made again.
 */
export async function callModel(
  state: RunState,
  parts: RunParts,
  signal: AbortSignal,
): Promise<RunEvent[] | undefined> {
  // What is older than a secret may hold its value.
  const request = parts.redactor.value(modelRequest(state, toPrompt(state, parts.loadText)));
  const requestHash = hashOfRequest(state.run, request);
  const from = parts.now();
  // Without secrets from here on: the arguments that are decided on and hashed are those that are kept.
  const reply = parts.redactor.value(await streamReply(state, request, parts, signal));
  if (signal.aborted) return undefined;
  const called: RunEvent = {
    type: 'model-called',
    reply: settleCalls(state, withRole(state, reply)),
    protocol: request.protocol,
    requestHash,
    throughSeq: state.seq,
    labels: [...state.labels],
    ms: Math.max(0, parts.now() - from),
    ...costFields(state, reply, parts),
  };
  const plan = wantsPlan(state) ? planIn(reply.text, state, request.tools) : undefined;
  return plan ? [called, plan] : [called];
}

/** What the call cost, with the price it was worked out with: neither is there where one of the two is not known. */
function costFields(
  state: RunState,
  reply: ModelReply,
  parts: RunParts,
): Pick<Extract<RunEvent, { type: 'model-called' }>, 'usd' | 'price'> {
  const price = parts.priceFor(state);
  const usd = price && costOf(price, reply.usage);
  return price === undefined || usd === undefined ? {} : { usd, price };
}

/** A failed model call names the agent it stopped (row A2.16). */
function withRole(state: RunState, reply: ModelReply): ModelReply {
  if (!reply.error) return reply;
  return { ...reply, error: { ...reply.error, message: `${state.run.agent.name}: ${reply.error.message}` } };
}
