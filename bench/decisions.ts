import type { Grant, Permission } from '#contract/permission';
import { decideToolCall } from '../app/main/host/policy/decide-tool-call.ts';
import { grantsInForce } from '../app/main/host/policy/grant-set.ts';
import { openDatabase } from '../app/main/host/store/database.ts';
import { EventLog } from '../app/main/host/store/event-log.ts';
import { temporaryFolder } from '../app/main/host/store/testing.ts';
import { grantOf, type PolicyCase, policyInput, toolOf } from '../app/main/host/testing/policy-fixture.ts';
import { type BenchRow, timeRow } from './bench-row.ts';

const FEW = 10;
const MANY = 1000;
const DECISIONS_PER_ROUND = 400;
const APPENDS_PER_ROUND = 50;

const remote = { change: 'write', where: 'remote', repeat: 'no' } as const;
const tools = [
  toolOf('fetch', remote, { hosts: [{ field: 'url', method: 'method' }] }),
  toolOf('bash', { ...remote, where: 'local' }, { line: 'line' }),
];

/** One call for each kind of rule. */
const CALLS: Pick<PolicyCase, 'tool' | 'input'>[] = [
  { tool: 'write_file', input: { path: 'a/b/c.txt', content: 'x' } },
  { tool: 'read_file', input: { path: 'a/b/c.txt' } },
  { tool: 'fetch', input: { url: 'https://a.example.com/x', method: 'POST' } },
  { tool: 'bash', input: { line: 'git push origin main' } },
];

const ports = [{ from: 443, to: 443 }];

/** A rule that some call could meet, of each kind in turn; `n` tells it from the others, which cover none of the calls. */
function otherRule(n: number): Grant {
  const kinds: Permission[] = [
    { kind: 'file', folder: 'folder-work', path: `a/b/other-${n}.txt`, verbs: ['write'] },
    { kind: 'file', folder: '*', path: `**/other-${n}/*`, verbs: ['read', 'write'] },
    { kind: 'tool', tool: 'write_file', command: '**', input: { path: `other-${n}` } },
    { kind: 'tool', tool: 'bash', command: '**', line: { field: 'line', words: [`other-${n}`], more: true } },
    { kind: 'net', host: `*.other-${n}.example.com`, ports, methods: ['POST'] },
    { kind: 'secret', name: `other-${n}`, use: 'header' },
  ];
  const permission = kinds[n % kinds.length];
  if (!permission) throw new Error('every number has a kind');
  const type = (['allow', 'ask', 'deny'] as const)[Math.floor(n / kinds.length) % 3] ?? 'deny';
  return grantOf(`other-${n}`, { type, permission, agent: n % 2 === 0 ? 'every' : 'agent-1' });
}

/** What is decided, with so many grants in all. The catalog's map is the same at each decision, as in a host. */
function decider(count: number): () => number {
  const cases = CALLS.map((call) => {
    const bindings = [{ tool: call.tool, hosts: call.tool === 'fetch' ? ['a.example.com'] : [] }];
    const { grants, ...rest } = policyInput({ ...call, tools, bindings });
    const own = [...grants].filter(({ permission }) => permission.kind !== 'file' || permission.verbs.includes('read'));
    const write = grantOf('write', {
      permission: { kind: 'file', folder: 'folder-work', path: 'a/**', verbs: ['write'] },
    });
    const fixed = [...own, write];
    const others = Array.from({ length: count - fixed.length }, (_, n) => otherRule(n));
    const kept = new Map([...fixed, ...others].map((grant) => [grant.id, grant]));
    if (kept.size !== count) throw new Error(`${kept.size} grants are not ${count}`);
    return { kept, ...rest };
  });
  return () => {
    let events = 0;
    for (const { kept, state, ...input } of cases) {
      const grants = grantsInForce(kept, input.run.grants, input.run.run.agent.id, input.now, input.run.used);
      events += decideToolCall(state, { ...input, grants }).length;
    }
    return events;
  };
}

/** Milliseconds of one decision. */
function timed(decide: () => number): number {
  const start = performance.now();
  for (let n = 0; n < DECISIONS_PER_ROUND / CALLS.length; n += 1) decide();
  return (performance.now() - start) / DECISIONS_PER_ROUND;
}

/** Milliseconds of one awaited append of what a decision writes. */
async function appender(folder: string): Promise<{ append: () => Promise<number>; close: () => void }> {
  const database = openDatabase(folder);
  const log = new EventLog(database, Date.now);
  const { state, ...input } = policyInput({ tool: 'calculator', input: { expression: '1+1' } });
  const events = decideToolCall(state, input);
  let expectedSeq = 0;
  const append = async (): Promise<number> => {
    const start = performance.now();
    for (let n = 0; n < APPENDS_PER_ROUND; n += 1, expectedSeq += events.length)
      await log.append([{ stream: 'run:bench', expectedSeq, events }]);
    return (performance.now() - start) / APPENDS_PER_ROUND;
  };
  return {
    append,
    close: () => {
      log.close();
      database.close();
    },
  };
}

/**
 * Measures a decision where there are 1,000 grants: against one with 10, and against putting its result on disk.
 * @param rounds how many times each is measured, taking turns
 */
export async function benchDecisions(rounds = 25): Promise<BenchRow[]> {
  const [many, few] = [decider(MANY), decider(FEW)];
  if (many() !== few()) throw new Error('the decisions are not the same');
  const place = temporaryFolder();
  const { append, close } = await appender(place.folder);
  const ours: number[] = [];
  const peers: number[] = [];
  const appends: number[] = [];
  try {
    // The first rounds warm everything up.
    for (let round = -3; round < rounds; round += 1) {
      const times = [timed(many), timed(few), await append()] as const;
      if (round < 0) continue;
      ours.push(times[0]);
      peers.push(times[1]);
      appends.push(times[2]);
    }
  } finally {
    close();
    place.remove();
  }
  return [
    timeRow('decision-1000-grants', ours, '10 grants', peers, 3),
    timeRow('decision-vs-append', ours, 'one log append', appends, 1),
  ];
}
