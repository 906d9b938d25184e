import type { Hash } from '#contract/ids';
import type { BundleReport } from '#contract/views';
import { hashOf } from '../store/blob-store.ts';
import { EntryChain } from './entry-chain.ts';
import { field, parse, parseShallow, readEntry, readPayload, type Subject } from './sealed-line.ts';

type Report = (line: number, subject: Subject, reason: string, more?: object) => void;

/** What the lines of a bundle came to. */
export interface ContentReport {
  about: Pick<BundleReport, 'run' | 'title' | 'agent'>;
  entries: number;
  facts: number;
  payloads: number;
  head: Hash | undefined;
  length: number;
  notes: string[];
  leftOut: string[];
  named: BundleReport['named'];
}

const HASH = /^[0-9a-f]{64}$/;
const LEFT_OUT: Record<string, string> = {
  secret: 'they hold the value of a secret',
  'not-kept': 'they were not kept any more',
  'too-large': 'they are larger than a bundle takes',
  file: 'versions of a person’s files were not asked for',
};

/** Checks what stands in the lines of a bundle: entries against the log's own chain, bytes against their names. */
export class BundleContent {
  readonly #report: Report;
  readonly #entries = new EntryChain();
  /** By payload: the facts that rest on it, and the line that names it first. */
  readonly #grounds = new Map<string, { line: number; facts: Set<string> }>();
  readonly #facts = new Set<string>();
  readonly #payloads = new Set<string>();
  readonly #leftOut = new Map<string, string>();
  readonly #redacted: number[] = [];
  /** Of agent, tools and rules as their lines say them, to be met again in the first entry. */
  readonly #pinned = { agent: '', tools: [] as string[], grants: [] as string[], lines: [] as [number, Subject][] };
  readonly #counts = new Map<string, number>();
  #header: { run?: string; title?: string; agent?: string; lines: unknown } | undefined;
  #run: string | undefined;
  #title: string | undefined;
  #agent: string | undefined;

  constructor(report: Report) {
    this.#report = report;
  }

  /** The number that the next entry has. */
  get nextSeq(): number {
    return this.#entries.seq + 1;
  }

  /** A line is not there or can't be read. */
  gap(): void {
    this.#entries.gap();
  }

