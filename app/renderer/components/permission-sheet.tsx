import { BadgeQuestionMark, Ban, Check, CircleGauge, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PlainKey } from '../strings/translate.ts';
import { t } from '../strings/translate.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/** One sentence of the sheet; it starts with the verb. A changed one carries a seal underline until it is saved. */
export interface SheetLine {
  id: string;
  text: ReactNode;
  changed?: boolean;
}

const groups = [
  ['without', 'sheet.without', Check, 'text-ink-2'],
  ['after', 'sheet.after', BadgeQuestionMark, 'text-seal-ink'],
  ['never', 'sheet.never', Ban, 'text-void-ink'],
  ['most', 'sheet.most', CircleGauge, 'text-ink-2'],
] as const satisfies readonly (readonly [string, PlainKey, LucideIcon, string])[];

export type SheetGroup = (typeof groups)[number][0];

/** The page “This agent may”: four groups, always these, in the record's voice, closed by a double rule. */
export function PermissionSheet({
  name,
  caption,
  lines,
  foot,
  mark,
}: {
  name: string;
  caption?: ReactNode;
  lines: Readonly<Record<SheetGroup, readonly SheetLine[]>>;
  foot?: ReactNode;
  /** The imprint at the head: a seal with the revision, or a draft's. */
  mark?: ReactNode;
}): ReactNode {
  return (
    <section
      aria-label={t('sheet.title')}
      data-part="sheet"
      className="rounded-1 bg-raised px-7 py-6 shadow-[0_0_0_1px_var(--line-2),var(--depth-1)] compact:px-4.5 compact:py-4"
    >
      <header className="double-rule mb-3 flex items-start gap-3 pb-3">
        <div className="min-w-0 flex-1">
          <h2 className="font-record text-claim font-semibold tracking-[-0.008em]">{t('sheet.title')}</h2>
          <p className="text-small text-ink-3">
            <span className="text-ink-2">{name}</span>
            {caption && <>, {caption}</>}
          </p>
        </div>
        {mark}
      </header>
      {groups.map(([group, title, glyph, tone]) => (
        <div key={group}>
          <h3 className={classNames('mt-3.5 mb-1 flex items-center gap-1.5 text-small font-semibold', tone)}>
            <Icon of={glyph} size="xs" />
            {t(title)}
          </h3>
          <ul>
            {lines[group].length === 0 && (
              <li className="border-line border-b py-1.25 font-record text-sentence/5 text-ink-3">
                {t('sheet.nothing')}
              </li>
            )}
            {lines[group].map((line) => (
              <li key={line.id} className="border-line border-b py-1.25 font-record text-sentence/5 text-pretty">
                {line.changed ? (
                  <mark className="scroll-mb-20 bg-seal-wash px-0.5 text-ink shadow-[inset_0_-2px_0_var(--seal)]">
                    {line.text}
                  </mark>
                ) : (
                  line.text
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {foot && (
        <footer className="sticky -bottom-5 -mx-7 mt-3 -mb-6 rounded-b-1 border-line border-t bg-raised px-7 py-3 text-small text-ink-3 compact:-bottom-3 compact:-mx-4.5 compact:-mb-4 compact:px-4.5">
          {foot}
        </footer>
      )}
    </section>
  );
}
