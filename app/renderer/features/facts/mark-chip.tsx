import { HoverCard } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import type { Mark } from '#contract/mark';
import { ChipButton } from '../../components/fact-chip.tsx';
import { Icon } from '../../components/icon.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { formatEntry, formatTimeExact } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { faultBehind, heard, type MarkGround, whyUnsourced } from './mark-words.ts';

function FactCard({ mark, ground }: { mark: Mark; ground: MarkGround }): ReactNode {
  const fact = mark.fact === undefined ? undefined : ground.facts.get(mark.fact);
  const source = fact?.sources[0];
  const fault = faultBehind(mark, ground);
  return (
    <>
      <p dir="auto" className="line-clamp-4 font-record text-sentence/5 text-ink [overflow-wrap:anywhere]">
        {fact?.claim ?? mark.text}
      </p>
      {source && (
        <p className="text-small text-ink-2 [overflow-wrap:anywhere]">
          <bdi>{source.organization}</bdi>, {formatTimeExact(source.collectedAt)}
        </p>
      )}
      {mark.value !== undefined && (
        <p className="text-small text-ink-2 [overflow-wrap:anywhere]">{t('mark.valueIs', { value: mark.value })}</p>
      )}
      {fault !== undefined && (
        <p className="text-small font-medium text-void-ink">
          {t(fault === 'changed' ? 'mark.alteredNow' : 'mark.missingNow')}
        </p>
      )}
    </>
  );
}

function Inside({ mark, ground }: { mark: Mark; ground: MarkGround }): ReactNode {
  if (mark.kind === 'fact') return <FactCard mark={mark} ground={ground} />;
  if (mark.kind === 'unsourced') return <p className="text-small text-ink-2">{whyUnsourced(mark, ground)}</p>;
  return (
    <>
      <p
        className={`text-small first-letter:uppercase ${faultBehind(mark, ground) ? 'font-medium text-void-ink' : 'text-ink-2'}`}
      >
        {heard(mark, ground)}
      </p>
      {mark.call !== undefined && (
        <code className="line-clamp-3 text-bytes [overflow-wrap:anywhere]">{ground.callWords(mark.call)}</code>
      )}
    </>
  );
}

/**
 * What stands right after a figure: the fact, the call that computed it, the person, or that there is no source. Hover
 * or focus shows its ground; a press opens it. A reader hears the words.
 */
export function MarkChip({ mark, ground, onOpen }: { mark: Mark; ground: MarkGround; onOpen: () => void }): ReactNode {
  const [open, setOpen] = useState(false);
  if (mark.kind === 'given')
    return (
      <span className="ms-1 inline-flex align-[-1px] text-ink-2">
        <Icon of={meaning.fromYou} size="xs" />
        <span className="sr-only">{heard(mark, ground)}</span>
      </span>
    );
  const altered = faultBehind(mark, ground) !== undefined;
  const number = mark.call === undefined ? undefined : ground.callNumber(mark.call);
  const [look, words] =
    mark.kind === 'fact'
      ? [altered ? ('altered' as const) : ('fact' as const), mark.fact ?? '']
      : mark.kind === 'computed'
        ? [altered ? ('resting' as const) : ('computed' as const), number === undefined ? '' : formatEntry(number)]
        : ['bare' as const, t('mark.unsourced')];
  const why = mark.kind === 'unsourced' ? `${heard(mark, ground)}. ${whyUnsourced(mark, ground)}` : heard(mark, ground);
  return (
    <HoverCard.Root open={open} onOpenChange={setOpen} openDelay={300} closeDelay={150}>
      <HoverCard.Trigger asChild>
        <ChipButton
          look={look}
          heard={why}
          className="fact-chip ms-1"
          onClick={() => {
            if (mark.kind === 'unsourced') setOpen(true);
            onOpen();
          }}
        >
          {words}
        </ChipButton>
      </HoverCard.Trigger>
      <HoverCard.Portal>
        <HoverCard.Content
          side="bottom"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          data-part="tooltip"
          className="menu-edge fade-in z-50 grid max-w-80 gap-1 rounded-3 bg-raised px-3 py-2"
        >
          <Inside mark={mark} ground={ground} />
        </HoverCard.Content>
      </HoverCard.Portal>
    </HoverCard.Root>
  );
}
