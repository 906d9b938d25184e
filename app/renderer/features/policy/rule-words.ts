import type { PolicyRow } from '#contract/views';
import { t } from '../../strings/translate.ts';
import { plainSentence } from './record-text.tsx';

export type Word = PolicyRow['decision'];

/** What tells a row from every other: rules of several agents may share an id, as they do in the log. */
export function keyOf({ id, agent, run }: Pick<PolicyRow, 'id' | 'agent' | 'run'>): string {
  return [id, agent ?? '', run ?? ''].join(' ');
}

/** Who stands behind a rule, as the column From says it. */
export type Origin = 'default' | 'agent' | 'you' | 'middleware';

/** Whether a grant came with an agent that a person accepted, as the host names those. */
export function cameWithAgent(row: PolicyRow): boolean {
  return row.grant?.id.startsWith('accepted-') ?? false;
}

/** Whether a grant is one that holds from the start, as the host names those. */
export function isDefaultGrant(row: PolicyRow): boolean {
  return row.grant?.id.startsWith('default-') ?? false;
}

/** Who stands behind a rule. */
export function originOf(row: PolicyRow): Origin {
  if (row.kind === 'middleware') return 'middleware';
  if (row.kind === 'binding' || cameWithAgent(row)) return 'agent';
  if (row.kind === 'default' || isDefaultGrant(row)) return 'default';
  return 'you';
}

/** The column From: who stands behind a rule, and on the list of every agent whose it is where its sentence does not say. */
export function fromWords(row: PolicyRow, ofEvery: boolean): string {
  const origin = originOf(row);
  if (row.overruledBy !== undefined) return t('policy.from.overruled', { from: t(`policy.from.${origin}`) });
  if (origin === 'you' && row.run !== undefined) return t('policy.from.youThisRun');
  if (origin === 'agent' && row.run !== undefined) return t('policy.from.agentThisRun');
  if (origin === 'you' && row.agent === undefined) return t('policy.from.youEverywhere');
  const from = t(`policy.from.${origin}`);
  const named = row.agent === undefined || row.sentence.includes(row.agent);
  return ofEvery && !named ? t('policy.fromOf', { from, agent: row.agent ?? '' }) : from;
}

/** Why a rule is as it is, and what a person can do about it. */
export function whyWords(row: PolicyRow): string {
  if (row.kind === 'binding')
    return row.agent === undefined ? t('policy.why.bindingAny') : t('policy.why.binding', { agent: row.agent });
  if (row.kind === 'middleware') return t('policy.why.middleware');
  if (cameWithAgent(row) && row.run !== undefined) return t('policy.why.acceptedRun');
  if (cameWithAgent(row)) return t('policy.why.accepted', { agent: row.agent ?? t('policy.everyAgent') });
  if (originOf(row) === 'you') return t('policy.why.given');
  return t(row.revocable ? 'policy.why.liftable' : 'policy.why.default');
}

export interface RuleFilter {
  query: string;
  decision: Word | undefined;
  origin: Origin | undefined;
}

export const NO_FILTER: RuleFilter = { query: '', decision: undefined, origin: undefined };

function wordsOfPermission(row: PolicyRow): string {
  const permission = row.grant?.permission;
  if (permission?.kind === 'tool') return `${permission.tool} ${permission.line?.words.join(' ') ?? ''}`;
  return permission?.kind === 'net' ? permission.host : '';
}

/** The rules that fit a filter, in the order they came: every word of the query must stand somewhere in the rule. */
export function filterRules(rows: readonly PolicyRow[], { query, decision, origin }: RuleFilter): PolicyRow[] {
  const words = query.toLowerCase().split(/\s+/);
  return rows.filter((row) => {
    if (decision !== undefined && row.decision !== decision) return false;
    if (origin !== undefined && originOf(row) !== origin) return false;
    const text =
      `${plainSentence(row.sentence)} ${row.source} ${row.agent ?? ''} ${wordsOfPermission(row)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/**
 * The defaults that stand behind a fold: they have decided nothing yet and can't be changed. None while something is
 * looked for, and never the one that was opened.
 */
export function idleDefaults(rows: readonly PolicyRow[], filter: RuleFilter, opened: string | undefined): PolicyRow[] {
  if (filter.query.trim() !== '' || filter.decision !== undefined || filter.origin !== undefined) return [];
  return rows.filter((row) => row.kind === 'default' && !row.revocable && row.hits === 0 && keyOf(row) !== opened);
}
