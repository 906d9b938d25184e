import { CircleAlert, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { GrantDraft } from '#contract/views';
import { failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { Note } from '../../components/note.tsx';
import { Progress } from '../../components/progress.tsx';
import { Ring } from '../../components/ring.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { formatNumber } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { ChangedCalls } from './changed-calls.tsx';
import type { Word } from './rule-words.ts';
import { type Look, useWhatIf } from './use-what-if.ts';
import { changedCount, figuresOf } from './what-if-figures.ts';

function Figures({ look, next }: { look: Look; next: Word }): ReactNode {
  if (!look.found) return null;
  const figures = figuresOf(look.found, next);
  const { deniedWouldRun } = look.found.counts;
  return (
    <>
      <dl
        aria-label={t('whatIf.figures')}
        className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-px overflow-hidden rounded-2 bg-line shadow-[0_0_0_1px_var(--line)]"
      >
        {figures.map(([name, value]) => (
          <div key={name} className="flex flex-col-reverse justify-end bg-raised px-3 py-2">
            <dt className="text-small text-ink-3">{name}</dt>
            <dd className="text-h2/6 font-semibold tracking-[-0.012em]">{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      {deniedWouldRun > 0 && (
        <Note icon={TriangleAlert} tone="void">
          {t('whatIf.warning', { count: deniedWouldRun })}
        </Note>
      )}
      {look.state !== 'looking' && changedCount(look.found) === 0 && (
        <p className="text-small text-ink-2">{t('whatIf.nothing')}</p>
      )}
      <p role="status" className="sr-only">
        {look.state === 'done' && figures.map(([name, value]) => `${formatNumber(value)} ${name}`).join(', ')}
      </p>
    </>
  );
}

function HowFar({ look }: { look: Look }): ReactNode {
  const runs = look.found?.runs;
  if (look.state === 'failed')
    return (
      <Note icon={CircleAlert} tone="void" role="alert">
        {t('whatIf.failed')}. {look.fault}{' '}
        <Button size="s" className="align-middle" onClick={look.again}>
          {t('action.tryAgain')}
        </Button>
      </Note>
    );
  if (look.state === 'stopped')
    return (
      <div className="flex items-center gap-2 text-small text-ink-2">
        <span className="flex-1">
          {t('whatIf.stopped', { value: formatNumber(runs?.looked ?? 0), count: runs?.of ?? 0 })}
        </span>
        <Button size="s" onClick={look.again}>
          {t('whatIf.again')}
        </Button>
      </div>
    );
  if (look.state === 'done') return null;
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center gap-2 text-small text-ink-2">
        <Ring className="size-3" />
        <span className="flex-1">
          {runs ? t('whatIf.looking', { value: formatNumber(runs.looked), count: runs.of }) : t('whatIf.starting')}
        </span>
        <Button size="s" onClick={look.stop}>
          {t('action.stop')}
        </Button>
      </div>
      {runs && <Progress thin label={t('whatIf.starting')} value={runs.looked} most={runs.of} />}
    </div>
  );
}

/**
 * What a change of the rules would have done to past calls: figures first, a warning where something would run that a
 * person had denied, then those calls. Apply puts it in force. `draft` is undefined while it is no rule yet.
 */
export function WhatIfPane({
  draft,
  revoke,
  notYet,
  children,
  onApply,
  onDiscard,
}: {
  draft: GrantDraft | undefined;
  /** Why it can't be applied yet. */
  notYet?: string | undefined;
  revoke: readonly string[];
  /** What is changed: the sentence, or the form. */
  children: ReactNode;
  onApply: (draft: GrantDraft) => Promise<void>;
  onDiscard: () => void;
}): ReactNode {
  const look = useWhatIf(
    draft && { add: [draft], revoke: [...revoke] },
    draft && draft.agent !== 'every' ? draft.agent : undefined,
  );
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const apply = async () => {
    if (!draft) return;
    setBusy(true);
    setFault(undefined);
    try {
      await onApply(draft);
    } catch (error) {
      setFault(failureWords(error));
      setBusy(false);
    }
  };
  const calls = look?.found?.calls ?? [];
  return (
    <>
      <section
        className="min-h-0 flex-1 overflow-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('whatIf.title')}
      >
        <div className="grid gap-2.5 border-line border-b p-4">
          {children}
          {draft && !look && <Skeleton lines={[100, 60]} />}
          {look && <HowFar look={look} />}
          {look && <Figures look={look} next={draft?.type ?? 'ask'} />}
        </div>
        {look?.found && calls.length > 0 && <ChangedCalls calls={calls} all={changedCount(look.found)} />}
      </section>
      <div className="grid gap-2 border-line border-t p-4">
        {fault !== undefined && (
          <Note icon={CircleAlert} tone="void" role="alert">
            {t('whatIf.applyFailed')}. {fault}
          </Note>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Button look="seal" busy={busy} disabled={busy || draft === undefined} onClick={() => void apply()}>
            {t('whatIf.apply')}
          </Button>
          <span className="min-w-0 flex-1 text-small text-ink-3">{draft === undefined && notYet}</span>
          <Button look="quiet" onClick={onDiscard}>
            {t('whatIf.discard')}
          </Button>
        </div>
      </div>
    </>
  );
}
