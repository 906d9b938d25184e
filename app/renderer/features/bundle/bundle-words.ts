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

/** The badge of one fault: altered, missing, swapped, elsewhere, cut off, or not what was noted. */
function faultWords(fault: BundleFault): string {
  switch (fault.way) {
    case 'missing':
    case 'swapped':
      return fault.reason.replace(/\.$/, '');
    case 'misplaced':
      return t('bundle.misplaced', { line: fault.line });
    case 'cut':
      return t('bundle.cut');
    case 'noted':
      return t('bundle.differsFromNoted');
    default:
      return t('bundle.altered', { what: subjectWords(fault) });
  }
}

/** The badge of a report: whole, or what is wrong first. That its end is cut off explains the rest. */
export function verdictWords(report: BundleReport): string {
  if (report.instead !== undefined) return t('bundle.isNone');
  const first = report.faults.find(({ way }) => way === 'cut') ?? report.faults[0];
  if (first) return faultWords(first);
  return report.whole ? t('bundle.whole') : t('bundle.notWhole');
}

/** One fault in the list: what, where and why; what is missing or not as noted says all of that itself. */
export function listWords(fault: BundleFault): string {
  const { line, reason, way } = fault;
  if (way === 'missing' || way === 'swapped' || way === 'noted') return reason;
  return t('bundle.fault', { what: subjectWords(fault), line, reason });
}

const kinds = {
  'run-started': 'bundle.event.run-started',
  'user-message-added': 'bundle.event.user-message-added',
  'model-called': 'bundle.event.model-called',
  'tool-call-decided': 'bundle.event.tool-call-decided',
  'tool-call-started': 'bundle.event.tool-call-started',
  'tool-call-ended': 'bundle.event.tool-call-ended',
  'host-call-started': 'bundle.event.host-call-started',
  'host-call-ended': 'bundle.event.host-call-ended',
  'approval-requested': 'bundle.event.approval-requested',
  'approval-answered': 'bundle.event.approval-answered',
  'approval-closed': 'bundle.event.approval-closed',
  'question-asked': 'bundle.event.question-asked',
  'question-answered': 'bundle.event.question-answered',
  'grant-used': 'bundle.event.grant-used',
  'file-changed': 'bundle.event.file-changed',
  'answer-marked': 'bundle.event.answer-marked',
  'guardrail-checked': 'bundle.event.guardrail-checked',
  'memories-recalled': 'bundle.event.memories-recalled',
  'run-renamed': 'bundle.event.run-renamed',
  'run-ended': 'bundle.event.run-ended',
} as const;

/** What an entry records, in words; a kind without words of its own is only an entry. */
export function eventWords(about: string | undefined): string | undefined {
  const key = Object.entries(kinds).find(([kind]) => kind === about)?.[1];
  return key && t(key);
}

/** The entries before the first altered one, it, and those after it. Undefined where no entry is altered. */
export function stripOf(report: BundleReport): { before: number; altered: number; after: number } | undefined {
  const seqs = report.faults.flatMap(({ kind, seq }) => (kind === 'entry' && seq !== undefined ? [seq] : []));
  const altered = seqs.length > 0 ? Math.min(...seqs) : undefined;
  if (altered === undefined) return undefined;
  return { before: altered - 1, altered, after: Math.max(0, (report.length ?? report.entries) - altered) };
}
