import { Folder, Globe, KeyRound, type LucideIcon, Pencil, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { formatList, formatMoment, formatNumber } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { plainSentence, RecordText } from '../policy/record-text.tsx';
import { revokeGrant } from '../policy/revoke-grant.ts';
import { useNow } from '../shell/use-now.ts';
import type { AccessSummary, GivenRule } from './access-summary.ts';
import { RailSection, ReachRow } from './rail-section.tsx';

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

/** Where a rule of the person comes from, and the way to take it back. */
function GivenSource({ rule: { grant, run } }: { rule: GivenRule }): ReactNode {
  const now = useNow(60_000);
  const { expiresAt } = grant;
  const source =
    run !== undefined
      ? t('access.fromYouRun')
      : expiresAt === undefined
        ? t('access.fromYouLasting')
        : t('access.fromYouUntil', { when: formatMoment(expiresAt, now) });
  return (
    <>
      {source}.{' '}
      <button
        type="button"
        aria-label={t('policy.revokeRule', { rule: plainSentence(grant.sentence) })}
        className="text-link underline underline-offset-3"
        onClick={() => void revokeGrant({ id: grant.id, ...(run === undefined ? {} : { run }) })}
      >
        {t('policy.revoke')}
      </button>
    </>
  );
}

function GivenRows({ icon, rules }: { icon: LucideIcon; rules: readonly GivenRule[] }): ReactNode {
  return rules.map((rule) => (
    <ReachRow
      key={rule.grant.id}
      icon={icon}
      badge={rule.grant.type === 'allow' ? allowed : rule.grant.type === 'ask' ? ask : deny}
      from={<GivenSource rule={rule} />}
    >
      <span className="font-record">
        <RecordText of={rule.grant.sentence} />
      </span>
    </ReachRow>
  ));
}

/** The folders of the agent, what was done in them, and what the person gave there. */
export function AccessFolders({ access, asks }: { access: AccessSummary; asks: boolean }): ReactNode {
  const count = (files: number) => t('access.files', { count: files });
  return (
    <RailSection title={t('access.folders')}>
      {access.folders.length === 0 && <p className="text-small text-ink-3">{t('access.noFolders')}</p>}
      {access.folders.map((folder) => (
        <div key={folder.path}>
          <ReachRow
            icon={Folder}
            badge={plain(t('access.read'))}
            from={
              <>
                <bdi dir="ltr" className="[overflow-wrap:anywhere]">
                  {folder.path}
                </bdi>
                <span className="block">
                  {t('access.fromAgentFiles', { read: count(folder.read), written: formatNumber(folder.written) })}
                </span>
              </>
            }
          >
            <code>{folder.name}</code>{' '}
            {folder.outside && (
              <Badge icon={meaning.outsideText} tone="plain">
                {t('access.outside')}
              </Badge>
            )}
          </ReachRow>
          {folder.access === 'write' && !folder.whole && (
            <ReachRow
              icon={Pencil}
              badge={asks && folder.asks ? ask : plain(t('access.write'))}
              from={t('access.fromAgent')}
            >
              {t('access.writeAsk')}
            </ReachRow>
          )}
          <GivenRows icon={Pencil} rules={folder.given} />
        </div>
      ))}
      <GivenRows icon={Folder} rules={access.given.files} />
    </RailSection>
  );
}

/** The hosts it may reach; every other one is denied. */
export function AccessHosts({ access }: { access: AccessSummary }): ReactNode {
  const { refusedHosts } = access;
  return (
    <RailSection title={t('access.hosts')}>
      {access.hosts.map((host) => (
        <ReachRow key={host} icon={Globe} badge={plain(t('decision.allow'))} from={t('access.fromAgent')}>
          <bdi dir="ltr">{host}</bdi>
        </ReachRow>
      ))}
      <GivenRows icon={Globe} rules={access.given.hosts} />
      <ReachRow
        icon={Globe}
        badge={deny}
        from={
          refusedHosts.length > 0
            ? t('access.refused', { count: refusedHosts.length, hosts: formatList(refusedHosts) })
            : t('access.fromDefault')
        }
      >
        {access.hosts.length + access.given.hosts.length > 0 ? t('access.otherHosts') : t('access.everyHost')}
      </ReachRow>
    </RailSection>
  );
}

/** Its tools and its secrets by name. */
export function AccessTools({ access, count }: { access: AccessSummary; count: number }): ReactNode {
  return (
    <RailSection title={t('access.tools')} end={formatNumber(count)}>
      {access.allowedTools.length > 0 && (
        <ReachRow icon={Wrench} badge={plain(t('decision.allow'))} from={t('access.fromAgent')}>
          {access.allowedTools.join(', ')}
        </ReachRow>
      )}
      {access.askingTools.length > 0 && (
        <ReachRow icon={Wrench} badge={ask} from={t('access.fromAgent')}>
          {access.askingTools.join(', ')}
        </ReachRow>
      )}
      <GivenRows icon={Wrench} rules={access.given.tools} />
      {access.secrets.length + access.given.secrets.length === 0 && (
        <ReachRow icon={KeyRound} badge={<span className="text-ink-3">{t('none')}</span>}>
          {t('access.secrets')}
        </ReachRow>
      )}
      {access.secrets.map(({ name, origin }) => (
        <ReachRow
          key={name}
          icon={KeyRound}
          badge={plain(t('access.use'))}
          from={origin === undefined ? t('access.secretValue') : t('access.secretFor', { origin })}
        >
          <code>{name}</code>
        </ReachRow>
      ))}
      <GivenRows icon={KeyRound} rules={access.given.secrets} />
    </RailSection>
  );
}
