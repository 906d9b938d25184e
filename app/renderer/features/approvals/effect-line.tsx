import { Coins, FilePen, Folder, Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EffectLine } from '#contract/approval';
import { classNames } from '../../components/class-names.ts';
import { ExactText } from '../../components/exact-text.tsx';
import { Icon } from '../../components/icon.tsx';
import { meaning } from '../../components/meaning-icons.ts';

const glyphs = {
  place: Folder,
  change: FilePen,
  stays: meaning.stays,
  leaves: meaning.leaves,
  undo: meaning.undo,
  'no-undo': meaning.final,
  secret: meaning.secret,
  money: Coins,
  again: Repeat,
} as const;

/** The effects of a call, one phrase each, as the host wrote them: where, what, stays or leaves, can or can't be undone. */
export function EffectLines({ effects, id }: { effects: readonly EffectLine[]; id?: string }): ReactNode {
  return (
    <ul id={id} className="flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-2">
      {effects.map((effect) => (
        <li
          key={`${effect.kind}:${effect.text}`}
          className={classNames(
            'inline-flex min-w-0 items-center gap-1',
            (effect.kind === 'leaves' || effect.kind === 'no-undo') && 'font-semibold text-ink',
          )}
        >
          <Icon of={glyphs[effect.kind]} size="s" className="text-ink-3" />
          {effect.kind === 'place' ? (
            <code className="[overflow-wrap:anywhere]">
              <ExactText text={effect.text} />
            </code>
          ) : (
            <bdi>{effect.text}</bdi>
          )}
        </li>
      ))}
    </ul>
  );
}
