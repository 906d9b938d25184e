import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRouterClient } from '@orpc/server';
import { onTestFinished } from 'vitest';
import type { Approval, Reach } from '#contract/approval';
import type { Entry, RunEvent } from '#contract/event';
import type { Json, RunId } from '#contract/ids';
import type { ModelPart, ModelReply, ModelRequest, Usage } from '#contract/model';
import { foldRun, type RunState } from '#contract/projections/run-state';
import type { RunSummary } from '#contract/views';
import { createHost, type Host } from '../host.ts';
import type { ModelProvider } from '../models/model-provider.ts';
import { scriptedProvider } from '../models/scripted.ts';
import type { Ports } from '../ports.ts';

/** One reply of the model: as in a script, a whole reply, or one that is held until the call is stopped. */
export type Turn =
  | string
  | 'held'
  | {
      text?: string;
      tool_calls?: { name: string; args?: Json }[];
      expect?: string;
      chunks?: string[];
      error?: { status: number; message?: string };
      usage?: Usage;
      /** How far the clock goes on while the model answers. */
      takesMs?: number;
    }
  | { reply: ModelReply };

/** What a run is made of. The model alone is replaced; host, store, policy, tools and workspace are the real ones. */
export interface LoopOptions {
  /** The model's replies in turn; the last one is given again for ever. */
  script: Turn[];
  /** Files of the granted folder `/folders/work`. */
  files?: Record<string, string>;
  access?: 'read' | 'write';
  /** Entries of the agent file's `tools`; default: those that work on files, and the calculator. */
  tools?: Json[];
  /** Further keys of the agent file. */
  agent?: { [key: string]: Json };
  protocol?: 'native' | 'react' | 'auto';
  ports?: Partial<Ports>;
}

/** A way of answering a card. */
export interface Answer {
  reach?: Reach;
  times?: number;
  until?: number;
  editedInput?: Json;
  note?: string;
}

const TOOLS = [
  'calculator',
  'list_files',
  'read_file',
  'search_files',
  'write_file',
  'edit_file',
  'move_file',
  'make_folder',
  'delete_file',
  'ask_person',
];

const clientOf = (host: Host) => createRouterClient(host.router, { context: { client: 'cli' } });

/** A host in this process on a folder of its own, with a model that replays. Ended with the test. */
export class LoopFixture {
  readonly options: LoopOptions;
  readonly home: string;
  /** The real path of `/folders/work`. */
  readonly work: string;
  readonly dataFolder: string;
  /** What the model was asked, in order. */
  readonly requests: ModelRequest[] = [];
  /** The time of the host; it goes on by a millisecond at each look. */
  readonly clock = { at: 1_800_000_000_000 };
  host: Host | undefined;
  #release: () => void = () => {};
  #ids = 0;

