import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import type { Approval } from '#contract/approval';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { ExactText } from '../../components/exact-text.tsx';
import { Icon } from '../../components/icon.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { Note } from '../../components/note.tsx';
import { Seal } from '../../components/seal.tsx';
import { formatList } from '../../strings/format.ts';
import { Text } from '../../strings/text.tsx';
import { t } from '../../strings/translate.ts';
import { toolName } from '../run/describe-call.ts';
import { AllowButton } from './allow-button.tsx';
import { AskedBy } from './asked-by.tsx';
import { DockCard } from './dock-card.tsx';
import { EffectLines } from './effect-line.tsx';
import { exactText } from './exact-fields.ts';
import { useAlike } from './use-alike.ts';
import { useArming } from './use-arming.ts';

function titleOf({ title }: Approval): string {
  return `${title.text} ${title.object}`.trim();
}

/** Every request with its exact bytes: one line each, which opens. */
function Requests({ approvals }: { approvals: readonly Approval[] }): ReactNode {
  const [open, setOpen] = useState<string>();
  return (
    <ul data-part="well" className="max-h-[38vh] overflow-auto rounded-2 bg-sunk ring-line">
      {approvals.map((approval) => (
        <li key={approval.id} className="border-line border-b last:border-0">
          <button
            type="button"
            aria-expanded={open === approval.id}
            onClick={() => setOpen(open === approval.id ? undefined : approval.id)}
            className="flex min-h-7 w-full flex-wrap items-center gap-x-2 py-1 ps-2 pe-3 text-start text-small hover:bg-hover focus-visible:-outline-offset-2"
          >
            <Icon
              of={open === approval.id ? ChevronDown : ChevronRight}
              size="s"
              forward={open !== approval.id}
              className="text-ink-3"
            />
            <code
              className={classNames('min-w-0 flex-1 [overflow-wrap:anywhere]', open === approval.id && 'font-medium')}
            >
              <ExactText text={approval.effects.find(({ kind }) => kind === 'place')?.text ?? approval.title.object} />
            </code>
            <span className="text-ink-2">
              {approval.effects.find(({ kind }) => kind === 'change')?.text ?? approval.title.text}
            </span>
          </button>
          {open === approval.id && (
            <div className="border-line border-t">
              <CodeBlock text={exactText(approval.call)} label={t('approval.arguments')} wrap bare />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What every one of them does alike: the effects that all have in the same words. */
function commonEffects(approvals: readonly Approval[]): Approval['effects'] {
  const [first, ...rest] = approvals;
  return (first?.effects ?? []).filter((effect) =>
    rest.every(({ effects }) => effects.some((one) => one.kind === effect.kind && one.text === effect.text)),
  );
}

/** What waits beside them and is answered alone, by name. */
function Alone({ approvals }: { approvals: readonly Approval[] }): ReactNode {
  const named = approvals.slice(0, 2).map(titleOf);
  const more = approvals.length - named.length;
  if (named.length === 0) return null;
  const titles = formatList(more > 0 ? [...named, t('alike.more', { count: more })] : named);
  return (
    <p className="min-w-0 flex-1 basis-48 text-small text-ink-2 [overflow-wrap:anywhere]">
      {t('alike.alone', { count: approvals.length, titles })}
    </p>
  );
}

/**
 * Requests of one run that are alike, each with its exact bytes, answered together by one press: each with its own nonce
 * and hash (B7, H8). The press says how many; what is left out is named beside it.
 */
export function AlikeCard({
  approvals,
  alone,
  folder,
  onClose,
}: {
  /** Those of them that still wait. */
  approvals: readonly Approval[];
  alone: readonly Approval[];
  folder: string;
  onClose: () => void;
}): ReactNode {
  const id = useId();
  const { opened, busy, fault, allow } = useAlike(
    approvals.map((one) => one.id),
    onClose,
  );
  const shown = opened?.map((one) => one.approval) ?? approvals;
  const ready = opened !== undefined && !busy;
  const armsAt = Math.max(0, ...(opened ?? []).map((one) => one.armsAt));
  const armed = useArming(shown.map((one) => one.hash).join('|'), ready, armsAt);
  const tooFew = !busy && approvals.length < 2;
  useEffect(() => {
    if (tooFew) onClose();
  }, [tooFew, onClose]);
  const [first] = shown;
  if (!first) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    if ((event.ctrlKey || event.metaKey) && !event.repeat) {
      event.preventDefault();
      if (armed) allow();
    } else if (event.target instanceof HTMLElement && event.target.closest('[data-gives-authority]')) {
      event.preventDefault();
    }
  };
  return (
    <DockCard titleId={`${id}-title`} describedBy={`${id}-effects`} approval={first.id} onKeyDown={onKeyDown}>
      <div className="flex items-center gap-2">
        <Seal state="asked" size="l" />
        <h2 id={`${id}-title`} className="min-w-0 font-record text-request font-semibold tracking-[-0.003em]">
          <Text
            of="alike.title"
            with={{
              count: shown.length,
              tool: <code className="text-read/6 font-medium">{toolName(first.call)}</code>,
              folder: <code className="text-read/6 font-medium">{folder}</code>,
            }}
          />
        </h2>
      </div>
      <EffectLines id={`${id}-effects`} effects={commonEffects(shown)} />
      <Requests approvals={shown} />
      <p className="text-small text-ink-3">
        <AskedBy approval={first} />
      </p>
      {fault && (
        <Note icon={meaning.final} tone="void" role="alert">
          {fault}
        </Note>
      )}
      <div className="flex flex-wrap items-center gap-2 bg-raised short:sticky short:-bottom-3 short:-mb-3 short:py-2">
        <AllowButton seal armed={armed} arming={ready && !armed} busy={busy} keys="Mod+Enter" onPress={allow}>
          {t('alike.allow', { count: shown.length })}
        </AllowButton>
        <Button disabled={busy} onClick={onClose}>
          {t('alike.oneByOne')}
        </Button>
        <Alone approvals={alone} />
      </div>
    </DockCard>
  );
}