  header(_line: number, value: unknown, good: boolean): void {
    if (!good) return;
    const text = (name: string) => {
      const found = field(value, name);
      return typeof found === 'string' ? { [name]: found } : {};
    };
    this.#header = { ...text('run'), ...text('title'), ...text('agent'), lines: field(value, 'lines') };
    if (this.#header.run !== undefined) this.#entries.of(this.#header.run);
  }

  entry(line: number, body: Buffer, good: boolean): void {
    this.#count('entry');
    const entry = readEntry(body);
    if (!entry) {
      this.#entries.gap();
      if (good) this.#report(line, { kind: 'entry', what: `line ${line}` }, 'It can’t be read as an entry.');
      return;
    }
    const text = entry.event.toString('utf8');
    const event = entry.seq === 1 ? parseShallow(text) : parse(text);
    const type = field(event, 'type');
    const about = typeof type === 'string' ? { about: type.slice(0, 40) } : {};
    if (entry.seq === 1) this.#started(line, event, good);
    const fault = this.#entries.next(entry, good);
    if (entry.redacted) this.#redacted.push(entry.seq);
    if (fault) {
      const { seq, reason, ...hashes } = fault;
      const way = reason.endsWith('not in the log.') ? { way: 'missing' as const } : about;
      this.#report(line, { kind: 'entry', what: String(seq), seq, ...way }, reason, hashes);
    } else if (good && event === undefined)
      this.#report(line, { kind: 'entry', what: String(entry.seq), seq: entry.seq }, 'Its event is no JSON.');
    if (type === 'run-renamed') {
      const title = field(event, 'title');
      if (typeof title === 'string') this.#title = title;
    }
    if (type === 'tool-call-ended') this.#takeFacts(line, field(event, 'outcome'));
  }

  payload(line: number, body: Buffer, good: boolean): void {
    this.#count('bytes');
    const payload = readPayload(body);
    if (!payload) {
      if (good) this.#report(line, { kind: 'payload', what: `line ${line}` }, 'It can’t be read as a payload.');
      return;
    }
    this.#payloads.add(payload.name);
    if (!good) return;
    const subject: Subject = { kind: 'payload', what: payload.name };
    if (!HASH.test(payload.name)) this.#report(line, subject, 'Its name is no hash.');
    else {
      const found = hashOf(payload.content);
      const facts = [...(this.#grounds.get(payload.name)?.facts ?? [])];
      const rest = facts.length === 0 ? '' : ` ${facts.join(', ')} ${facts.length === 1 ? 'rests' : 'rest'} on it.`;
      if (found !== payload.name)
        this.#report(line, subject, `Its bytes are not those of its name: they were altered.${rest}`, {
          recorded: payload.name,
          found,
        });
    }
  }

  /** A line of another kind; false for one that is not known. */
  other(line: number, type: string | undefined, value: unknown, good: boolean): boolean {
    switch (type) {
      case 'agent':
        this.#count('agent');
        if (good) this.#pinned.agent = JSON.stringify(field(value, 'agent'));
        this.#pinned.lines.push([line, { kind: 'agent', what: 'agent' }]);
        return true;
      case 'tool': {
        this.#count('tool');
        const name = field(field(value, 'tool'), 'name');
        if (good) this.#pinned.tools.push(JSON.stringify(field(value, 'tool')));
        this.#pinned.lines.push([line, { kind: 'tool', what: String(name).slice(0, 200) }]);
        return true;
      }
      case 'policy':
        this.#count('policy');
        if (good && field(value, 'from') === 'run') this.#pinned.grants.push(JSON.stringify(field(value, 'grant')));
        return true;
      case 'left-out': {
        this.#count('bytes');
        const name = field(value, 'name');
        if (typeof name === 'string') this.#leftOut.set(name, String(field(value, 'reason')));
        return true;
      }
      default:
        return false;
    }
  }

  /**
   * What it all came to.
   * @param seal the seal's value, undefined where there is none
   * @param clean no line was at fault: then what the lines say of each other is compared too
   */
  end(seal: unknown, clean: boolean, sealLine: number): ContentReport {
    const length = field(seal, 'length');
    const head = field(seal, 'head');
    if (clean && seal !== undefined) {
      this.#compareEnd(length, head, sealLine);
      this.#compareCounts(sealLine);
      this.#nameMissingPayloads();
    }
    const header = this.#header;
    const agent = this.#agent ?? header?.agent;
    const title = this.#title ?? header?.title;
    const run = this.#run ?? header?.run;
    return {
      about: {
        ...(run !== undefined && { run }),
        ...(title !== undefined && { title }),
        ...(agent !== undefined && { agent }),
      },
      entries: this.#entries.count,
      facts: this.#facts.size,
      payloads: this.#payloads.size,
      head:
        typeof head === 'string' && HASH.test(head)
          ? head
          : this.#entries.count > 0
            ? hashOr(this.#entries.hash)
            : undefined,
      length: typeof length === 'number' && Number.isSafeInteger(length) ? length : this.#entries.seq,
      notes: [...this.#leftOutWords(true), ...this.#leftOutWords(false)],
      leftOut: this.#leftOutWords(true),
      named: this.#named(),
    };
  }

  #count(kind: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  /** The first entry pins agent, tools and rules; the lines beside it must say the same. */
  #started(line: number, event: unknown, good: boolean): void {
    const run = field(event, 'run');
    const [id, title, agent] = [field(run, 'id'), field(run, 'title'), field(run, 'agent')];
    const name = field(agent, 'name');
    // What an altered line says of the run counts only where nothing else does.
    if (good || this.#header === undefined) {
      if (typeof id === 'string') {
        this.#run = id;
        this.#entries.of(id);
      }
      if (typeof title === 'string') this.#title = title;
      if (typeof name === 'string') this.#agent = name;
    }
    if (!good || run === undefined) return;
    if (this.#header?.run !== undefined && this.#header.run !== id)
      this.#report(1, { kind: 'header', what: 'run' }, 'It names another run than the first entry does.');
    const pinned = this.#pinned;
    const [agentLine] = pinned.lines.filter(([, { kind }]) => kind === 'agent');
    if (agentLine && pinned.agent !== '' && pinned.agent !== JSON.stringify(agent))
      this.#report(agentLine[0], agentLine[1], 'It is not the agent that the first entry pins.');
    const tools = field(run, 'tools');
    const own = new Set(Array.isArray(tools) ? tools.map((tool) => JSON.stringify(tool)) : []);
    const toolLines = pinned.lines.filter(([, { kind }]) => kind === 'tool');
    for (const [at, tool] of pinned.tools.entries()) {
      const [toolLine, subject] = toolLines[at] ?? [line, { kind: 'tool', what: 'tool' } as const];
      if (!own.has(tool)) this.#report(toolLine, subject, 'It is not as the first entry pins it.');
    }
    const grants = field(run, 'grants');
    const given = JSON.stringify((Array.isArray(grants) ? grants : []).map((grant) => JSON.stringify(grant)));
    if (toolLines.length === pinned.tools.length && JSON.stringify(pinned.grants) !== given && agentLine)
      this.#report(
        line,
        { kind: 'policy', what: 'rules of this run' },
        'They are not those that the first entry pins.',
      );
  }

  #takeFacts(line: number, outcome: unknown): void {
    const facts = field(outcome, 'facts');
    if (!Array.isArray(facts)) return;
    for (const fact of facts) {
      const [id, hash] = [field(fact, 'id'), field(fact, 'payloadHash')];
      if (typeof id !== 'string' || typeof hash !== 'string') continue;
      this.#facts.add(id);
      const ground = this.#grounds.get(hash) ?? { line, facts: new Set<string>() };
      if (ground.facts.size < 20) ground.facts.add(id.slice(0, 20));
      this.#grounds.set(hash, ground);
    }
  }

  #compareEnd(length: unknown, head: unknown, sealLine: number): void {
    const { seq, hash } = this.#entries;
    if (length !== seq) {
      const what = String(seq + 1);
      const less = typeof length === 'number' && length > seq;
      const reason = less
        ? `${seq + 1 === length ? `Entry ${length} is` : `Entries ${what} to ${length} are`} not there; the log had ${length}.`
        : `The seal says that there are ${String(length)} entries, and the last one is ${seq}.`;
      this.#report(
        sealLine,
        less ? { kind: 'entry', what, seq: seq + 1, way: 'missing' } : { kind: 'seal', what: 'length' },
        reason,
      );
    } else if (head !== hash)
      this.#report(sealLine, { kind: 'seal', what: 'head' }, 'It is not the hash of the last entry.', {
        ...(typeof head === 'string' && HASH.test(head) && { recorded: head }),
      });
  }

  #compareCounts(sealLine: number): void {
    const lines = this.#header?.lines;
    for (const kind of ['agent', 'tool', 'policy', 'entry', 'bytes']) {
      const said = field(lines, kind);
      const found = this.#counts.get(kind) ?? 0;
      if (said !== found)
        this.#report(
          sealLine,
          { kind: 'header', what: kind },
          `It says ${String(said)} lines of this kind, and there are ${found}.`,
        );
    }
  }

  #nameMissingPayloads(): void {
    for (const [hash, { line, facts }] of this.#grounds)
      if (!this.#payloads.has(hash) && !this.#leftOut.has(hash))
        this.#report(
          line,
          { kind: 'payload', what: hash, way: 'missing' },
          `The payload of ${[...facts].join(', ')} is not there.`,
        );
  }

  /** How many there should be: what was left out is named by the header, and is not missing. */
  #named(): BundleReport['named'] {
    const [bytes, entries] = [field(this.#header?.lines, 'bytes'), field(this.#header?.lines, 'entry')];
    if (!isCount(bytes) || !isCount(entries)) return undefined;
    return { payloads: Math.max(0, bytes - this.#leftOut.size), entries };
  }

  /** What is not in it, in words: what could not be put in, or versions of files that nobody asked for. */
  #leftOutWords(unasked: boolean): string[] {
    const notes = (unasked ? this.#redacted : []).map(
      (seq) =>
        `A secret was taken out of entry ${seq} when the bundle was made, so the entry’s own hash can’t be checked.`,
    );
    for (const reason of new Set(this.#leftOut.values())) {
      if ((reason === 'file') === unasked) continue;
      const names = [...this.#leftOut].filter(([, each]) => each === reason).map(([name]) => name.slice(0, 12));
      const list = names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
      notes.push(`Bytes left out, as ${LEFT_OUT[reason] ?? 'the bundle says'}: ${list}.`);
    }
    return notes;
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function hashOr(hash: string): Hash | undefined {
  return HASH.test(hash) ? hash : undefined;
}
