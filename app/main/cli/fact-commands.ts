import type { Json } from '#contract/ids';
import type { FactCheck, FactDetail } from '#contract/views';
import { EXIT, UsageError } from './exit-codes.ts';
import { onOneLine } from './on-one-line.ts';
import { printTable } from './print-table.ts';
import type { CommandContext } from './program.ts';
import { print, printJson, warn } from './terminal.ts';
import { warnBroken } from './warn-broken.ts';

/** `RUN/F2`, or `F2` with `--run RUN`. */
function factOf(word: string, run: string | undefined): { run: string; id: string } {
  const slash = word.lastIndexOf('/');
  const named = slash < 0 ? run : word.slice(0, slash);
  const id = word.slice(slash + 1);
  if (named === undefined || named === '') throw new UsageError(`say the run of fact ${id}: RUN/${id} or --run RUN`);
  if (slash >= 0 && run !== undefined && run !== named)
    throw new UsageError(`${word} is a fact of run ${named}, and --run says ${run}`);
  return { run: named, id };
}

/** So many facts of one payload are named, and so many entries. */
const MOST_NAMED = 12;
const MOST_ENTRIES = 6;

function grouped(checks: readonly FactCheck[], keyOf: (check: FactCheck) => string): Map<string, FactCheck[]> {
  const groups = new Map<string, FactCheck[]>();
  for (const check of checks) {
    const group = groups.get(keyOf(check));
    if (group) group.push(check);
    else groups.set(keyOf(check), [check]);
  }
  return groups;
}

/** The facts of one entry, as `F1, F2 and 3 more of run RUN (entry 4)`. */
function entryWords(checks: readonly FactCheck[]): string {
  const [first] = checks;
  const named = checks.slice(0, MOST_NAMED).map(({ id }) => id);
  const more = checks.length > named.length ? ` and ${checks.length - named.length} more` : '';
  return first ? `${named.join(', ')}${more} of run ${first.run} (entry ${first.seq})` : '';
}

/** What is wrong with payloads, a line for each: its hash, what it is now, and the facts, entries and runs (rule A12). */
function faultLines(faults: readonly FactCheck[]): string[] {
  const payloads = grouped(faults, ({ payloadHash }) => payloadHash);
  return [...payloads].map(([hash, checks]) => {
    const [first] = checks;
    const what = first?.state === 'missing' ? 'is not kept any more' : `hashes to ${first?.found} now`;
    const entries = [...grouped(checks, ({ run, seq }) => `${run} ${seq}`).values()];
    const told = entries.slice(0, MOST_ENTRIES).map(entryWords);
    const more = entries.length > told.length ? [`and of ${entries.length - told.length} more entries`] : [];
    return `payload ${hash} ${what}; it is the ground of ${[...told, ...more].join('; ')}`;
  });
}

function detailLines({ row, check, value, usedIn }: FactDetail): string[] {
  const { fact } = row;
  const sources = fact.sources.map(
    ({ organization, url, collectedAt }) =>
      `source   ${onOneLine(organization)}, ${onOneLine(url)}, ${new Date(collectedAt).toISOString()}`,
  );
  const stands = check.state === 'same';
  const said = value === undefined ? [] : [`value    ${onOneLine(value)}`];
  const gone = `not shown: its payload ${check.state === 'missing' ? 'is not kept any more' : 'was changed'}`;
  return [
    // What was changed says nothing of the source: that comes first.
    ...(stands ? [] : [`This fact has no ground any more: ${faultLines([check]).join('')}.`]),
    `${fact.id}  ${onOneLine(fact.claim)}${stands ? '' : ' (as it was collected)'}`,
    ...(stands ? said : [`value    ${gone}`]),
    `place    ${'pointer' in fact.at ? onOneLine(fact.at.pointer) : `bytes ${fact.at.from} to ${fact.at.to}`}`,
    ...sources,
    `payload  ${fact.payloadHash}, ${stands ? 'the same as when it was collected' : check.state}`,
    ...usedIn.map(({ seq, text }) => `used in  entry ${seq}: ${onOneLine(text)}`),
  ];
}

/** `fact list|show|verify`. */
export function addFactCommands(context: CommandContext): void {
  const { program, parts, withClient } = context;
  const { terminal } = parts;
  const fact = program.command('fact').description('facts and their sources. Example: warrant fact list --run RUN');
  fact
    .command('list')
    .description('list facts, newest run first. Example: warrant fact list --query population')
    .option('--run <run>', 'only those of this run')
    .option('--query <text>', 'only those with this text in claim, source or hash')
    .action((options: { run?: string; query?: string }) =>
      withClient(async ({ client }) => {
        const { rows, total } = await client.fact.list({ ...options, limit: 10_000 });
        const listed = rows.map(({ run, agent, fact: { id, claim, payloadHash, at, sources }, seq }) => ({
          run,
          agent,
          id,
          claim,
          sources: sources.map((source) => ({
            source_org: source.organization,
            source_url: source.url,
            collected_at: new Date(source.collectedAt).toISOString(),
            call: source.callId,
          })),
          payload_hash: payloadHash,
          at,
          entry: seq,
        }));
        printTable(context, listed as Json[], [
          ['run', (row) => row.run],
          ['id', (row) => row.id],
          ['hash', (row) => String(row.payload_hash).slice(0, 12)],
          ['source', (row) => sourceWords(row.sources)],
          ['claim', (row) => onOneLine(String(row.claim))],
        ]);
        if (rows.length < total) warn(terminal, `${rows.length} of ${total} facts; --run or --query narrows them`);
        return EXIT.completed;
      }),
    );
  fact
    .command('show')
    .description('one fact, its sources, its payload and where it is used. Example: warrant fact show RUN/F2')
    .argument('<id>', 'RUN/F2, or F2 with --run')
    .option('--run <run>', 'the run it is of')
    .action((id: string, options: { run?: string }) => {
      const named = factOf(id, options.run);
      return withClient(async ({ client }) => {
        const detail = await client.fact.show(named);
        if (context.form() === 'text') print(terminal, detailLines(detail).join('\n'));
        else printJson(terminal, detail);
        return detail.check.state === 'same' ? EXIT.completed : EXIT.failed;
      });
    });
  fact
    .command('verify')
    .description(
      'hash the stored payloads again, and check the log that names them. Example: warrant fact verify RUN/F2',
    )
    .argument('[id]', 'RUN/F2; nothing for all')
    .option('--run <run>', 'all of this run, or the run of the fact')
    .action((id: string | undefined, options: { run?: string }) => {
      const named = id === undefined ? options : factOf(id, options.run);
      return withClient(async ({ client }) => {
        const checks = await client.fact.verify(named);
        const log = await client.log.verify(named.run === undefined ? {} : { run: named.run });
        const faults = checks.filter(({ state }) => state !== 'same');
        if (context.form() === 'json') printJson(terminal, checks);
        else if (context.form() === 'jsonl') for (const check of checks) printJson(terminal, check);
        else if (faults.length === 0)
          print(
            terminal,
            checks.length === 1
              ? '1 fact: its payload is the same'
              : `${checks.length} facts: all payloads are the same`,
          );
        for (const line of faultLines(faults)) warn(terminal, line);
        const broken = warnBroken(terminal, log);
        return faults.length > 0 ? EXIT.failed : broken;
      });
    });
}

function sourceWords(sources: Json | undefined): string {
  const [first, ...others] = Array.isArray(sources) ? sources : [];
  const name = first !== null && typeof first === 'object' && !Array.isArray(first) ? String(first.source_org) : '';
  return onOneLine(others.length > 0 ? `${name} +${others.length}` : name);
}
