import { Bot, FileInput, History, type LucideIcon, User } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { FieldOrigin } from '#contract/approval';
import { ExactText } from '../../components/exact-text.tsx';
import { Icon } from '../../components/icon.tsx';
import { Text } from '../../strings/text.tsx';
import { t } from '../../strings/translate.ts';
import { LabelSources } from './label-sources.tsx';

type From = FieldOrigin['from'];

const glyphs: Record<From, LucideIcon> = { outside: FileInput, agent: Bot, own: History, person: User };

function nameOf(field: string): string {
  return field === '' ? t('editor.root') : field.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Arguments that came from the same place, outside first. */
function byPlace(origins: readonly FieldOrigin[]): FieldOrigin[][] {
  const groups = new Map<string, FieldOrigin[]>();
  for (const from of ['outside', 'agent', 'own', 'person'] as const)
    for (const origin of origins.filter((one) => one.from === from)) {
      const key = JSON.stringify([
        from,
        origin.label?.path ?? origin.label?.url ?? origin.label?.tool,
        origin.span !== undefined,
      ]);
      groups.set(key, [...(groups.get(key) ?? []), origin]);
    }
  return [...groups.values()];
}

function Words({ origin, marked }: { origin: FieldOrigin; marked: boolean }): ReactNode {
  if (origin.from !== 'outside') return t(`origin.${origin.from}`);
  const place = origin.label ? <LabelSources labels={[origin.label]} /> : t('origin.somewhere');
  return <Text of={marked ? 'origin.outsideMarked' : 'origin.outside'} with={{ place }} />;
}

/** For each argument where it came from: from you, from the agent, from an earlier result, from outside and where. */
export function OriginLines({ origins }: { origins: readonly FieldOrigin[] | undefined }): ReactNode {
  if (!origins || origins.length === 0) return null;
  return (
    <ul aria-label={t('origin.label')} className="flex flex-wrap gap-x-4 gap-y-0.5 text-small text-ink-2">
      {byPlace(origins).map((group) => {
        const [first] = group;
        if (!first) return null;
        const outside = first.from === 'outside';
        return (
          <li key={`${first.from} ${first.field}`} className="flex min-w-0 items-start gap-1.5">
            <Icon of={glyphs[first.from]} size="s" className={outside ? 'mt-px text-seal-ink' : 'mt-px text-ink-3'} />
            <span className={outside ? 'min-w-0 text-ink' : 'min-w-0'}>
              {[...new Set(group.map(({ field }) => field))].map((field, index) => (
                <Fragment key={field}>
                  {index > 0 && ', '}
                  <code>
                    <ExactText text={nameOf(field)} />
                  </code>
                </Fragment>
              ))}{' '}
              <Words origin={first} marked={first.span !== undefined} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
