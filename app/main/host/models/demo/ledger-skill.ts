import * as z from 'zod';
import { type DemoSkill, type DemoTurn, lastCall } from './demo-turn.ts';
import { ledgerProgram } from './ledger-program.ts';

const Money = z.union([z.string(), z.number()]).nullable().optional();
const Findings = z.object({
  statement: z.string(),
  rows: z.number(),
  first_day: z.string().nullable(),
  last_day: z.string().nullable(),
  invoices: z.number(),
  in_order: z.number(),
  fault_count: z.number(),
  faults: z.array(
    z.object({
      kind: z.string(),
      invoice: z.string(),
      supplier: z.string(),
      expected: z.unknown(),
      found: z.unknown(),
      difference: z.unknown(),
      rows: z.array(z.number()),
      explanation: z.string(),
    }),
  ),
  due: z.record(z.string(), Money),
  paid: z.record(z.string(), Money),
  unreadable: z.array(z.unknown()),
});
type Findings = z.infer<typeof Findings>;

/** The program's last line is one JSON object; anything else is no result. */
function findingsIn(output: string): Findings | undefined {
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  try {
    return Findings.safeParse(JSON.parse(line)).data;
  } catch {
    // The program printed no result; the caller says so with what it did print.
    return undefined;
  }
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '—';
  if (Array.isArray(value)) return value.map(cell).join(', ') || '—';
  if (typeof value === 'object') return Object.values(value).map(cell).join(' ');
  return String(value).replaceAll('|', '\\|');
}

function money(amounts: Findings['due']): string {
  return Object.entries(amounts)
    .map(([currency, amount]) => `${amount} ${currency}`)
    .join(', ');
}

function reportOf(found: Findings): string {
  const rows = found.faults.map(
    (fault, n) =>
      `| ${n + 1} | ${fault.invoice} | ${cell(fault.supplier)} | ${fault.kind} | ${cell(fault.expected)} | ${cell(fault.found)} | ${cell(fault.difference)} | ${fault.rows.join(', ') || '—'} |`,
  );
  const lines = [
    '# Ledger check',
    '',
    `Statement \`${found.statement}\`, ${found.rows} rows from ${found.first_day ?? '—'} to ${found.last_day ?? '—'}; ${found.invoices} invoices.`,
    '',
    `${found.in_order} invoices agree. ${found.fault_count} do not.`,
    '',
    `Due: ${money(found.due)}. Paid: ${money(found.paid)}.`,
    '',
  ];
  if (rows.length > 0)
    lines.push(
      '| # | Invoice | Supplier | Fault | Expected | Found | Difference | Rows |',
      '|---|---|---|---|---|---|---|---|',
      ...rows,
      '',
      ...found.faults.map((fault, n) => `${n + 1}. ${fault.explanation}`),
      '',
    );
  if (found.unreadable.length > 0) lines.push(`Not readable: ${cell(found.unreadable)}.`, '');
  return lines.join('\n');
}

function summary(found: Findings): string {
  const kinds = found.faults.map((fault) => `- ${fault.invoice}: ${fault.kind}. ${fault.explanation}`);
  const head = `${found.fault_count} of ${found.invoices} invoices do not agree with ${found.rows} rows of the statement.`;
  return [head, ...(kinds.length > 0 ? ['', ...kinds] : [])].join('\n');
}

function isLedger(turn: DemoTurn): boolean {
  return (
    turn.folders.length > 0 &&
    turn.tools.has('run_python') &&
    /\b(?:ledger|reconcile|invoices?|statement)\b/i.test(turn.prompt)
  );
}

/** "Check the ledger": lists the folder, computes in Python, writes report.md, answers with what was found. */
export const ledger: DemoSkill = (turn) => {
  if (!isLedger(turn)) return undefined;
  const folder = turn.folders[0] ?? '/agent';
  const listed = lastCall(turn, 'list_files');
  if (!listed && turn.tools.has('list_files'))
    return {
      say: 'First I look at what is in the folder.',
      tool: 'list_files',
      input: { path: folder, recursive: true },
    };
  const ran = lastCall(turn, 'run_python');
  if (!ran)
    return {
      say: 'Now I compare every invoice with the statement, in Python.',
      tool: 'run_python',
      input: { code: ledgerProgram },
    };
  if (ran.error) return { answer: `The check did not run to its end. ${ran.text}` };
  const found = findingsIn(ran.text);
  if (!found) return { answer: `The check gave no result that can be read. It printed:\n\n${ran.text}` };
  const wrote = lastCall(turn, 'write_file');
  if (!wrote && turn.tools.has('write_file'))
    return {
      say: `${found.fault_count} differences. I’ll write them to report.md.`,
      tool: 'write_file',
      input: { path: `${folder}/report.md`, content: reportOf(found) },
    };
  if (!wrote) return { answer: reportOf(found) };
  const place = `${folder}/report.md`;
  return {
    answer: `${summary(found)}\n\n${wrote.error ? `${place} was not written: ${wrote.text}` : `The report is in ${place}.`}`,
  };
};
