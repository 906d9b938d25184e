import { Folder, Globe, KeyRound, Pencil, Wrench } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { RunState } from '#contract/projections/run-state';
import { Badge } from '../../components/badge.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { formatList, formatMoney, formatNumber, formatStopwatch } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { type AccessSummary, accessSummary } from './access-summary.ts';
import { Figures, RailSection, ReachRow } from './rail-section.tsx';

const ask = (
  <Badge icon={meaning.ask} tone="ask">
    {t('decision.ask')}
  </Badge>
);
const allowed = (
  <Badge icon={meaning.answered} tone="plain">
    {t('decision.allow')}
  </Badge>
);
const deny = (
  <Badge icon={meaning.deny} tone="deny">
    {t('decision.deny')}
  </Badge>
);

function plain(word: string): ReactNode {
  return (
    <Badge icon={meaning.allow} tone="plain">
      {word}
    </Badge>
  );
}

/** What a run may do in one sentence, in the record's voice. */
function accessSentence(state: RunState, access: AccessSummary): string {
  const may = [
    access.folders.length > 0
      ? t('access.sentence.folders', { folders: formatList(access.folders.map((folder) => folder.name)) })
      : t('access.sentence.noFolders'),
    state.run.tools.some((tool) => tool.commands.some((command) => command.runsCode)) ? t('access.sentence.code') : '',
    access.hosts.length > 0 ? t('access.sentence.hosts', { count: access.hosts.length }) : '',
  ].filter((part) => part !== '');
  const given = access.folders.filter((folder) => folder.whole).map((folder) => folder.name);
  const asks =
    state.run.approve === 'all'
      ? t('access.sentence.all')
      : given.length > 0
        ? t('access.sentence.given', { folders: formatList(given) })
        : access.askingTools.length > 0 || access.folders.some((folder) => folder.access === 'write')
          ? t('access.sentence.mustAsk')
          : t('access.sentence.noAsk');
  return `${formatList(may)}. ${asks}`;
}

function Limits({ state }: { state: RunState }): ReactNode {
  const { limits, model } = state.run.agent;
  const { spent, extended } = state;
  const of = (value: string, most: string) => t('access.of', { value, most });
  const local = ['demo', 'scripted', 'ollama', 'lmstudio', 'llamacpp'].includes(model.provider);
  const most = formatMoney(limits.usd);
  return (
    <RailSection title={t('access.limits')}>
      <Figures
        rows={[
          [t('access.steps'), of(formatNumber(spent.steps), formatNumber(limits.steps + (extended.steps ?? 0)))],
          [
            t('access.time'),
            of(formatStopwatch(spent.ms), formatStopwatch((limits.seconds + (extended.seconds ?? 0)) * 1000)),
          ],
          [t('access.tokens'), of(formatNumber(spent.tokens), formatNumber(limits.tokens + (extended.tokens ?? 0)))],
          [
            t('access.money'),
            local ? t('access.freeMoney', { value: of(formatMoney(0), most) }) : t('access.unknownPrice', { most }),
          ],
        ]}
      />
    </RailSection>
  );
}

/** The Access tab: one sentence, then folders, hosts, tools, secrets, decisions so far, limits. */
export function AccessPane({ state }: { state: RunState }): ReactNode {
  const access = useMemo(() => accessSummary(state), [state]);
  const { decisions } = access;
  const asksAll = state.run.approve !== 'all';
  return (
    <>
      <RailSection>
        <p className="font-record text-sentence text-pretty">{accessSentence(state, access)}</p>
      </RailSection>
      <RailSection title={t('access.folders')}>
        {access.folders.length === 0 && <p className="text-small text-ink-3">{t('access.noFolders')}</p>}
        {access.folders.map((folder) => (
          <div key={folder.path}>
            <ReachRow icon={Folder} badge={plain(t('access.read'))} from={<bdi dir="ltr">{folder.path}</bdi>}>
              <code>{folder.name}</code>
            </ReachRow>
            {folder.given.map((grant) => (
              <ReachRow key={grant.id} icon={Pencil} badge={allowed} from={grant.sentence}>
                {t('access.writeGranted')}
              </ReachRow>
            ))}
            {folder.access === 'write' && !folder.whole && (
              <ReachRow icon={Pencil} badge={asksAll ? ask : plain(t('access.write'))}>
                {t('access.writeAsk')}
              </ReachRow>
            )}
          </div>
        ))}
      </RailSection>
      <RailSection title={t('access.hosts')}>
        {access.hosts.map((host) => (
          <ReachRow key={host} icon={Globe} badge={plain(t('decision.allow'))} from={t('access.fromAgent')}>
            <bdi dir="ltr">{host}</bdi>
          </ReachRow>
        ))}
        <ReachRow icon={Globe} badge={deny}>
          {access.hosts.length > 0 ? t('access.otherHosts') : t('access.everyHost')}
        </ReachRow>
      </RailSection>
      <RailSection title={t('access.tools')} end={formatNumber(state.run.tools.length)}>
        {access.allowedTools.length > 0 && (
          <ReachRow icon={Wrench} badge={plain(t('decision.allow'))}>
            {access.allowedTools.join(', ')}
          </ReachRow>
        )}
        {access.askingTools.length > 0 && (
          <ReachRow icon={Wrench} badge={ask}>
            {access.askingTools.join(', ')}
          </ReachRow>
        )}
        <ReachRow
          icon={KeyRound}
          badge={access.secrets.length === 0 && <span className="text-ink-3">{t('none')}</span>}
        >
          {access.secrets.length === 0 ? t('access.secrets') : access.secrets.join(', ')}
        </ReachRow>
      </RailSection>
      <RailSection title={t('access.decisions')} end={t('access.calls', { count: decisions.calls })}>
        <Figures
          rows={[
            [t('access.byRule'), formatNumber(decisions.byRule)],
            [t('access.byYou'), formatNumber(decisions.byPerson)],
            ...(decisions.byGrant > 0 ? [[t('access.byGrant'), formatNumber(decisions.byGrant)] as const] : []),
            [t('access.denied'), formatNumber(decisions.denied)],
            [t('access.waiting'), formatNumber(decisions.waiting), decisions.waiting > 0],
          ]}
        />
      </RailSection>
      <Limits state={state} />
    </>
  );
}
