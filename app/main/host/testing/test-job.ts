import fs from 'node:fs';
import path from 'node:path';
import type { Json, RunId } from '#contract/ids';
import type { MiddlewareUse } from '#contract/middleware';
import type { TestClient, TestHome } from './test-home.ts';

/** One scripted run: the replies of the model, and whether a person is asked. */
export interface TestJob {
  /** Lines of a `scripted:FILE`. */
  script: readonly unknown[];
  approve: 'ask' | 'all';
  /** The chain of every agent. */
  middleware?: MiddlewareUse[];
  /** What is looked at before its answer is given out. */
  guardrails?: string[];
}

const TOOLS = [
  'calculator',
  'list_files',
  'read_file',
  'write_file',
  'edit_file',
  'move_file',
  'make_folder',
  'delete_file',
  'run_python',
  'run_javascript',
  'ask_person',
];

/** Starts the job with an agent that has every built-in tool and the folder `work`, for writing. */
export async function startJob(client: TestClient, places: TestHome, job: TestJob): Promise<RunId> {
  if (job.middleware) await client.policy.setMiddleware({ list: job.middleware });
  const script = path.join(places.home, 'script.jsonl');
  fs.writeFileSync(script, job.script.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const file = {
    name: 'worker',
    model: `scripted:${script}`,
    protocol: 'native',
    tools: TOOLS.map((tool) => ({ tool })),
    folders: [{ path: places.work, name: 'work', access: 'write' }],
    limits: { steps: 100 },
    ...(job.guardrails && { guardrails: job.guardrails }),
  };
  const agent = { file, base: places.home, path: path.join(places.home, 'worker.agent.json') };
  const { run } = await client.run.start({ agent, text: 'do it', flags: { accept: true, approve: job.approve } });
  return run;
}

/**
 * Allows once whatever a run waits for, from two windows at the same time: one of the two answers counts. `pause` passes
 * the time in which a card may not be answered.
 */
export async function answerAll(client: TestClient, pause: (ms: number) => Promise<void> | void): Promise<number> {
  const items = await client.approval.list();
  for (const item of items) {
    if (item.type === 'question') {
      await client.question.answer({ id: item.question.id, text: 'yes' });
      continue;
    }
    const { id, hash } = item.approval;
    const windows = [await client.approval.open({ id }), await client.approval.open({ id })];
    await pause(520);
    const answers = await Promise.allSettled(
      windows.map(({ nonce }) => client.approval.answer({ id, nonce, hash, answer: { type: 'allow' } })),
    );
    const taken = answers.filter(({ status }) => status === 'fulfilled').length;
    if (taken !== 1) throw new Error(`${taken} of two answers at the same time counted`);
  }
  return items.length;
}

const isOver = (status: string): boolean => status === 'completed' || status === 'blocked';

/** Takes a run up again, unless it has come to its end by itself meanwhile. */
async function goOn(client: TestClient, run: RunId): Promise<void> {
  try {
    await client.run.resume({ run });
  } catch (fault) {
    if (!isOver((await client.run.settled({ run })).status)) throw fault;
  }
}

/** Goes on with the only run, or starts it, until nothing is left to answer. */
export async function driveJob(
  client: TestClient,
  places: TestHome,
  job: TestJob,
  pause: (ms: number) => Promise<void> | void,
): Promise<RunId> {
  const [known] = await client.run.list();
  const run = known?.id ?? (await startJob(client, places, job));
  if (known && !isOver(known.status)) await goOn(client, run);
  for (;;) {
    const { status } = await client.run.settled({ run });
    if (status === 'waiting') await answerAll(client, pause);
    else if (status !== 'interrupted') return run;
    if (status === 'waiting' || status === 'interrupted') await goOn(client, run);
  }
}

/** What counts of a run that is over: its lines without ids, times and interruptions, and every file with its text. */
export interface JobResult {
  lines: Json[];
  work: Record<string, string>;
  disk: Record<string, string>;
}

/** Reads the result. The run's texts, order and answers must be the same whether or not it was killed on the way. */
export async function resultOf(client: TestClient, run: RunId, places: TestHome): Promise<JobResult> {
  const { text } = await client.run.export({ run, format: 'jsonl' });
  const names = new Map<string, string>();
  const known = (id: string): string => {
    if (!names.has(id)) names.set(id, `id ${names.size + 1}`);
    return names.get(id) ?? id;
  };
  const ids = new Set(['id', 'run', 'approval', 'question']);
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) =>
      JSON.parse(line, (key, value) => {
        if (key === 'ms') return undefined;
        if (key === 'rule' && typeof value === 'string') return value.replace(/^answer:.*/, 'answer');
        return ids.has(key) && typeof value === 'string' ? known(value) : value;
      }),
    );
  return { lines, work: filesIn(places.work), disk: filesIn(diskOf(places)) };
}

function diskOf({ dataFolder }: TestHome): string {
  const disks = path.join(dataFolder, 'disks');
  const [name] = fs.existsSync(disks) ? fs.readdirSync(disks) : [];
  return name === undefined ? disks : path.join(disks, name);
}

/** Every file and folder below a folder; a folder's name ends in a slash. */
export function filesIn(folder: string): Record<string, string> {
  if (!fs.existsSync(folder)) return {};
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .map((entry): [string, string] => {
        const file = path.join(entry.parentPath, entry.name);
        const name = path.relative(folder, file);
        return entry.isDirectory() ? [`${name}/`, ''] : [name, fs.readFileSync(file, 'utf8')];
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
