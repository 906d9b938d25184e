import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { Json, RunId } from '#contract/ids';
import type { Tool } from '#contract/tool';
import { obedientProvider } from '../models/obedient.ts';
import { type BuiltinTool, defineTool } from '../tools/define-tool.ts';
import { LoopFixture, type LoopOptions, type Turn } from './loop-fixture.ts';

/** What a run with text from outside is made of: a folder of the person's, and one that is marked. */
export interface OutsideOptions {
  /** Left out: the model that does every order it is shown. */
  script?: Turn[];
  /** Files of `/folders/inbox`, which is marked as from outside. */
  inbox?: Record<string, string>;
  /** Files of `/folders/work`, the person's. */
  work?: Record<string, string>;
  /** What the tool `news` answers. */
  news?: string;
  /** What a tool of somebody else says of itself; it is there only where this is given. */
  described?: string;
  /** Further entries of the agent file's `tools`. */
  tools?: { [key: string]: Json }[];
  ports?: LoopOptions['ports'];
}

const NEVER_ASKS = [
  ...'list_files read_file search_files write_file edit_file move_file make_folder delete_file'.split(' '),
  ...'send_money send_email news run_javascript'.split(' '),
];

/** Real tools that would leave the machine; they only note what they were to do. */
function remoteTools(sent: Json[], options: OutsideOptions): BuiltinTool[] {
  const effect = { change: 'irreversible', where: 'remote', repeat: 'no' } as const;
  const note = (input: Json) => {
    sent.push(input);
    return { type: 'ok' as const, text: 'Sent.' };
  };
  const money = defineTool({
    name: 'send_money',
    description: 'Sends money.',
    input: { recipient: z.string(), amount: z.number() },
    // What can't be undone asks always; these cases are about what asks because of its text.
    effect: { ...effect, change: 'write' },
    wish: ['pay', 'send', 'transfer'],
    run: note,
  });
  const email = defineTool({
    name: 'send_email',
    description: 'Sends an email.',
    input: { recipients: z.array(z.string()), subject: z.string(), body: z.string() },
    effect: { ...effect, change: 'write' },
    fields: [
      { field: 'recipients', role: 'target', outside: 'ask' },
      { field: 'subject', role: 'content', outside: 'to-own-target' },
      { field: 'body', role: 'content', outside: 'to-own-target' },
    ],
    wish: ['mail', 'email', 'send', 'forward'],
    run: note,
  });
  const news = defineTool({
    name: 'news',
    description: 'Gets the news.',
    input: {},
    effect: { change: 'read', where: 'local', repeat: 'safe' },
    run: () => ({ type: 'ok', text: options.news ?? 'Nothing new.' }),
  });
  const other = defineTool({
    name: 'other',
    description: options.described ?? '',
    input: {},
    effect: { change: 'none', where: 'local', repeat: 'safe' },
    run: () => ({ type: 'ok', text: 'ok' }),
  });
  const outside: Tool = {
    ...news.tool,
    commands: news.tool.commands.map((command) => ({ ...command, outside: true })),
  };
  const { origin: _own, ...undeclared } = other.tool;
  return [money, email, { ...news, tool: outside }, ...(options.described ? [{ ...other, tool: undeclared }] : [])];
}

/** A host with an agent that is never to ask, in runs that approve everything: what asks does so by the rules alone. */
export class OutsideLoop extends LoopFixture {
  /** What left the machine. */
  readonly sent: Json[];

  constructor(options: OutsideOptions) {
    const sent: Json[] = [];
    const { inbox = {}, work = {}, script = [] } = options;
    const names = [...NEVER_ASKS, ...(options.described ? ['other'] : [])];
    super({
      script,
      files: {
        ...work,
        ...Object.fromEntries(Object.entries(inbox).map(([name, text]) => [`../inbox/${name}`, text])),
      },
      tools: [...names.map((tool) => ({ tool, ask: 'never' })), ...(options.tools ?? [])],
      agent: {
        folders: [
          { path: './work', name: 'work', access: 'write' },
          { path: './inbox', name: 'inbox', access: 'read', trust: 'outside' },
        ],
        limits: { steps: 60 },
      },
      ports: {
        moreTools: remoteTools(sent, options),
        ...(options.script ? {} : { modelFor: (provider) => (provider === 'test' ? obedientProvider() : undefined) }),
        ...options.ports,
      },
    });
    this.sent = sent;
    fs.mkdirSync(path.join(this.home, 'inbox'), { recursive: true });
  }

  /** All files of the person's folder, with their text. */
  files(): Record<string, string> {
    const names = fs.readdirSync(this.work, { recursive: true, encoding: 'utf8' }).sort();
    return Object.fromEntries(
      names.map((name) => {
        const at = path.join(this.work, name);
        return [name, fs.statSync(at).isDirectory() ? '/' : fs.readFileSync(at, 'utf8')];
      }),
    );
  }

  /** Starts a run that approves everything and answers each of its questions; gives back the rules that asked. */
  async goThrough(text: string, answer: 'allow' | 'deny'): Promise<{ run: RunId; asked: string[] }> {
    const run = await this.start(text, { approve: 'all' });
    const asked: string[] = [];
    for (;;) {
      const summary = await this.settled(run);
      if (summary.status !== 'waiting') return { run, asked };
      asked.push((await this.answer(run, answer)).rule.id.replace('default:', ''));
    }
  }
}
