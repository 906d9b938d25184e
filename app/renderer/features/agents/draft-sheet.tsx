import { CircleAlert, Pencil } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Sheet } from '#contract/views';
import { Badge } from '../../components/badge.tsx';
import { Note } from '../../components/note.tsx';
import { PermissionSheet } from '../../components/permission-sheet.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { t } from '../../strings/translate.ts';
import { type Difference, reachOf } from './differences.ts';
import { Imprint } from './imprint.tsx';
import { sheetLines } from './sheet-lines.tsx';

const reachWords = {
  wider: 'builder.wider',
  narrower: 'builder.narrower',
  both: 'builder.both',
  same: 'builder.sameReach',
} as const;

/** The foot of the sheet in words: what changed first, how many more, and whether the reach grew. */
export function differenceWords(differences: readonly Difference[], revision: number): string {
  const [first] = differences;
  if (!first) return t('builder.unchanged');
  const rest = differences.length - 1;
  const what = rest === 0 ? first.words : t('builder.andMore', { words: first.words, count: rest });
  return `${what}. ${t(reachWords[reachOf(differences)], { revision })}`;
}

/** The live page beside the steps. Its changes are announced as a difference, not as a whole. */
export function DraftSheet({
  name,
  revision,
  sheet,
  stale,
  saved,
  differences,
}: {
  name: string;
  /** Of the saved agent; 0 where nothing is saved. */
  revision: number;
  sheet: Sheet | undefined;
  /** It is of an earlier draft, since this one has faults. */
  stale: boolean;
  saved: Sheet | undefined;
  differences: readonly Difference[];
}): ReactNode {
  const draft = revision === 0 || differences.length > 0;
  const shown = draft ? revision + 1 : revision;
  const words = revision === 0 ? t('builder.newFoot') : differenceWords(differences, revision);
  const page = useRef<HTMLElement>(null);
  const marked = differences.map(({ words: one }) => one).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: brought into sight when something else is changed
  useEffect(() => {
    page.current?.querySelector('mark')?.scrollIntoView({ block: 'nearest' });
  }, [marked, sheet]);
  return (
    <aside
      ref={page}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('sheet.title')}
      className="min-h-0 overflow-auto border-line border-s bg-desk p-5 -outline-offset-2 compact:p-3"
    >
      {stale && sheet && (
        <div className="mb-3">
          <Note icon={CircleAlert} tone="seal">
            {t('builder.sheetStale')}
          </Note>
        </div>
      )}
      {sheet ? (
        <PermissionSheet
          name={name || t('builder.unnamed')}
          caption={t(draft ? 'builder.sheetDraft' : 'builder.sheetRevision', { revision: shown })}
          lines={sheetLines(sheet, revision === 0 ? undefined : saved)}
          mark={<Imprint revision={shown} draft={draft} />}
          foot={
            <span className="flex items-center gap-2 text-ink-2">
              {differences.length > 0 && (
                <Badge icon={Pencil} tone="ask">
                  {t('builder.changes', { count: differences.length })}
                </Badge>
              )}
              <span className="min-w-0">{words}</span>
            </span>
          }
        />
      ) : (
        <Skeleton lines={[50, 100, 80, 100, 60]} />
      )}
      <span role="status" className="sr-only">
        {differences.length > 0 ? words : ''}
      </span>
    </aside>
  );
}
