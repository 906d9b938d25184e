import { CircleAlert, Badge as Draft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { formatMoment } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { statusLook } from '../run/run-status.ts';
import { hrefOf } from '../shell/place.ts';
import type { AgentState } from './agent-state.ts';

/** The state of an agent: glyph and word; what waits or runs leads to its run. */
export function StateBadge({ state, now }: { state: AgentState; now: number }): ReactNode {
  const link = (run: string, badge: ReactNode) => (
    <a href={hrefOf({ screen: 'run', run })} className="rounded-1 text-ink no-underline">
      {badge}
    </a>
  );
  switch (state.type) {
    case 'cannot-run':
      return (
        <span className="inline-flex items-center gap-1 text-small font-medium text-void-ink">
          <CircleAlert aria-hidden className="size-3" strokeWidth={2} />
          {t('agents.cannotRun')}
        </span>
      );
    case 'not-accepted':
      return (
        <Badge icon={Draft} tone="plain">
          {t('agents.notAccepted')}
        </Badge>
      );
    case 'waits':
      return link(
        state.run,
        <Badge icon={meaning.ask} tone="ask">
          {t('agents.waits', { count: state.count })}
        </Badge>,
      );
    case 'running':
      return link(state.run, <Badge running>{t('state.running')}</Badge>);
    case 'ended': {
      const look = statusLook(state.status);
      return link(
        state.run,
        <Badge icon={look.icon} tone={look.tone === 'ink' ? 'plain' : look.tone}>
          {t(look.word)} <bdi>{formatMoment(state.at, now)}</bdi>
        </Badge>,
      );
    }
    case 'never-run':
      return <span className="text-small text-ink-3">{t('agents.neverRun')}</span>;
  }
}
