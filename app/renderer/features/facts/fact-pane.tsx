import { CircleAlert, Globe, RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { FactPlace, Provenance } from '#contract/fact';
import type { FactCheck, FactComparison, FactDetail, FactRow } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { FactChip } from '../../components/fact-chip.tsx';
import { Icon } from '../../components/icon.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { Note } from '../../components/note.tsx';
import { showToast } from '../../stores/toast-store.ts';
import { formatEntry, formatMs, formatWhenExact } from '../../strings/format.ts';
import { Text } from '../../strings/text.tsx';
import { t } from '../../strings/translate.ts';
import { hrefOf } from '../shell/place.ts';
import { ByteBadge } from './byte-state.tsx';
import { ComparisonNote } from './comparison-note.tsx';
import { linkOf } from './link-of.ts';
import { PayloadView } from './payload-view.tsx';
import { useCheck } from './use-facts.ts';

/** Opens the address of a source outside, or says why not. */
export function openAddress(address: string): void {
  const link = linkOf(address);
  if ('href' in link) window.open(link.href, '_blank', 'noopener,noreferrer');
  else
    showToast({
      icon: meaning.deny,
      tone: 'void',
      title: t('address.notOpened'),
      detail: t('address.blocked', { reason: link.blocked }),
    });
}

function Source({ source, row, number }: { source: Provenance; row: FactRow; number: number | undefined }): ReactNode {
  const link = linkOf(source.url);
  const seq = number ?? row.seq;
  return (
    <>
      <dt className="text-ink-3">{t('facts.source')}</dt>
      <dd className="[overflow-wrap:anywhere]" dir="auto">
        {source.organization}
      </dd>
      <dt className="text-ink-3">{t('facts.address')}</dt>
      <dd className="min-w-0">
        {'href' in link ? (
          <button
            type="button"
            title={source.url}
            dir="ltr"
            className="cut block max-w-full text-start text-link underline decoration-1 underline-offset-3"
            onClick={() => openAddress(source.url)}
          >
            {source.url}
          </button>
        ) : (
          <>
            <span className="block [overflow-wrap:anywhere]" dir="ltr">
              {source.url}
            </span>
            <span className="block text-ink-3">{t('address.blocked', { reason: link.blocked })}</span>
          </>
        )}
      </dd>
      <dt className="text-ink-3">{t('facts.collectedAt')}</dt>
      <dd>
        <Text
          of="facts.collectedBy"
          with={{
            when: formatWhenExact(source.collectedAt),
            call: (
              <a href={hrefOf({ screen: 'run', run: row.run, entry: seq })}>
                {t('facts.call', { seq: formatEntry(seq) })}
              </a>
            ),
          }}
        />
      </dd>
    </>
  );
}

/** A hash as a person compares it: in groups of eight. */
function groups(hash: string): string {
  return hash.replace(/(.{8})(?=.)/g, '$1 ');
}

function CheckLine({ check }: { check: FactCheck }): ReactNode {
  const took = formatMs(check.ms);
  const seq = formatEntry(check.seq);
  if (check.state === 'same')
    return (
      <span>
        <Text
          of="bytes.equal"
          with={{ took, seq: <a href={hrefOf({ screen: 'run', run: check.run, entry: check.seq })}>{seq}</a> }}
        />
      </span>
    );
  return (
    <span className="min-w-0 [overflow-wrap:anywhere] text-void-ink">
      {check.state === 'missing'
        ? t('bytes.missingWhy', { seq })
        : t('bytes.changedWhy', { took, seq, found: groups(check.found ?? '') })}{' '}
      <span className="text-ink-2">{t('bytes.logApart')}</span>
    </span>
  );
}

/** Beyond this a claim is cut, and opens. */
const LONG_CLAIM = 200;

function Claim({ text }: { text: string }): ReactNode {
  const [whole, setWhole] = useState(text.length <= LONG_CLAIM);
  return (
    <div>
      <h2
        dir="auto"
        className={`font-record font-semibold text-pretty [overflow-wrap:anywhere] ${text.length > LONG_CLAIM / 2 ? 'text-sentence' : 'text-claim'} ${whole ? '' : 'line-clamp-4'}`}
      >
        {text}
      </h2>
      {text.length > LONG_CLAIM && (
        <Button size="s" look="quiet" className="-ms-2" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {t(whole ? 'facts.showLess' : 'facts.showClaim')}
        </Button>
      )}
    </div>
  );
}

/**
 * One fact: claim, sources, hash, where it was used, its stored bytes with the place of the value, and what hashing has
 * just found. Takes the place to show, where an answer rests on another one in the same bytes.
 */
export function FactPane({
  row,
  detail,
  fault,
  at,
  callNumber,
  answerNumber,
  onHash,
}: {
  row: FactRow;
  detail: FactDetail | undefined;
  fault: string | undefined;
  at: FactPlace | undefined;
  callNumber: (id: string) => number | undefined;
  /** The number that an answer has in the margin. */
  answerNumber: (seq: number) => number;
  onHash: () => void;
}): ReactNode {
  const { fact } = row;
  const check = useCheck(row);
  const [compared, setCompared] = useState<FactComparison>();
  const [comparing, setComparing] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was compared belongs to the fact that is open
  useEffect(() => setCompared(undefined), [row.run, fact.id]);
  const altered = check !== undefined && check !== 'hashing' && check.state !== 'same';
  const compare = () => {
    setComparing(true);
    client.fact
      .compare({ run: row.run, id: fact.id })
      .then(setCompared, (error: unknown) =>
        setCompared({ state: 'failed', reason: failureWords(error), fetchedAt: Date.now() }),
      )
      .finally(() => setComparing(false));
  };
  const done = check !== undefined && check !== 'hashing' ? check : undefined;
  return (
    <>
      <div className="flex max-h-[55%] shrink-0 flex-col gap-2 overflow-auto border-line border-b px-4 py-3">
        <div className="flex items-center gap-2">
          <FactChip id={fact.id} altered={altered} />
          <span className="flex-1" />
          <ByteBadge check={check} />
        </div>
        <Claim key={fact.claim} text={fact.claim} />
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
          {fact.sources.map((source) => (
            <Source
              key={`${source.url} ${source.callId}`}
              source={source}
              row={row}
              number={callNumber(source.callId)}
            />
          ))}
          <dt className="text-ink-3">SHA-256</dt>
          <dd className="font-mono text-cap [overflow-wrap:anywhere]" dir="ltr">
            {groups(fact.payloadHash)}
          </dd>
          {detail && detail.usedIn.length > 0 && (
            <>
              <dt className="text-ink-3">{t('facts.usedIn')}</dt>
              <dd className="flex flex-wrap gap-x-2">
                {[...new Set(detail.usedIn.map(({ seq }) => answerNumber(seq)))].map((seq) => (
                  <a key={seq} href={hrefOf({ screen: 'run', run: row.run, entry: seq })}>
                    {t('facts.answerAt', { seq: formatEntry(seq) })}
                  </a>
                ))}
              </dd>
            </>
          )}
        </dl>
        <div className="flex flex-wrap gap-2">
          <Button size="s" icon={RefreshCw} keys="V" busy={check === 'hashing'} onClick={onHash}>
            {t('facts.hashAgain')}
          </Button>
          <Button size="s" icon={Globe} busy={comparing} onClick={compare}>
            {t('facts.compare')}
          </Button>
        </div>
        {compared && <ComparisonNote of={compared} address={fact.sources[0]?.url ?? ''} />}
      </div>
      {fault !== undefined && (
        <div className="p-4">
          <Note icon={CircleAlert} tone="void">
            {fault}
          </Note>
        </div>
      )}
      <PayloadView
        key={`${row.run} ${fact.id}`}
        fact={fact}
        at={at ?? fact.at}
        place={detail?.place && { start: detail.place.from, end: detail.place.to }}
        altered={altered}
        wish={`${done?.found ?? ''} ${JSON.stringify(at ?? fact.at)}`}
      />
      <p className="flex shrink-0 items-start gap-2 border-line border-t px-4 py-2 text-small text-ink-2" role="status">
        <Icon of={altered ? meaning.alteredFact : meaning.hash} size="s" className={altered ? 'text-void-ink' : ''} />
        {done ? (
          <CheckLine check={done} />
        ) : (
          <span>{t(check === 'hashing' ? 'bytes.hashing' : 'bytes.unchecked')}</span>
        )}
      </p>
    </>
  );
}
