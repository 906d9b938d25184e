import type { RunEvent } from '#contract/event';
import type { RunId } from '#contract/ids';
import type { RunState, ToolCallState } from '#contract/projections/run-state';
import { callHash } from '../policy/call-hash.ts';
import {
  closeStale,
  type DecisionInput,
  decideToolCall,
  expireQuestion,
  judgeToolCall,
} from '../policy/decide-tool-call.ts';
import type { Observed } from '../policy/describe-call.ts';
import { Listeners } from '../program-log/listeners.ts';
import { callModel } from './call-model.ts';
import { compactContext } from './compact-context.ts';
import { decisionInput } from './decision-input.ts';
import { executeToolCall } from './execute-tool-call.ts';
import { finishRun } from './finish-run.ts';
import { nextStep } from './next-step.ts';
import { observeCalls } from './observe-calls.ts';
import type { RunParts } from './run-parts.ts';

/** The longest time a timer can be set for. */
const MOST_MS = 2 ** 31 - 1;

interface Driving {
  controller: AbortController;
  done: Promise<void>;
  again: boolean;
}

/**
 * Drives runs: asks `nextStep`, does it, appends what happened, and asks again, until a person must answer or the run
 * ended. One loop per run at a time; whoever calls `advance` meanwhile is seen at the loop's next turn. Nothing of a
 * run lives here: a driver that dies loses nothing, and resuming is advancing.
 */
export class RunDriver {
  readonly #parts: RunParts;
  readonly #driving = new Map<RunId, Driving>();
  readonly #idle: Listeners<[id: RunId]>;
  #closed = false;

  /** `onFault` is told what a listener throws. */
  constructor(parts: RunParts, onFault: (fault: unknown) => void) {
    this.#parts = parts;
    this.#idle = new Listeners(onFault);
  }

  /** Is a loop at work on the run? */
  isRunning(id: RunId): boolean {
    return this.#driving.has(id);
  }

  /** Called with a run whose loop has just come to rest. */
  onIdle(listener: (id: RunId) => void): () => void {
    return this.#idle.add(listener);
  }

