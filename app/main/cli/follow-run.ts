import { WarrantError } from '#contract/errors';
import type { Entry, RunEvent, Signal } from '#contract/event';
import { runStream } from '#contract/event';
import type { Hash, RunId } from '#contract/ids';
import { extensionOf } from '#contract/projections/limit-extension';
import { type RunState, reduceRun } from '#contract/projections/run-state';
import {
  blockLines,
  callSummary,
  endLine,
  outputObject,
  type StreamLine,
  streamLines,
} from '#contract/projections/stream-lines';
import { type LoadText, textOf } from '#contract/text-ref';
import { offeredName } from '#contract/tool';
import type { RunSummary } from '#contract/views';
import type { Client } from './client.ts';
import { codeOfError } from './error-text.ts';
import { print, printJson, type Terminal, warn } from './terminal.ts';
import type { TraceFile } from './trace-file.ts';

export type OutputForm = 'text' | 'json' | 'jsonl';

/** Texts that the log keeps outside its rows, fetched once each from the host. */
export class BlobTexts {
  readonly #client: Client;
  readonly #texts = new Map<Hash, string>();
  constructor(client: Client) {
    this.#client = client;
  }
  readonly load: LoadText = (hash) => this.#texts.get(hash);
  /** Fetches what an entry refers to, so that `load` has it. */
  async fetch(entry: Entry<RunEvent>): Promise<void> {
    for (const hash of hashesOf(entry.event)) {
      if (this.#texts.has(hash)) continue;
      const parts: Buffer[] = [];
      let offset = 0;
      for (;;) {
        const window = await this.#client.blob.read({ hash, offset, length: 1_048_576 });
        const bytes = Buffer.from(window.base64, 'base64');
        parts.push(bytes);
        offset += bytes.length;
        if (bytes.length === 0 || offset >= window.bytes) break;
      }
      this.#texts.set(hash, Buffer.concat(parts).toString('utf8'));
    }
  }
}

function hashesOf(event: RunEvent): Hash[] {
  const refs =
    event.type === 'tool-call-ended'
      ? [event.outcome.output]
      : event.type === 'user-message-added'
        ? [event.text]
        : event.type === 'run-ended' && event.end.type === 'completed'
          ? [event.end.text]
          : [];
  return refs.flatMap((ref) => (ref && 'blob' in ref ? [ref.blob] : []));
}

interface Printer {
  entry(entry: Entry<RunEvent>, state: RunState): void;
  signal(signal: Signal): void;
  end(state: RunState, summary: RunSummary): void;
}

/** Text streams as it comes; what of a reply did not come that way is one line before its calls (row A21.6). */
function jsonLines(terminal: Terminal, load: LoadText): Printer {
  const line = (value: StreamLine): void => printJson(terminal, value);
  let streamed = '';
  return {
    entry: (entry, state) => {
      for (const value of streamLines(entry, state, load)) {
        if (value.type !== 'text') line(value);
        else if (streamed === '') line(value);
        else if (typeof value.delta === 'string' && value.delta.startsWith(streamed)) {
          const rest = value.delta.slice(streamed.length);
          if (rest !== '') line({ type: 'text', delta: rest });
        }
      }
      if (entry.event.type === 'model-called') streamed = '';
    },
    signal: (signal) => {
      if (signal.type !== 'text-delta') return;
      streamed += signal.text;
      line({ type: 'text', delta: signal.text });
    },
    end: (state, summary) => line(endLine(state, summary.status, load)),
  };
}

function jsonObject(terminal: Terminal, load: LoadText): Printer {
  return {
    entry: () => undefined,
    signal: () => undefined,
    end: (state, summary) => printJson(terminal, outputObject(state, summary.status, load)),
  };
}

/** One line per call, the answer last (row A21.5); what a person should know besides goes to standard error. */
function plainText(terminal: Terminal, load: LoadText): Printer {
  return {
    entry: ({ event }, state) => {
      if (event.type === 'model-called')
        for (const call of event.reply.toolCalls)
          print(terminal, `tool_call: ${offeredName(call.tool, call.command)} ${callSummary(call)}`);
      else if (event.type === 'tool-call-decided' && event.decision.type === 'deny')
        warn(terminal, `denied: ${withHostFlag(event.decision.reason, state)}`);
      else if (event.type === 'context-compacted') warn(terminal, 'earlier history was shortened for the model');
      else if (event.type === 'gathering-ended') warn(terminal, `warning: ${event.detail}`);
      else if (event.type === 'repair-requested') warn(terminal, 'the answer did not fit its schema: asked again');
    },
    signal: () => undefined,
    end: (state, summary) => {
      printUnfinished(terminal, state, load);
      const output = endLine(state, summary.status, load).output;
      if (typeof output === 'string' && output !== '') {
        const direct = state.run.goal.type === 'invoke';
        if (summary.status === 'failed') warn(terminal, direct ? `failed: ${output}` : output);
        else if (summary.status !== 'denied') print(terminal, output);
        // A refusal before the call was made is told already.
        else if (!deniedBefore(state)) warn(terminal, `denied: ${withHostFlag(output, state)}`);
      }
      warnState(terminal, state, summary);
    },
  };
}

/** A refusal of a host, with the flag by which a direct call gets it. */
function withHostFlag(reason: string, { run }: RunState): string {
  const [, host, port] = /(\S+)(?: on port (\d+))? is not a host that \S+ may reach/.exec(reason) ?? [];
  if (run.goal.type !== 'invoke' || host === undefined) return reason;
  return `${reason.replace(/\.$/, '')}. --host ${host}${port === undefined ? '' : `:${port}`} names it for this call.`;
}

/** Was a direct call denied before it was made, not within? */
function deniedBefore(state: RunState): boolean {
  const [call] = state.calls.values();
  return call?.decisions.at(-1)?.decision === 'deny';
}

/** What a direct call printed before it failed. */
function printUnfinished(terminal: Terminal, state: RunState, load: LoadText): void {
  const [call] = state.run.goal.type === 'invoke' ? state.calls.values() : [];
  if (call?.status !== 'ended' || call.outcome.type !== 'error' || !call.outcome.output) return;
  const printed = textOf(call.outcome.output, load);
  if (printed !== '') print(terminal, printed);
}

/** Which limit, how far the run would go on, and how a person says another number (row A2.8). */
function warnLimit(terminal: Terminal, { run, limit }: RunState): void {
  if (!limit) return;
  const { by, unit } = extensionOf(limit.limit, run.agent.limits);
  const words = unit === 'usd' ? `${by.toFixed(2)} USD` : `${by} ${by === 1 ? unit.slice(0, -1) : unit}`;
  const resume = `warrant resume ${run.id}`;
  warn(terminal, `at a limit: ${limit.detail}. \`${resume}\` goes on by ${words}, \`${resume} --more N\` by N.`);
}

/** A run that stopped by itself says why: its agent’s file wants that where nobody is there (`unattended: stop`). */
function stopWords({ end }: RunState): string {
  if (end?.type !== 'cancelled' || !end.by.startsWith('the agent')) return 'stopped';
  return `stopped by ${end.by} (unattended: stop): it would have had to ask`;
}

function warnState(terminal: Terminal, state: RunState, summary: RunSummary): void {
  if (summary.status === 'limit') warnLimit(terminal, state);
  if (summary.status === 'blocked') for (const line of blockLines(state.end)) warn(terminal, line);
  if (summary.status === 'cancelled') warn(terminal, stopWords(state));
  if (summary.status === 'interrupted') warn(terminal, `interrupted. \`warrant resume ${summary.id}\` goes on.`);
  if (summary.status !== 'waiting') return;
  warn(terminal, `run ${summary.id} waits for you:`);
  for (const call of state.calls.values())
    if (call.status === 'waiting') {
      const { approval } = call;
      warn(terminal, `  approval ${approval.id}: ${approval.title.text} ${approval.title.object}`.trimEnd());
      warn(terminal, `    ${approval.effects.map((effect) => effect.text).join(' · ')}`);
      warn(
        terminal,
        `    \`warrant approve ${approval.id} --once\` or \`--deny\`, then \`warrant resume ${summary.id}\``,
      );
    } else if (call.status === 'asking') {
      const { question } = call;
      warn(terminal, `  question ${question.id}: ${question.text}`);
      warn(terminal, `    \`warrant answer ${question.id} TEXT\`, then \`warrant resume ${summary.id}\``);
    }
}

/** Lets an answered run go on. A host that does so by itself may have brought it to its end meanwhile. */
async function goOn(client: Client, run: RunId): Promise<void> {
  try {
    await client.run.resume({ run });
  } catch (error) {
    if (codeOfError(error)?.code !== 'conflict') throw error;
  }
}

/** What a terminal does when the run waits: true if something was answered and the run should be followed on. */
export type OnWaiting = (state: RunState) => Promise<boolean>;

/**
 * Follows a run from `afterSeq` until it ended, waits or is at a limit, printing as it goes; returns its last summary.
 * Signals and entries come in the order they happen.
 */
export async function followRun(
  client: Client,
  run: RunId,
  form: OutputForm,
  terminal: Terminal,
  onWaiting: OnWaiting = () => Promise.resolve(false),
  printAfter = 0,
  trace?: TraceFile,
): Promise<RunSummary> {
  const texts = new BlobTexts(client);
  const makers = { text: plainText, json: jsonObject, jsonl: jsonLines };
  const printer = makers[form](terminal, texts.load);
  let state: RunState | undefined;
  let seq = 0;
  for (;;) {
    const abort = new AbortController();
    const settled = client.run.settled({ run });
    let target = Number.POSITIVE_INFINITY;
    let summary: RunSummary | undefined;
    void settled.then(
      (value) => {
        summary = value;
        target = value.seq;
        if (seq >= target) abort.abort();
      },
      () => abort.abort(),
    );
    try {
      const items = await client.log.subscribe({ stream: runStream(run), afterSeq: seq }, { signal: abort.signal });
      for await (const item of items) {
        if ('event' in item) {
          const entry = item as Entry<RunEvent>;
          seq = entry.seq;
          await texts.fetch(entry);
          state = reduceRun(state, entry);
          if (seq > printAfter) printer.entry(entry, state);
          trace?.entry(entry, state);
        } else if (seq >= printAfter) printer.signal(item);
        if (seq >= target) break;
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    }
    summary = await settled;
    if (!state) throw new WarrantError('not-found', `There is no run ${run}.`);
    if (summary.status === 'waiting' && (await onWaiting(state))) {
      await goOn(client, run);
      continue;
    }
    printer.end(state, summary);
    return summary;
  }
}