  constructor(options: LoopOptions) {
    this.options = options;
    this.home = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'warrant-loop-'));
    this.work = path.join(this.home, 'work');
    // In memory where the system has such a place: these tests are about what is written, not about the disk.
    const fast = fs.existsSync('/dev/shm') ? '/dev/shm' : fs.realpathSync(os.tmpdir());
    this.dataFolder = fs.mkdtempSync(path.join(fast, 'warrant-loop-data-'));
    fs.mkdirSync(this.work);
    for (const [name, text] of Object.entries(options.files ?? {})) {
      fs.mkdirSync(path.dirname(path.join(this.work, name)), { recursive: true });
      fs.writeFileSync(path.join(this.work, name), text);
    }
  }

  async open(): Promise<void> {
    this.host = await createHost({
      version: '0.0.0',
      dataFolder: this.dataFolder,
      resources: path.join(this.home, 'none'),
      appFolder: path.join(this.home, 'app'),
      home: this.home,
      electron: false,
      platform: process.platform,
      now: () => this.clock.at++,
      newId: () => `id-${String(++this.#ids).padStart(12, '0')}`,
      sandbox: undefined,
      cipher: undefined,
      passphrase: undefined,
      environment: new Map(),
      advances: true,
      modelFor: (provider) => (provider === 'test' ? this.#model() : undefined),
      ...this.options.ports,
    });
  }

  get client() {
    if (!this.host) throw new Error('the host is not open');
    return clientOf(this.host);
  }

  /** Ends the host and opens another on the same data. */
  async reopen(): Promise<void> {
    await this.host?.close();
    await this.open();
  }

  async close(): Promise<void> {
    await this.host?.close();
    for (const folder of [this.home, this.dataFolder]) fs.rmSync(folder, { recursive: true, force: true });
  }

  #model(): ModelProvider {
    const { script, protocol } = this.options;
    return {
      id: 'test',
      auto: protocol === 'react' ? 'react' : 'native',
      stream: (request, signal) => this.#reply(script, request, signal),
    };
  }

  async *#reply(script: Turn[], request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
    this.requests.push(structuredClone(request));
    const turn = script[Math.min(request.step, script.length - 1)] ?? '';
    if (turn === 'held') {
      await new Promise<void>((resolve) => {
        this.#release = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      const usage = { inputTokens: 0, outputTokens: 0 };
      yield { type: 'reply', reply: { text: '', toolCalls: [], stopReason: 'aborted', usage } };
      return;
    }
    if (typeof turn === 'object' && 'reply' in turn) return yield { type: 'reply', reply: turn.reply };
    const { usage, takesMs = 0, ...line } = typeof turn === 'string' ? { text: turn } : turn;
    const readScript = (): string => JSON.stringify(line);
    for await (const part of scriptedProvider('test', { readScript }).stream({ ...request, step: 0 }, signal)) {
      if (part.type === 'reply') this.clock.at += takesMs;
      yield part.type === 'reply' && usage ? { ...part, reply: { ...part.reply, usage } } : part;
    }
  }

  /** Lets a held model go. */
  release(): void {
    this.#release();
  }

  /** The agent's file, accepted by whoever starts it. */
  get agentFile(): { [key: string]: Json } {
    const { tools = TOOLS.map((tool) => ({ tool })), access = 'write', protocol = 'native', agent } = this.options;
    return {
      name: 'worker',
      model: 'test/model',
      protocol,
      tools,
      folders: [{ path: this.work, name: 'work', access }],
      ...agent,
    };
  }

  /** Starts a run and waits until it rests, or not where `wait` is false. */
  async start(
    text = 'do it',
    flags: { approve?: 'ask' | 'never' | 'all'; maxSteps?: number } = {},
    wait = true,
  ): Promise<RunId> {
    const agent = { file: this.agentFile, base: this.home, path: path.join(this.home, 'worker.agent.json') };
    const { run } = await this.client.run.start({ agent, text, flags: { accept: true, ...flags } });
    if (wait) await this.settled(run);
    return run;
  }

  settled(run: RunId): Promise<RunSummary> {
    return this.client.run.settled({ run });
  }

  async status(run: RunId): Promise<string> {
    return (await this.settled(run)).status;
  }

  /** The run's entries, and the state they make. */
  async state(run: RunId): Promise<RunState> {
    const state = foldRun(await this.entries(run));
    if (!state) throw new Error('the run has entries');
    return state;
  }

  async entries(run: RunId): Promise<Entry<RunEvent>[]> {
    return (await this.client.run.show({ run })).entries as Entry<RunEvent>[];
  }

  async events<Type extends RunEvent['type']>(run: RunId, type: Type): Promise<Extract<RunEvent, { type: Type }>[]> {
    const events = (await this.entries(run)).map((entry) => entry.event);
    return events.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type);
  }

  /** What the run ended with, in words, once it rests; empty if it has not ended. */
  async output(run: RunId): Promise<string> {
    await this.settled(run);
    const { text } = await this.client.run.export({ run, format: 'json' });
    return (JSON.parse(text) as { output: string }).output;
  }

  /** How each call ended, as the model was told. */
  async outcomes(run: RunId): Promise<{ tool: string; code: string; text: string }[]> {
    const lines = (await this.client.run.export({ run, format: 'jsonl' })).text.trim().split('\n');
    const results = lines.map((line) => JSON.parse(line)).filter((line) => line.type === 'tool_result');
    const ended = await this.events(run, 'tool-call-ended');
    return ended.map(({ outcome }, index) => ({
      tool: results[index].name,
      code: outcome.type === 'ok' ? 'ok' : outcome.code,
      text: results[index].result,
    }));
  }

  /** The card that waits in a run. */
  async card(run: RunId): Promise<Approval> {
    const item = (await this.client.approval.list()).find((each) => each.run === run);
    if (item?.type !== 'approval') throw new Error('no card waits');
    return item.approval;
  }

  /** Answers the card that waits, as a person would, and waits until the run rests. */
  async answer(run: RunId, type: 'allow' | 'deny', answer: Answer = {}): Promise<Approval> {
    const { reach, times, until, editedInput, note } = answer;
    const card = await this.card(run);
    const { nonce } = await this.client.approval.open({ id: card.id });
    this.clock.at += 1000;
    await this.client.approval.answer({
      id: card.id,
      nonce,
      hash: card.hash,
      answer: type === 'deny' ? { type } : { type, reach, times, until },
      ...(editedInput !== undefined && { editedInput }),
      ...(note !== undefined && { note }),
    });
    await this.settled(run);
    return card;
  }
}

/** Opens a fixture that ends with the test. */
export async function openLoop(options: LoopOptions): Promise<LoopFixture> {
  const fixture = new LoopFixture(options);
  onTestFinished(() => fixture.close());
  await fixture.open();
  return fixture;
}

/** A reply that makes calls of tools with their arguments, in order. */
export function calls(...made: [name: string, args: Json][]): Turn {
  return { tool_calls: made.map(([name, args]) => ({ name, args })) };
}