  /** Goes on with a run; resolves when it rests. Rejects with what the loop could not turn into an entry (a full disk). */
  advance(id: RunId): Promise<void> {
    if (this.#closed) return Promise.resolve();
    const current = this.#driving.get(id);
    if (current) {
      current.again = true;
      return current.done;
    }
    const driving: Driving = { controller: new AbortController(), done: Promise.resolve(), again: false };
    this.#driving.set(id, driving);
    driving.done = this.#drive(id, driving).finally(() => {
      this.#driving.delete(id);
      this.#idle.tell(id);
    });
    return driving.done;
  }

  /** Asks a run to stop: the model or tool call in flight is ended, and recorded. */
  async cancel(id: RunId, by: string): Promise<void> {
    await this.#parts.journal.update(id, (state) => (state.end ? [] : [{ type: 'cancel-requested', by }]));
    this.#driving.get(id)?.controller.abort('cancel');
    await this.advance(id);
  }

  /** Ends all loops without an entry: what was under way is taken up at the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { controller } of this.#driving.values()) controller.abort('shutdown');
    await Promise.allSettled([...this.#driving.values()].map((driving) => driving.done));
  }

  async #drive(id: RunId, driving: Driving): Promise<void> {
    for (;;) {
      if (this.#closed) return;
      driving.again = false;
      if (driving.controller.signal.aborted) driving.controller = new AbortController();
      const rests = await this.#step(id, driving.controller.signal);
      if (rests && !driving.again) return;
    }
  }

  /** One step; true when there is nothing to do until a person answers. */
  async #step(id: RunId, signal: AbortSignal): Promise<boolean> {
    const { journal } = this.#parts;
    const state = journal.run(id);
    const step = nextStep(state);
    switch (step.type) {
      case 'done':
        return true;
      case 'wait':
        return this.#rest(state);
      case 'decide':
        await this.#decide(id);
        return false;
      case 'execute':
        await executeToolCall(step.call.call.id, id, this.#parts, signal);
        return false;
      case 'close':
        await journal.update(id, () => closed(step.calls));
        return false;
      case 'limit':
        await journal.update(id, () => [{ type: 'limit-reached', ...step.trip }]);
        return false;
      case 'end-gathering':
        await journal.update(id, () => [{ type: 'gathering-ended', detail: step.detail }]);
        return false;
      case 'finish': {
        const finish = await finishRun(state, step.end, this.#parts, signal);
        await journal.commit(id, (now) => (now.seq === state.seq ? finish() : {}));
        return false;
      }
      case 'call-model':
        await this.#callModel(id, state, signal);
        return false;
    }
  }

  async #callModel(id: RunId, state: RunState, signal: AbortSignal): Promise<void> {
    const { journal, loadText } = this.#parts;
    const compacted = compactContext(state, loadText);
    if (compacted) {
      await journal.update(id, () => [compacted]);
      return;
    }
    const { limits } = state.run.agent;
    const seconds = limits.seconds + (state.extended.seconds ?? 0);
    const left = AbortSignal.timeout(Math.min(MOST_MS, Math.max(1, seconds * 1000 - state.spent.ms)));
    const events = await callModel(state, this.#parts, AbortSignal.any([signal, left]));
    if (events) await journal.update(id, () => events);
    else if (left.aborted && !signal.aborted) {
      const detail = `${state.run.agent.name} used ${seconds} of ${seconds} seconds; the model had not answered`;
      await journal.update(id, () => [{ type: 'limit-reached', limit: 'seconds', detail }]);
    }
  }

  /** A run that waits where nobody is, and must not (`unattended: stop`), ends. */
  async #rest(state: RunState): Promise<boolean> {
    if (await this.#reviewQuestions(state)) return false;
    const waits = [...state.calls.values()].some((call) => call.status === 'waiting' || call.status === 'asking');
    if (state.run.unattended !== 'stop' || !waits || state.cancelledBy !== undefined) return true;
    const by = 'the agent’s rule for when nobody is there';
    await this.#parts.journal.update(state.run.id, () => [{ type: 'cancel-requested', by }]);
    return false;
  }

  async #decide(id: RunId): Promise<void> {
    const { journal } = this.#parts;
    const observed = this.#observe(journal.run(id));
    await journal.update(id, (state) => {
      const used = new Map(state.used);
      const input = decisionInput(this.#parts, state, observed);
      const events: RunEvent[] = [];
      for (const callId of state.open) {
        const call = state.calls.get(callId);
        if (call?.status !== 'proposed' && call?.status !== 'answered') continue;
        const grants = this.#parts.grantsFor({ ...state, used });
        const decided = decideToolCall(call, { ...input, grants, before: events });
        for (const event of decided)
          if (event.type === 'grant-used') used.set(event.grant, (used.get(event.grant) ?? 0) + 1);
        events.push(...decided);
      }
      return events;
    });
  }

  /**
   * Looks at the questions that are open: one whose time is over ends as not answered, one that is not about this very
   * call any more is asked again, and a grant given meanwhile answers those that it covers (asks B1, B49).
   */
  async #reviewQuestions(state: RunState): Promise<boolean> {
    let reviewed = false;
    await this.#parts.journal.update(state.run.id, (run) => {
      const input = decisionInput(this.#parts, run, new Map());
      return run.open.flatMap((id): RunEvent[] => {
        const call = run.calls.get(id);
        if (call?.status !== 'waiting') return [];
        const events = review(call, input);
        reviewed ||= events.length > 0;
        return events;
      });
    });
    return reviewed;
  }

  #observe(state: RunState): Observed {
    const undecided = state.open
      .flatMap((id) => state.calls.get(id) ?? [])
      .filter(({ status }) => status === 'proposed' || status === 'answered');
    return observeCalls(undecided, state, this.#parts);
  }
}

/** What becomes of a question by itself, without an answer. */
function review(call: Extract<ToolCallState, { status: 'waiting' }>, input: DecisionInput): RunEvent[] {
  const { approval } = call;
  if (approval.expiresAt !== undefined && input.now >= approval.expiresAt) return expireQuestion(call);
  if (approval.hash !== callHash(input.run, call))
    return [closeStale(approval, 'the rules of this version read it anew')];
  if (judgeToolCall(call, input).type !== 'allow') return [];
  return [{ type: 'approval-closed', approvalId: approval.id, reason: 'covered' }];
}

/** What becomes of calls that a stop found open: a question ends with the run, a call never ran. */
function closed(calls: ToolCallState[]): RunEvent[] {
  return calls.flatMap((call): RunEvent[] => {
    const started = call.status === 'started';
    const message = started ? 'Stopped by the person; the outcome is not known.' : 'Stopped before it ran.';
    const end: RunEvent = {
      type: 'tool-call-ended',
      callId: call.call.id,
      outcome: { type: 'error', code: 'cancelled', message, truncated: false },
      labels: [],
      ms: 0,
    };
    if (call.status !== 'waiting') return [end];
    return [{ type: 'approval-closed', approvalId: call.approval.id, reason: 'run-ended' }, end];
  });
}
