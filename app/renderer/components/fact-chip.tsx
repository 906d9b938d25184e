import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon } from './icon.tsx';
import { meaning } from './meaning-icons.ts';

/**
 * How a chip looks: bytes on record, bytes that are not what they were, a computed figure, one that
 * rests on such bytes, words without a ground.
 */
export type ChipLook = 'fact' | 'altered' | 'computed' | 'resting' | 'bare';

const icons = {
  fact: meaning.fact,
  altered: meaning.alteredFact,
  computed: meaning.computed,
  resting: meaning.computed,
  bare: meaning.unsourced,
} as const;

/** A fact by its short id, where nothing is pressed: `F2`. Struck through and oxblood where its bytes have changed. */
export function FactChip({ id, altered = false }: { id: string; altered?: boolean }): ReactNode {
  const look = altered ? 'altered' : 'fact';
  return (
    <span className="fact-chip" data-look={look}>
      <Icon of={icons[look]} size="xs" className="size-[0.6875rem]!" />
      <span>{id}</span>
    </span>
  );
}

/** The same as a button. Takes the words a reader hears in place of what is drawn. */
export function ChipButton({
  look,
  heard,
  ref,
  children,
  ...rest
}: {
  look: ChipLook;
  heard: string;
  ref?: Ref<HTMLButtonElement>;
} & ButtonHTMLAttributes<HTMLButtonElement>): ReactNode {
  return (
    <button ref={ref} type="button" className="fact-chip" data-look={look} {...rest}>
      <Icon of={icons[look]} size="xs" className="size-[0.6875rem]!" />
      <span aria-hidden>{children}</span>
      <span className="sr-only">{heard}</span>
    </button>
  );
}
