import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { Json } from '#contract/ids';
import type { Message, ModelError, ModelPart, ModelRequest, Protocol } from '#contract/model';
import { AnswerGate } from './answer-gate.ts';
import { interpretReply } from './interpret-reply.ts';
import { abortedReply, failedReply, type ModelProvider, type Sleep } from './model-provider.ts';
import { offerTools } from './offer-tools.ts';
import { reactMarkerOf } from './parse-react.ts';
import { describeStatus } from './provider-failure.ts';

/** One reply of a script (interfaces, "Test models"). */
const ScriptLine = z.union([
  z.string(),
  z.strictObject({
    text: z.string().optional(),
    tool_calls: z.array(z.strictObject({ name: z.string(), args: Json.optional() })).optional(),
    expect: z.string().optional(),
    chunks: z.array(z.string()).optional(),
    error: z.strictObject({ status: z.int(), message: z.string().optional() }).optional(),
    delay_ms: z.number().nonnegative().optional(),
  }),
]);
type ScriptLine = z.infer<typeof ScriptLine>;

/** A script, read whole: its replies, each with the number of its line. */
interface Script {
  lines: { number: number; line: ScriptLine }[];
}

/** Where a script is read from and how waiting is done; both only for tests. */
export interface ScriptSources {
  readScript?: (path: string) => string;
  sleep?: Sleep;
}

/**
 * `scripted:FILE`: replays replies from JSON Lines, one per model call (interfaces, "Test models"). The line is chosen
 * by `request.step`, the number of replies the run has, never by memory: another process goes on at the right one.
 * `auto` means ReAct where a line is plain text with ReAct markers, else native. Failures of the script are replies
 * with error kind `script`.
 */
export function scriptedProvider(path: string, sources: ScriptSources = {}): ModelProvider {
  const read = sources.readScript ?? ((file: string) => readFileSync(file, 'utf8'));
  const script = readScript(path, read);
  return {
    id: `scripted:${path}`,
    auto: 'failed' in script ? 'native' : autoProtocol(script),
    stream: (request, signal) => replay(script, request, signal, sources.sleep ?? wait),
  };
}

async function* replay(
  script: Script | { failed: string },
  request: ModelRequest,
  signal: AbortSignal,
  sleep: Sleep,
): AsyncGenerator<ModelPart> {
  if (signal.aborted) return yield { type: 'reply', reply: abortedReply() };
  if ('failed' in script) return yield { type: 'reply', reply: failedReply(scriptError(script.failed)) };
  const entry = script.lines[request.step];
  if (entry === undefined) return yield { type: 'reply', reply: failedReply(scriptError('script exhausted')) };
  const line = typeof entry.line === 'string' ? { text: entry.line } : entry.line;
  if (line.expect !== undefined && !newestText(request).includes(line.expect)) {
    return yield { type: 'reply', reply: failedReply(scriptError(`script mismatch at line ${entry.number}`)) };
  }
  if (line.delay_ms !== undefined && !(await waited(sleep, line.delay_ms, signal))) {
    return yield { type: 'reply', reply: abortedReply() };
  }
  if (line.error !== undefined) {
    const error = describeStatus('The scripted model', line.error.status, line.error.message ?? '');
    return yield { type: 'reply', reply: failedReply(error) };
  }
  const offers = offerTools(request.tools, request.answers);
  const gate = new AnswerGate(request.protocol, offers.names);
  const chunks = line.chunks ?? [line.text ?? ''];
  const calls = (line.tool_calls ?? []).map((call) => ({
    name: call.name,
    argumentsText: typeof call.args === 'string' ? call.args : JSON.stringify(call.args ?? {}),
  }));
  if (calls.length === 0) {
    for (const chunk of chunks) {
      const shown = gate.push(chunk);
      if (shown !== '') yield { type: 'text-delta', text: shown };
    }
  }
  const text = line.text ?? chunks.join('');
  const usage = { inputTokens: 0, outputTokens: 0 };
  const reply = interpretReply({ text, calls, stopReason: 'end', usage }, { offers, protocol: request.protocol });
  const rest = reply.toolCalls.length === 0 && reply.problem === undefined ? gate.finish(reply.text) : '';
  if (rest !== '') yield { type: 'text-delta', text: rest };
  yield { type: 'reply', reply };
}

function readScript(path: string, read: (path: string) => string): Script | { failed: string } {
  let text: string;
  try {
    text = read(path);
  } catch {
    // Whatever keeps the file from being read, its name is what the person needs.
    return { failed: `script ${path} can't be read` };
  }
  const lines: Script['lines'] = [];
  for (const [index, written] of text.split('\n').entries()) {
    if (written.trim() === '') continue;
    const line = parseLine(written);
    if (line === undefined) return { failed: `script ${path} has no valid reply at line ${index + 1}` };
    lines.push({ number: index + 1, line });
  }
  return { lines };
}

function parseLine(written: string): ScriptLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    return undefined;
  }
  const parsed = ScriptLine.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

function autoProtocol(script: Script): Protocol {
  return script.lines.some(({ line }) => typeof line === 'string' && hasMarker(line)) ? 'react' : 'native';
}

function hasMarker(text: string): boolean {
  return text.split('\n').some((line) => {
    const marker = reactMarkerOf(line, 0, line.length)?.marker;
    return marker === 'action' || marker === 'final';
  });
}

/** All that came since the model's last reply, as it reads it. */
function newestText(request: ModelRequest): string {
  const last = request.messages.findLastIndex((message) => message.role === 'assistant');
  const texts = request.messages.slice(last + 1).map((message) => textOf(message, request.protocol));
  return texts.join('\n');
}

function textOf(message: Message, protocol: Protocol): string {
  if (message.role === 'assistant') return message.reply.text;
  return message.role === 'tool' && protocol === 'react' ? `Observation: ${message.text}` : message.text;
}

function scriptError(message: string): ModelError {
  return { kind: 'script', message };
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal });
}

async function waited(sleep: Sleep, ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return !signal.aborted;
}
