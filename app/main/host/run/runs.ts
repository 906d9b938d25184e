import type { EditPreview } from '#contract/approval';
import { WarrantError } from '#contract/errors';
import { type Entry, type RunEvent, runStream } from '#contract/event';
import type { ApprovalId, Json, RunId } from '#contract/ids';
import { extensionOf } from '#contract/projections/limit-extension';
import { toMarkdown } from '#contract/projections/markdown';
import { provText, toProv } from '#contract/projections/prov';
import { foldRun, type RunState, reduceRun } from '#contract/projections/run-state';
import { blockLines, endLine, outputObject, type StreamLine, streamLines } from '#contract/projections/stream-lines';
import type { LoadText } from '#contract/text-ref';
import type { AnsweredItem, InboxItem, RunSummary } from '#contract/views';
import { judgeToolCall } from '../policy/decide-tool-call.ts';
import { Listeners } from '../program-log/listeners.ts';
import type { BlobStore } from '../store/blob-store.ts';
import type { Journal } from '../store/journal.ts';
import type { Store } from '../store/store.ts';
import { answerApproval, type GivenAnswer, mayBeTaken, OpenCards, pendingCall } from './answer-approval.ts';
import { answeredItem } from './answered-items.ts';
import { decisionInput } from './decision-input.ts';
import { PastCoverage } from './past-coverage.ts';
import { type EditParts, previewEdit } from './preview-edit.ts';
import { QuestionTimer } from './question-timer.ts';
import type { RunDriver } from './run-driver.ts';
import { storeText } from './store-text.ts';
import { inboxOf, summarizeRun } from './summarize-run.ts';

export interface RunsParts {
  journal: Journal;
  driver: RunDriver;
  store: Store;
  blobs: BlobStore;
  loadText: LoadText;
  /** What a call with other arguments is judged with. */
  deciding: EditParts;
  now(): number;
  /** Goes on by itself after an answer or a message (a host with a window or a server). */
  advances: boolean;
  /** Told of what a loop could not turn into an entry. */
  onFault(run: RunId, fault: unknown): void;
  /** Told of what a listener threw. */
  onListenerFault(fault: unknown): void;
}

/** What a person does with runs. Each method is one intent; what follows from it is in the log. */
export class Runs {
  readonly #parts: RunsParts;
  readonly #cards = new OpenCards();
  readonly #changed: Listeners<[summary: RunSummary]>;
  readonly #faults = new Map<RunId, unknown>();
  /** What the list's row of a run shows. */
  readonly #written = new Map<RunId, string>();
  readonly #timer: QuestionTimer;
  readonly #past: PastCoverage;

  constructor(parts: RunsParts) {
    this.#parts = parts;
    this.#changed = new Listeners(parts.onListenerFault);
    this.#past = new PastCoverage(parts.store);
    this.#timer = new QuestionTimer(parts.now, (id) => this.advance(id));
    parts.journal.onRun((state) => {
      this.#tell(state);
      if (parts.advances) this.#timer.watch(state);
    });
    parts.driver.onIdle((id) => this.#remember(parts.journal.run(id)));
  }

  /** Called with each new summary. */
  onChange(listener: (summary: RunSummary) => void): () => void {
    return this.#changed.add(listener);
  }

  /**
   * Rows of the list for runs that a host before this one did not get to write; then what was interrupted goes on, also
   * what could be done of a run that waits. A run whose log is broken is told of and left alone (rule D12).
   */
  async takeUp(cause: 'crash' | 'quit'): Promise<void> {
    for (const id of this.#parts.store.runs.behind()) await this.#trying(id, () => this.#remember(this.state(id)));
    if (!this.#parts.advances) return;
    for (const { id, status } of this.list())
      if (status === 'running' || status === 'interrupted' || status === 'waiting')
        await this.#trying(id, async () => {
          if (status !== 'waiting')
            await this.#parts.journal.update(id, (state) => (state.end ? [] : [{ type: 'run-resumed', cause }]));
          this.#timer.watch(this.state(id));
          this.advance(id);
        });
  }

  /** Wakes no run any more. */
  close(): void {
    this.#timer.close();
  }

  async #trying(id: RunId, work: () => void | Promise<void>): Promise<void> {
    try {
      await work();
    } catch (fault) {
      if (!(fault instanceof WarrantError)) throw fault;
      this.#parts.onFault(id, fault);
    }
  }

