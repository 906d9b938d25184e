import { type ReactNode, useContext } from 'react';
import type { Entry, RunEvent } from '#contract/event';
import { effectiveCall, type ToolCallState } from '#contract/projections/run-state';
import { CodeBlock } from '../../components/code-block.tsx';
import { ExactText } from '../../components/exact-text.tsx';
import { Seal } from '../../components/seal.tsx';
import { formatBytes, formatEntry, formatTime, formatTook } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { ChangeSet } from '../approvals/change-set.tsx';
import { argumentLines } from '../approvals/exact-fields.ts';
import { plainSentence, RecordText } from '../policy/record-text.tsx';
import { hrefOf } from '../shell/place.ts';
import { callLook } from './call-look.ts';
import { callRecords, coveredBy, grantGiven, isGrant, RunEntries } from './call-records.ts';
import { codeOf } from './describe-call.ts';
import { TextView } from './text-view.tsx';
import { ThreeRecords } from './three-records.tsx';

/** Whether a decision is the person's own answer, whose rule would only say the same again. */
function byYou({ by, rule }: ToolCallState['decisions'][number]): boolean {
  return by === 'you' && rule.id.startsWith('answer:');
}

/** Whether a rule is one that nobody can change, as the host names those: it is shown, not offered for a change. */
function isFixed(id: string): boolean {
  return /^(?:default|middleware|run|answer):|^agent:unattended$/.test(id);
}

/** The agent of a run as it is saved; undefined for one that was run from a file. */
function savedAgent([start]: readonly Entry<RunEvent>[]): string | undefined {
  const agent = start?.event.type === 'run-started' ? start.event.run.agent : undefined;
  return agent && agent.revision > 0 ? agent.name : undefined;
}

/** Decision and rule in the rule's own words, with its source: one line for each decision on the call. */
function Decisions({ call }: { call: ToolCallState }): ReactNode {
  const entries = useContext(RunEntries);
  const covered = coveredBy(call);
  const wordOf = (decision: ToolCallState['decisions'][number]) => {
    if (decision === covered) return t('decision.answeredByGrant');
    if (decision.decision === 'ask') return t('decision.asked');
    const denied = decision.decision === 'deny';
    if (byYou(decision)) return t(denied ? 'decision.deniedByYou' : 'decision.allowedByYou');
    return t(denied ? 'decision.denied' : 'decision.allowed');
  };
  const sourceOf = ({ rule }: ToolCallState['decisions'][number]) => {
    const given = isGrant(rule) ? grantGiven(entries(), rule.id) : undefined;
    return given ? t('decision.givenAt', { time: formatTime(given.at), seq: formatEntry(given.seq) }) : rule.source;
  };
  return call.decisions.map((decision) => (
    <div key={decision.seq} className="flex flex-wrap items-center gap-1.5 px-3 py-1.5 text-small text-ink-2">
      <span className="font-semibold text-ink">{wordOf(decision)}</span>
      {(decision === covered || (decision.decision === 'allow' && decision.by !== undefined)) && (
        <Seal state="answered" size="s" />
      )}
      {byYou(decision) ? (
        <span className="text-ink-3">{t('trace.entry', { seq: formatEntry(decision.seq) })}</span>
      ) : (
        <>
          <span className="font-record text-base text-ink">
            “<RecordText of={decision.rule.sentence} />”
          </span>
          <span className="text-ink-3">{sourceOf(decision)}</span>
        </>
      )}
      {decision.decision === 'deny' && decision.reason !== '' && decision.reason !== 'denied' && (
        <span>{decision.reason}</span>
      )}
      {!byYou(decision) && (
        <a
          className="ms-auto"
          aria-label={t(isFixed(decision.rule.id) ? 'call.showRule' : 'call.changeRule', {
            rule: plainSentence(decision.rule.sentence),
          })}
          href={hrefOf({ screen: 'policy', agent: savedAgent(entries()), rule: decision.rule.id })}
        >
          {t(isFixed(decision.rule.id) ? 'call.rule' : 'call.change')}
        </a>
      )}
    </div>
  ));
}

function Figures({ call }: { call: ToolCallState }): ReactNode {
  const figures = call.status === 'ended' ? call.figures : undefined;
  if (!figures) return null;
  const parts = [
    t('call.sandbox', { value: t('call.singleUse') }),
    figures.memoryBytes === undefined ? undefined : t('call.memory', { value: formatBytes(figures.memoryBytes) }),
    formatTook(figures.runMs),
    t('call.filesRead', { count: figures.filesRead }),
    figures.filesWritten > 0 ? t('call.filesWritten', { count: figures.filesWritten }) : undefined,
    figures.hostCalls > 0 ? t('call.hostCalls', { count: figures.hostCalls }) : undefined,
    t('call.outputSize', { value: formatBytes(figures.outputBytes) }),
  ].filter((part) => part !== undefined);
  return (
    <ul
      aria-label={t('call.figures')}
      className="flex flex-wrap gap-x-4 gap-y-1 border-line border-t px-3 py-1.5 text-small text-ink-3"
    >
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  );
}

function Outcome({ call, live }: { call: ToolCallState; live: string }): ReactNode {
  if (call.status !== 'ended') {
    if (live === '') return null;
    return (
      <div className="border-line border-t bg-sunk">
        <CodeBlock text={live} label={t('call.output')} bare padding={false} className="max-h-64" />
      </div>
    );
  }
  const { outcome } = call;
  return (
    <>
      {outcome.type === 'error' && callLook(call).state !== 'denied' && (
        <p className="border-line border-t px-3 py-1.5 text-small whitespace-pre-wrap text-ink [overflow-wrap:anywhere]">
          <ExactText text={outcome.message} />
        </p>
      )}
      {outcome.output && (
        <div className="border-line border-t bg-sunk">
          <TextView of={outcome.output} label={t('call.output')} />
        </div>
      )}
      {outcome.truncated && <p className="px-3 py-1.5 text-small text-ink-3">{t('call.truncated')}</p>}
    </>
  );
}

/**
 * The inside of a call, in this order: decision and rule, arguments or code (as three records where they differ), output,
 * files it changed, figures of the sandbox. Exact bytes throughout.
 */
export function CallBody({ call, live }: { call: ToolCallState; live: string }): ReactNode {
  const effective = effectiveCall(call);
  const code = codeOf(effective);
  const words = code ?? argumentLines(effective.input).join('\n');
  const entries = useContext(RunEntries);
  const records = callRecords(call, entries());
  return (
    <>
      <Decisions call={call} />
      {call.call.repaired && <p className="px-3 pb-1.5 text-small text-ink-3">{t('call.repaired')}</p>}
      {records.differ && <ThreeRecords records={records} />}
      {!records.differ && words !== '' && words !== '{}' && (
        <div className="border-line border-t bg-sunk">
          <CodeBlock
            text={words}
            label={t(code === undefined ? 'call.arguments' : 'call.code')}
            wrap={code === undefined}
            bare
            padding={false}
            className="max-h-64"
          />
        </div>
      )}
      <Outcome call={call} live={live} />
      {call.changes.length > 0 && (
        <div className="grid gap-1 border-line border-t px-3 py-2">
          <h4 className="text-small font-medium text-ink-2">{t('call.changed')}</h4>
          <ChangeSet changes={call.changes} />
        </div>
      )}
      {call.attempt > 1 && (
        <p className="border-line border-t px-3 py-1.5 text-small text-ink-3">
          {t('call.attempt', { count: call.attempt })}
        </p>
      )}
      <Figures call={call} />
    </>
  );
}
