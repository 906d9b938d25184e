import type { RunState } from '#contract/projections/run-state';
import { formatList } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import type { AccessSummary } from './access-summary.ts';

/** What a run may do in a few words, in the record's voice: what it reads and reaches, then what asks first. Pure. */
export function accessSentence(state: RunState, access: AccessSummary): string {
  const may = [
    access.folders.length > 0
      ? t('access.sentence.folders', { folders: formatList(access.folders.map((folder) => folder.name)) })
      : '',
    state.run.tools.some((tool) => tool.commands.some((command) => command.runsCode)) ? t('access.sentence.code') : '',
    access.hosts.length > 0 ? t('access.sentence.hosts', { count: access.hosts.length }) : '',
  ].filter((part) => part !== '');
  const given = access.folders.filter((folder) => folder.whole).map((folder) => folder.name);
  const asks =
    state.run.approve === 'all'
      ? t('access.sentence.all')
      : given.length > 0
        ? t('access.sentence.given', { folders: formatList(given) })
        : access.askingTools.length > 0 || access.folders.some((folder) => folder.asks)
          ? t(access.folders.some((folder) => folder.asks) ? 'access.sentence.mustAsk' : 'access.sentence.someAsk')
          : t('access.sentence.noAsk');
  return [
    may.length > 0 ? t('access.sentence.may', { acts: formatList(may) }) : '',
    access.folders.length === 0 ? t('access.sentence.noFolders') : '',
    asks,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
