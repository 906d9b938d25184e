import { Badge, BadgeCheck, BadgeQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const glyphs = { draft: Badge, asked: BadgeQuestionMark, answered: BadgeCheck } as const;

/**
 * The scalloped disc: empty and dashed for a draft, with a question mark while a person is asked, with a check when a
 * person has answered. When it becomes answered it settles once (160 ms); nothing celebrates.
 */
export function Seal({
  state,
  size = 'm',
  settle = false,
}: {
  state: keyof typeof glyphs;
  size?: 's' | 'm' | 'l';
  settle?: boolean;
}): ReactNode {
  const Glyph = glyphs[state];
  return (
    <Glyph
      aria-hidden
      strokeWidth={size === 's' ? 2 : 1.75}
      strokeDasharray={state === 'draft' ? '1.6 1.4' : undefined}
      className={classNames(
        'shrink-0',
        size === 's' ? 'size-3.5' : size === 'm' ? 'size-4' : 'size-5',
        state === 'answered' ? 'text-seal' : 'text-seal-ink',
        settle && state === 'answered' && 'seal-given',
      )}
    />
  );
}
