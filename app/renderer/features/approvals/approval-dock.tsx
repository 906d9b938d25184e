import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Approval } from '#contract/approval';
import type { RunState, ToolCallState } from '#contract/projections/run-state';
import { commandOf } from '#contract/tool';
import { useOverview } from '../../stores/overview-store.ts';
import { t } from '../../strings/translate.ts';
import { waitingCalls } from '../run/derive-status.ts';
import { callNumber } from '../run/transcript-rows.ts';
import { hrefOf } from '../shell/place.ts';
import { useNow } from '../shell/use-now.ts';
import { isTyping } from '../shell/use-shortcuts.ts';
import { alikeTo, folderOf } from './alike.ts';
import { AlikeCard } from './alike-card.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { useDraft } from './draft-store.ts';
import { QuestionCard } from './question-card.tsx';
import { useApproval } from './use-approval.ts';
import { useDockRoom } from './use-dock-room.ts';

type WaitingCall = Extract<ToolCallState, { status: 'waiting' | 'asking' }>;

function isWaiting(call: ToolCallState): call is WaitingCall {
  return call.status === 'waiting' || call.status === 'asking';
}

/** What waits in a run: the first to expire first, then in the order asked. */
function waitingInOrder(state: RunState): WaitingCall[] {
  const expiry = (call: WaitingCall) =>
    call.status === 'waiting' ? (call.approval.expiresAt ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  return waitingCalls(state)
    .filter(isWaiting)
    .toSorted((a, b) => expiry(a) - expiry(b) || callNumber(a) - callNumber(b));
}

function OpenedCard({
  approval,
  state,
  seq,
  position,
  onStep,
  elsewhere,
  alike,
}: {
  approval: Approval;
  state: RunState;
  seq: number;
  position: { index: number; count: number };
  onStep: (step: 1 | -1) => void;
  elsewhere: ReactNode;
  alike: { count: number; onChoose: () => void } | undefined;
}): ReactNode {
  const { opened, busy, fault, answer } = useApproval(approval.id);
  const [draft, setDraft] = useDraft(approval.id);
  const now = useNow(30_000);
  const shown = opened.state === 'open' ? opened.item.approval : approval;
  const tool = state.run.tools.find((one) => one.name === shown.call.tool);
  return (
    <ApprovalCard
      approval={shown}
      seq={seq}
      now={now}
      opened={opened.state}
      armsAt={opened.state === 'open' ? opened.armsAt : 0}
      busy={busy}
      fault={opened.state === 'gone' ? opened.message : fault}
      schema={tool && commandOf(tool, shown.call.command)?.input}
      draft={draft}
      onDraft={setDraft}
      onAnswer={answer}
      position={position}
      onStep={position.count > 1 ? onStep : undefined}
      elsewhere={elsewhere}
      alike={alike}
    />
  );
}

function focusTranscript(): void {
  document.querySelector<HTMLElement>('[role=list][data-region-focus]')?.focus({ preventScroll: true });
}

/**
 * The requests of one run above its composer, one at a time; each keeps its own edits. A new card takes the focus only
 * when the person is not typing, and is announced politely.
 */
export function ApprovalDock({ state }: { state: RunState }): ReactNode {
  const waiting = waitingInOrder(state);
  const [currentId, setCurrentId] = useState<string>();
  const [together, setTogether] = useState<readonly string[]>();
  const closeTogether = useCallback(() => setTogether(undefined), []);
  const dock = useRef<HTMLDivElement>(null);
  const elsewhereCount = useOverview((overview) => overview.inbox.filter((item) => item.run !== state.run.id).length);
  const found = waiting.findIndex((call) => call.call.id === currentId);
  const index = found === -1 ? 0 : found;
  const current = waiting[index];
  const shownId = together ? together.join(' ') : current?.call.id;
  const held = useRef(false);
  useEffect(() => {
    const active = document.activeElement;
    if (shownId === undefined) {
      // The last was answered by the card that had the focus: it goes to what was said, where the next card takes it from.
      if (held.current && (active === null || active === document.body)) focusTranscript();
      held.current = false;
      return;
    }
    const inside = active instanceof HTMLElement && dock.current?.contains(active);
    if (!inside && !isTyping(active))
      dock.current?.querySelector<HTMLElement>('section')?.focus({ preventScroll: true });
  }, [shownId]);
  useDockRoom(dock, shownId);
  if (!current) return null;
  const step = (by: 1 | -1) => setCurrentId(waiting[(index + by + waiting.length) % waiting.length]?.call.id);
  const elsewhere = elsewhereCount > 0 && (
    <a className="shrink-0 text-small/6" href={hrefOf({ screen: 'inbox', item: undefined })}>
      {t('approval.inInbox', { count: elsewhereCount })}
    </a>
  );
  const asked = waiting.flatMap((call) => (call.status === 'waiting' ? [call.approval] : []));
  const alike = current.status === 'waiting' ? alikeTo(current.approval, asked) : undefined;
  const folderId = current.status === 'waiting' ? folderOf(current.approval) : undefined;
  const announced =
    current.status === 'waiting'
      ? t('approval.announce', {
          title: `${current.approval.title.text} ${current.approval.title.object}`.trim(),
          effects: current.approval.effects.map((effect) => effect.text).join('; '),
        })
      : `${t('question.asks')}: ${current.question.text}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes whether the focus is inside
    <div
      ref={dock}
      className="mb-2"
      onFocus={() => {
        held.current = true;
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) held.current = false;
      }}
      onPointerDown={() => {
        held.current = true;
      }}
    >
      <p aria-live="polite" className="sr-only">
        {announced}
      </p>
      {together && current.status === 'waiting' ? (
        <AlikeCard
          approvals={asked.filter((one) => together.includes(one.id))}
          alone={asked.filter((one) => !together.includes(one.id))}
          folder={state.run.agent.folders.find((one) => one.id === folderId)?.name ?? ''}
          onClose={closeTogether}
        />
      ) : current.status === 'asking' ? (
        <QuestionCard key={current.question.id} question={current.question} extra={elsewhere} />
      ) : (
        <OpenedCard
          key={current.approval.id}
          approval={current.approval}
          state={state}
          seq={callNumber(current)}
          position={{ index, count: waiting.length }}
          onStep={step}
          elsewhere={elsewhere}
          alike={
            alike && {
              count: alike.together.length,
              onChoose: () => setTogether(alike.together.map((one) => one.id)),
            }
          }
        />
      )}
    </div>
  );
}
