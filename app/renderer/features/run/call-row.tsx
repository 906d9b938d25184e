import type { ReactNode } from 'react';
import { effectiveCall, type ToolCallState } from '#contract/projections/run-state';
import { CallCard } from '../../components/call-card.tsx';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { MarginEntry } from '../../components/margin-entry.tsx';
import { Ring } from '../../components/ring.tsx';
import { Seal } from '../../components/seal.tsx';
import { formatEntry, formatStopwatch, formatTook } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { useNow } from '../shell/use-now.ts';
import { CallBody } from './call-body.tsx';
import { type CallLook, callLook } from './call-look.ts';
import { coveredBy } from './call-records.ts';
import { describeCall, describeCalls, toolName } from './describe-call.ts';
import { callNumber, rangeLabel } from './transcript-rows.ts';

/** Time and state, at the end of a call's head. */
function HeadEnd({ call, look }: { call: ToolCallState; look: CallLook }): ReactNode {
  const running = call.status === 'started';
  const now = useNow(running ? 1000 : 0);
  const last = call.decisions.at(-1);
  const byYou = look.state === 'denied' && last?.by === 'you';
  // A denial of the person's own has no reason but the note they wrote.
  const reason = byYou && last.reason === 'denied' ? '' : last && (last.reason || last.rule.sentence);
  return (
    <>
      {look.state === 'denied' && reason && (
        <span className="cut max-w-72 text-small text-ink-3 compact:hidden">{reason}</span>
      )}
      {call.status === 'ended' && look.state !== 'denied' && (
        <bdi className="figures shrink-0 text-small text-ink-3">{formatTook(call.ms)}</bdi>
      )}
      {running && (
        <span className="figures shrink-0 text-small text-ink-3">{formatStopwatch(now - call.startedAt)}</span>
      )}
      {look.state !== 'done' && look.state !== 'allowed' && (
        <span
          className={classNames(
            'inline-flex shrink-0 items-center gap-1 text-small font-medium',
            look.tone === 'void' ? 'text-void-ink' : look.tone === 'ink' ? 'text-ink-2' : 'text-seal-ink',
          )}
        >
          {look.state === 'failed' && look.icon && <Icon of={look.icon} size="xs" />}
          {t(byYou ? 'decision.deniedByYou' : look.word)}
        </span>
      )}
      {look.state === 'done' && coveredBy(call) && (
        <span className="shrink-0 text-small text-ink-3">{t('call.byYourGrant')}</span>
      )}
      {look.state === 'allowed' && <span className="shrink-0 text-small text-ink-3">{t('call.byYou')}</span>}
    </>
  );
}

function Mark({ call, look }: { call: ToolCallState; look: CallLook }): ReactNode {
  if (!look.icon) return <Ring />;
  if (look.state === 'allowed') return <Seal state="answered" size="s" settle={call.status !== 'ended'} />;
  return <Icon of={look.icon} size="s" />;
}

/** One call: a line, or a card with its body. */
function OneCall({
  call,
  open,
  live,
  onToggle,
}: {
  call: ToolCallState;
  open: boolean;
  live: string;
  onToggle: () => void;
}): ReactNode {
  const look = callLook(call);
  const effective = effectiveCall(call);
  return (
    <CallCard
      tool={toolName(call.call)}
      what={<bdi>{describeCall(effective)}</bdi>}
      label={t('call.label', { seq: callNumber(call), tool: toolName(call.call), state: t(look.word) })}
      edge={look.edge}
      open={open}
      onToggle={onToggle}
      end={<HeadEnd call={call} look={look} />}
    >
      <CallBody call={call} live={live} />
    </CallCard>
  );
}

function GroupHead({
  calls,
  open,
  onToggle,
}: {
  calls: readonly [ToolCallState, ...ToolCallState[]];
  open: boolean;
  onToggle: () => void;
}): ReactNode {
  const took = calls.reduce((sum, call) => sum + (call.status === 'ended' ? call.ms : 0), 0);
  const seq = `${callNumber(calls[0])}–${callNumber(calls[calls.length - 1] ?? calls[0])}`;
  return (
    <CallCard
      tool={toolName(calls[0].call)}
      chip={t('call.count', { count: calls.length })}
      what={<bdi>{describeCalls(calls)}</bdi>}
      label={t('call.groupLabel', { seq, tool: toolName(calls[0].call), count: calls.length })}
      edge="none"
      open={open}
      onToggle={onToggle}
      end={<bdi className="figures shrink-0 text-small text-ink-3">{formatTook(took)}</bdi>}
    />
  );
}

/** A row of the transcript for one call, or for alike ones folded with their count. */
export function CallRow({
  calls,
  numbered,
  isOpen,
  onToggle,
  output,
}: {
  calls: readonly [ToolCallState, ...ToolCallState[]];
  /** Whether its number stands in the margin: no two rows have the same. */
  numbered: boolean;
  isOpen: (key: string, fallback: boolean) => boolean;
  onToggle: (key: string, open: boolean) => void;
  output: ReadonlyMap<string, string>;
}): ReactNode {
  const [first] = calls;
  const last = calls.at(-1) ?? first;
  const look = callLook(last);
  const tone = look.tone;
  const number = numbered ? rangeLabel(callNumber(first), callNumber(last), formatEntry) : '';
  if (calls.length === 1) {
    const key = first.call.id;
    const fallback =
      look.state === 'failed' || look.state === 'unknown' || (look.state === 'running' && output.has(key));
    const open = isOpen(key, fallback);
    return (
      <MarginEntry number={number} tone={tone} mark={<Mark call={first} look={look} />}>
        <OneCall call={first} open={open} live={output.get(key) ?? ''} onToggle={() => onToggle(key, !open)} />
      </MarginEntry>
    );
  }
  const key = `group:${first.call.id}`;
  const open = isOpen(key, false);
  return (
    <MarginEntry number={number} tone={tone} mark={<Mark call={last} look={look} />}>
      <GroupHead calls={calls} open={open} onToggle={() => onToggle(key, !open)} />
      {open && (
        <ol className="ms-4 grid gap-0.5">
          {calls.map((call) => {
            const inner = isOpen(call.call.id, false);
            return (
              <li key={call.call.id} className="grid grid-cols-[2.5rem_minmax(0,1fr)] items-start">
                <span className="pe-2 text-end font-mono text-cap/7 text-ink-3">{formatEntry(callNumber(call))}</span>
                <OneCall call={call} open={inner} live="" onToggle={() => onToggle(call.call.id, !inner)} />
              </li>
            );
          })}
        </ol>
      )}
    </MarginEntry>
  );
}