  state(id: RunId): RunState {
    return this.#parts.journal.run(id);
  }

  /** The state as it is shown: of a run whose log is broken, what stands before the break. It is not gone on with. */
  #shown(id: RunId): RunState {
    try {
      return this.state(id);
    } catch (fault) {
      const state = isCorrupt(fault) ? foldRun(this.entries(id) as Entry<RunEvent>[]) : undefined;
      if (state) return state;
      throw fault;
    }
  }

  summary(id: RunId): RunSummary {
    return summarizeRun(this.#shown(id), this.#parts.driver.isRunning(id));
  }

  list(query?: string): RunSummary[] {
    return this.#parts.store.runs.list(query).map((row) => {
      const live = this.#parts.driver.isRunning(row.id);
      return row.status === 'running' && !live ? { ...row, status: 'interrupted' } : row;
    });
  }

  /** Lets the loop go on in the background; a fault is kept for `settled`. */
  advance(id: RunId): void {
    this.#faults.delete(id);
    const rested = !this.#parts.driver.isRunning(id);
    void this.#parts.driver.advance(id).catch((fault: unknown) => {
      this.#faults.set(id, fault);
      this.#parts.onFault(id, fault);
    });
    // What was told of the entries before this said that nothing is at work.
    if (rested && this.#parts.driver.isRunning(id)) this.#tell(this.state(id));
  }

  /** Waits until the loop of a run rests. Throws what the loop could not go on from. */
  async settled(id: RunId): Promise<RunSummary> {
    this.state(id);
    while (this.#parts.driver.isRunning(id)) await this.#parts.driver.advance(id).catch(() => undefined);
    const fault = this.#faults.get(id);
    if (fault !== undefined) throw fault;
    return this.summary(id);
  }

  async send(id: RunId, text: string): Promise<void> {
    const state = this.state(id);
    if (state.run.goal.type === 'invoke')
      throw new WarrantError('refused', 'A direct call takes no messages. Start a run with an agent.');
    const ref = await storeText(this.#parts.blobs, text);
    await this.#parts.journal.update(id, () => [{ type: 'user-message-added', text: ref }]);
    this.advance(id);
  }

  /** Goes on: past a limit (by `more`, in the limit's own unit), after a failure, a stop or an interruption. */
  async resume(id: RunId, more: number | undefined): Promise<void> {
    const running = this.#parts.driver.isRunning(id);
    await this.#parts.journal.update(id, (state) => {
      if (state.end?.type === 'completed' || state.end?.type === 'blocked')
        throw new WarrantError('conflict', `Run ${id} is done. \`warrant send ${id} TEXT\` opens it again.`);
      const events: RunEvent[] = [];
      const answered = [...state.calls.values()].some(({ status }) => status === 'answered' || status === 'replied');
      const interrupted = !state.limit && !running && !answered && this.summary(id).status === 'interrupted';
      if (state.end || interrupted) events.push({ type: 'run-resumed', cause: state.end ? 'person' : 'crash' });
      if (state.limit) events.push({ type: 'limit-extended', limit: state.limit.limit, by: extension(state, more) });
      return events;
    });
    this.advance(id);
  }

  /** Asks a run to stop. Throws `conflict` for one that has ended. */
  async cancel(id: RunId, by: string): Promise<void> {
    const { end } = this.state(id);
    if (end) throw new WarrantError('conflict', `Run ${id} has ended already; there is nothing to stop.`);
    await this.#parts.driver.cancel(id, by);
  }

  async rename(id: RunId, title: string): Promise<void> {
    await this.#parts.journal.update(id, () => [{ type: 'run-renamed', title }]);
  }

  async remove(id: RunId): Promise<void> {
    if (this.#parts.driver.isRunning(id))
      throw new WarrantError('conflict', `Run ${id} is at work. Stop it first: \`warrant cancel ${id}\`.`);
    await this.#parts.journal.remove(id);
    this.#written.delete(id);
    this.#parts.store.runs.remove(id);
  }

  /** The entries of a run; of a broken log those before the break. */
  entries(id: RunId): Entry[] {
    const { log } = this.#parts.store;
    const { broken } = log.verify(runStream(id));
    return log.read(runStream(id), 0, broken ? broken.seq - 1 : undefined);
  }

  /** The run as a document (B36). */
  exported(id: RunId, format: 'text' | 'json' | 'jsonl' | 'markdown' | 'prov'): string {
    const state = this.#shown(id);
    const load = this.#parts.loadText;
    const end = endLine(state, this.summary(id).status, load);
    switch (format) {
      case 'markdown':
        return toMarkdown(state, load);
      case 'json':
        return `${JSON.stringify(outputObject(state, this.summary(id).status, load))}\n`;
      case 'jsonl':
        return [...this.#lines(id), end].map((line) => `${JSON.stringify(line)}\n`).join('');
      case 'text':
        return toPlainText(this.#lines(id), end, blockLines(state.end));
      case 'prov':
        return provText(toProv(this.entries(id) as Entry<RunEvent>[], state, load));
    }
  }

  #lines(id: RunId): StreamLine[] {
    let state: RunState | undefined;
    return (this.entries(id) as Entry<RunEvent>[]).flatMap((entry) => {
      state = reduceRun(state, entry);
      return streamLines(entry, state, this.#parts.loadText);
    });
  }

  /** What waits for a person. A run whose log is broken waits for nothing: it can't be gone on with. */
  inbox(): InboxItem[] {
    return this.list()
      .filter((row) => row.waiting > 0)
      .flatMap((row) => {
        try {
          return inboxOf(this.state(row.id)).map((item) => this.#withOffersOfNow(item));
        } catch (fault) {
          if (isCorrupt(fault)) return [];
          throw fault;
        }
      });
  }

  /** Questions that are over, newest first; those of runs that were removed are gone with them. */
  answered(limit: number): AnsweredItem[] {
    const { closedQuestions, runs } = this.#parts.store;
    return closedQuestions.newest(limit).flatMap((question) => {
      const row = runs.get(question.run);
      return row ? [answeredItem(question, row)] : [];
    });
  }

  /** A card may be older than a setting: it offers what may be taken now. */
  #withOffersOfNow(item: InboxItem): InboxItem {
    if (item.type !== 'approval') return item;
    const offers = item.approval.offers.filter((offer) => mayBeTaken(offer, this.#parts.deciding));
    return { ...item, approval: { ...item.approval, offers } };
  }

  #waiting(id: string): InboxItem {
    const item = this.inbox().find((i) => (i.type === 'approval' ? i.approval.id : i.question.id) === id);
    if (!item)
      throw new WarrantError(
        'not-found',
        `Nothing with id ${id} waits for an answer. \`warrant approvals\` lists what does.`,
      );
    return item;
  }

  /**
   * The card of a pending approval, read from the log, with a nonce for one answer (rules H6, E16), and with what each
   * offer would have covered of what the agent did before.
   */
  openCard(id: ApprovalId): { item: InboxItem; nonce: string; armsAt: number } {
    const item = this.#waiting(id);
    if (item.type !== 'approval')
      throw new WarrantError('bad-input', `${id} is a question; answer it with \`warrant answer\`.`);
    const { offers } = item.approval;
    const coverage = this.#past.of(
      offers.map(({ grant }) => grant),
      this.state(item.run),
    );
    const approval = { ...item.approval, offers: offers.map((offer, at) => ({ ...offer, ...coverage[at] })) };
    return { item: { ...item, approval }, ...this.#cards.open(id, this.#parts.now()) };
  }

  /** What a pending call would be with other arguments. Throws `refused` for one that can't be edited. */
  preview(id: ApprovalId, editedInput: Json, by: string): EditPreview {
    const { run } = this.#waiting(id);
    const state = this.state(run);
    return previewEdit(state, pendingCall(state, id), editedInput, by, this.#parts.deciding);
  }

  /** Other questions that the rules of now answer, which were open before: those that a grant just given covers. */
  #coveredNow(items: readonly InboxItem[]): number {
    return items.filter(({ run, ...item }) => {
      const state = this.state(run);
      const id = item.type === 'approval' ? state.approvals.get(item.approval.id) : undefined;
      const call = id === undefined ? undefined : state.calls.get(id);
      if (call?.status !== 'waiting') return false;
      return judgeToolCall(call, decisionInput(this.#parts.deciding, state, new Map())).type === 'allow';
    }).length;
  }

  /** Gives the sentence of the grant that was given along, and how many other questions that answers too. */
  async answer(given: GivenAnswer): Promise<{ run: RunId; granted?: string; alsoAnswered?: number }> {
    const { run } = this.#waiting(given.id);
    const { granted } = await answerApproval(this.#parts.deciding, this.#cards, run, given);
    const more = granted === undefined ? {} : { granted, alsoAnswered: this.#coveredNow(this.inbox()) };
    this.#goOn(run);
    return { run, ...more };
  }

  async answerQuestion(id: string, text: string): Promise<{ run: RunId }> {
    const { run, type } = this.#waiting(id);
    if (type !== 'question')
      throw new WarrantError('bad-input', `${id} is an approval; answer it with \`warrant approve\`.`);
    await this.#parts.journal.update(run, (state) => {
      const open = [...state.calls.values()].some((call) => call.status === 'asking' && call.question.id === id);
      if (!open) throw new WarrantError('conflict', `Question ${id} has been answered already.`);
      return [{ type: 'question-answered', id, text }];
    });
    this.#goOn(run);
    return { run };
  }

  #goOn(run: RunId): void {
    if (this.#parts.advances || this.#parts.driver.isRunning(run)) this.advance(run);
  }

  #remember(state: RunState): void {
    this.#written.delete(state.run.id);
    this.#tell(state);
  }

  /** A row is written when what a list shows of a run has changed, and when its loop rests; `behind` finds late ones. */
  #tell(state: RunState): void {
    const summary = summarizeRun(state, this.#parts.driver.isRunning(state.run.id));
    const shown = `${summary.status} ${summary.waiting} ${summary.title}`;
    if (this.#written.get(summary.id) !== shown) this.#parts.store.runs.upsert(summary);
    this.#written.set(summary.id, shown);
    this.#changed.tell(summary);
  }
}

function isCorrupt(fault: unknown): boolean {
  return fault instanceof WarrantError && fault.code === 'corrupt';
}

/** How far past its limit a run goes on: whole steps, tokens and calls, as much time and money as was said. */
function extension(state: RunState, more: number | undefined): number {
  if (!state.limit) throw new Error('the run is at no limit');
  const { by, unit } = extensionOf(state.limit.limit, state.run.agent.limits);
  if (more === undefined) return by;
  return unit === 'usd' || unit === 'seconds' ? more : Math.ceil(more);
}

function toPlainText(lines: StreamLine[], end: StreamLine, block: string[]): string {
  const calls = Array.isArray(end.tool_calls) ? end.tool_calls : [];
  const summaries = calls.flatMap((call) =>
    call !== null && typeof call === 'object' && !Array.isArray(call)
      ? [`tool_call: ${call.name} ${call.summary}`]
      : [],
  );
  const denials = lines.filter((line) => line.type === 'decision' && line.decision === 'deny').length;
  const note = denials > 0 ? [`(${denials} denied)`] : [];
  const revealed = lines.flatMap((line) =>
    line.type === 'secret' ? [`secret ${line.secret} revealed to ${line.name}`] : [],
  );
  const output = block.length > 0 ? block : [String(end.output)];
  return `${[...summaries, ...revealed, ...note, ...output].join('\n')}\n`;
}
