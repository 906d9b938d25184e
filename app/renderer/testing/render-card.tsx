import { act, cleanup, render } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { vi } from 'vitest';
import type { Approval } from '#contract/approval';
import { TooltipProvider } from '../components/tooltip.tsx';
import { ApprovalCard } from '../features/approvals/approval-card.tsx';
import { type ApprovalDraft, type CardAnswer, EMPTY_DRAFT } from '../features/approvals/approval-draft.ts';
import { ARMING_MS } from '../features/approvals/use-arming.ts';
import type { CardInput } from '../features/approvals/use-card.ts';

interface Held {
  approval: Approval;
  opened: CardInput['opened'];
  now: number;
  onAnswer: (answer: CardAnswer) => void;
}

function HeldCard({ approval, opened, now, onAnswer }: Held): ReactNode {
  const [draft, setDraft] = useState<ApprovalDraft>(EMPTY_DRAFT);
  return (
    <TooltipProvider>
      <ApprovalCard
        approval={approval}
        seq={50}
        now={now}
        opened={opened}
        armsAt={0}
        busy={false}
        schema={{ type: 'object', required: ['path'], properties: { path: { type: 'string' } } }}
        draft={draft}
        onDraft={setDraft}
        onAnswer={onAnswer}
      />
    </TooltipProvider>
  );
}

/** Draws a card under a clock that stands still. Gives the answers it got so far and a way to let time pass. */
export function renderCard(approval: Approval, first: Held['opened'] = 'open', now = 0) {
  vi.useFakeTimers();
  const answers: CardAnswer[] = [];
  const drawn = (opened: Held['opened']) => (
    <HeldCard approval={approval} opened={opened} now={now} onAnswer={(answer) => answers.push(answer)} />
  );
  const view = render(drawn(first));
  return {
    ...view,
    answers,
    setOpened: (opened: Held['opened']) => view.rerender(drawn(opened)),
    pass: (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds)),
    arm: () => act(() => vi.advanceTimersByTime(ARMING_MS)),
  };
}

/** Takes the card away and gives the clock back. */
export function cleanUpCard(): void {
  cleanup();
  vi.useRealTimers();
}
