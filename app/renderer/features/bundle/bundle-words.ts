import type { BundleReport } from '#contract/views';
import { t } from '../../strings/translate.ts';

export type BundleFault = BundleReport['faults'][number];

/** What a fault is about, in a few words: entry 37, the payload a41f…90c7, the rules. */
export function subjectWords(fault: BundleFault): string {
  const { kind, what, seq } = fault;
  switch (kind) {
    case 'entry':
      return seq === undefined ? t('bundle.aboutLine', { line: fault.line }) : t('bundle.aboutEntry', { seq });
    case 'payload':
      return t('bundle.aboutPayload', { hash: `${what.slice(0, 4)}…${what.slice(-4)}` });
    case 'tool':
      return t('bundle.aboutTool', { name: what });
    case 'text':
      return t('bundle.aboutLine', { line: fault.line });
    default:
      return t(`bundle.about.${kind}`);
  }
}

/** The badge of a report: whole, or what was altered first. */
export function verdictWords(report: BundleReport): string {
  if (report.instead !== undefined) return t('bundle.isNone');
  const [first] = report.faults;
  if (first) return t('bundle.altered', { what: subjectWords(first) });
  return report.whole ? t('bundle.whole') : t('bundle.notWhole');
}

/** The entries before the first altered one, it, and those after it. Undefined where no entry is altered. */
export function stripOf(report: BundleReport): { before: number; altered: number; after: number } | undefined {
  const seqs = report.faults.flatMap(({ kind, seq }) => (kind === 'entry' && seq !== undefined ? [seq] : []));
  const altered = seqs.length > 0 ? Math.min(...seqs) : undefined;
  if (altered === undefined) return undefined;
  return { before: altered - 1, altered, after: Math.max(0, (report.length ?? report.entries) - altered) };
}
