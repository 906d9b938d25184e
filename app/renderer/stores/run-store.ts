import { create } from 'zustand';
import { type Entry, type RunEvent, runStream, type Signal } from '#contract/event';
import type { RunId, ToolCallId } from '#contract/ids';
import { type RunState, reduceRun } from '#contract/projections/run-state';
import { failureWords } from '../client/client.ts';
import { followLog } from '../client/follow.ts';

/** One run as the page knows it: the fold of its entries, and what streams and is not stored. */
export interface RunView {
  /** Undefined until the first entry has come. Replaced by a new object with every entry; its collections are shared. */
  state: RunState | undefined;
  /** Text of the reply that streams at present. */
  streaming: string;
  /** Output of calls that run at present. */
  output: ReadonlyMap<ToolCallId, string>;
  /** Entries as they stand on the log, for the Trace. */
  entries: readonly Entry<RunEvent>[];
  fault: string | undefined;
}

interface RunStore {
  runs: ReadonlyMap<RunId, RunView>;
}

const nothing: RunView = { state: undefined, streaming: '', output: new Map(), entries: [], fault: undefined };

/** Runs by id, folded with `reduceRun` from the entries the host sends. */
export const useRuns = create<RunStore>(() => ({ runs: new Map() }));

function change(id: RunId, make: (view: RunView) => RunView): void {
  useRuns.setState(({ runs }) => ({ runs: new Map(runs).set(id, make(runs.get(id) ?? nothing)) }));
}

function isRunEntry(entry: Entry): entry is Entry<RunEvent> {
  return entry.stream !== 'catalog';
}

/** Folds entries into a view. An entry already folded is passed over, so two subscriptions show one truth. */
export function foldEntries(view: RunView, entries: readonly Entry<RunEvent>[]): RunView {
  let { state, streaming, output } = view;
  const fresh: Entry<RunEvent>[] = [];
  for (const entry of entries) {
    if (entry.seq <= (state?.seq ?? 0)) continue;
    state = reduceRun(state, entry);
    fresh.push(entry);
    if (entry.event.type === 'model-called' || entry.event.type === 'run-ended') streaming = '';
    if (entry.event.type === 'tool-call-ended' && output.has(entry.event.callId)) {
      const rest = new Map(output);
      rest.delete(entry.event.callId);
      output = rest;
    }
  }
  return fresh.length === 0
    ? view
    : { state, streaming, output, entries: [...view.entries, ...fresh], fault: undefined };
}

/** Folds what streams: words of the reply, output of a call. */
export function foldSignal(view: RunView, signal: Signal): RunView {
  if (signal.type === 'text-delta') return { ...view, streaming: view.streaming + signal.text };
  return {
    ...view,
    output: new Map(view.output).set(signal.callId, (view.output.get(signal.callId) ?? '') + signal.text),
  };
}

const FRAME_MS = 33;

/**
 * Follows one run while a view of it is open. Entries and words are gathered and folded at most 30 times a second
 * (design: "at most 30 changes a second"), however fast they come. Gives the function that stops it.
 */
export function followRun(id: RunId): () => void {
  let entries: Entry<RunEvent>[] = [];
  let signals: { afterEntries: number; signal: Signal }[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    const [gatheredEntries, gatheredSignals] = [entries, signals];
    entries = [];
    signals = [];
    change(id, (view) => {
      let next = view;
      let folded = 0;
      for (const { afterEntries, signal } of gatheredSignals) {
        next = foldSignal(foldEntries(next, gatheredEntries.slice(folded, afterEntries)), signal);
        folded = afterEntries;
      }
      return foldEntries(next, gatheredEntries.slice(folded));
    });
  };
  const soon = () => {
    timer ??= setTimeout(flush, FRAME_MS);
  };
  const stop = followLog(runStream(id), () => entries.at(-1)?.seq ?? useRuns.getState().runs.get(id)?.state?.seq ?? 0, {
    onEntry: (entry) => {
      if (isRunEntry(entry)) entries.push(entry);
      soon();
    },
    onSignal: (signal) => {
      signals.push({ afterEntries: entries.length, signal });
      soon();
    },
    onLost: (error) => change(id, (view) => ({ ...view, streaming: '', fault: failureWords(error) })),
  });
  return () => {
    stop();
    clearTimeout(timer);
    flush();
  };
}

/** Forgets a run that was removed. */
export function forgetRun(id: RunId): void {
  useRuns.setState(({ runs }) => {
    const rest = new Map(runs);
    rest.delete(id);
    return { runs: rest };
  });
}
