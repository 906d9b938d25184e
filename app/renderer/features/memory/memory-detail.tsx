import { CircleAlert, PenLine, Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import type { MemoryRow } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { ExactText } from '../../components/exact-text.tsx';
import { Field } from '../../components/field.tsx';
import { Note } from '../../components/note.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { formatWhen } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { hrefOf } from '../shell/place.ts';
import { oddIn, originIcon, useWords } from './memory-words.ts';

/** Where a label points; two memories of one place are one place. */
const sourceOf = ({ url, path, tool }: MemoryRow['labels'][number]): string =>
  url ?? path ?? tool ?? t('memory.unnamed');

function Origin({ row }: { row: MemoryRow }): ReactNode {
  const term = 'text-ink-3';
  const written = row.run !== undefined && (
    <>
      <dt className={term}>{t('memory.writtenBy')}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">
        <a className="text-link underline underline-offset-3" href={hrefOf({ screen: 'run', run: row.run })}>
          <ExactText text={row.runTitle ?? row.run} padding={false} />
        </a>
      </dd>
    </>
  );
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 text-small">
      <dt className={term}>{t('memory.words')}</dt>
      <dd>{t(`memory.whose.${row.origin}`)}</dd>
      {written}
      {row.labels.length > 0 && (
        <>
          <dt className={term}>{t('memory.takenFrom')}</dt>
          <dd className="min-w-0">
            <ul>
              {[...new Set(row.labels.map(sourceOf))].map((source) => {
                return (
                  <li key={source} className="font-mono text-bytes [overflow-wrap:anywhere]">
                    <ExactText text={source} padding={false} />
                  </li>
                );
              })}
            </ul>
          </dd>
        </>
      )}
    </dl>
  );
}

/** One memory: its words, whose they are, the runs that were given it, and the ways to put it right or take it away. */
export function MemoryDetail({
  row,
  now,
  editor,
  text,
  onText,
  onSaved,
  onRemove,
}: {
  row: MemoryRow;
  now: number;
  editor: RefObject<HTMLTextAreaElement | null>;
  /** The text as it is being corrected. */
  text: string;
  onText: (text: string) => void;
  onSaved: () => void;
  onRemove: () => void;
}): ReactNode {
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const odd = oddIn(text);
  const changed = text.trim() !== '' && text !== row.text;
  const save = async () => {
    setBusy(true);
    try {
      await client.memory.correct({ agent: row.agent, id: row.id, text });
      setFault(undefined);
      onSaved();
    } catch (error) {
      setFault(failureWords(error));
    } finally {
      setBusy(false);
    }
  };
  const head = 'text-small font-semibold';
  return (
    <>
      <section
        className="min-h-0 flex-1 overflow-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('memory.one', { id: row.id })}
      >
        <div className="grid gap-3 border-line border-b px-4 py-3.5">
          <div className="flex flex-wrap items-center gap-2 text-small compact:pe-8 text-ink-3">
            <span className="font-mono">{row.id}</span>
            <Badge icon={originIcon[row.origin]}>{t(`memory.from.${row.origin}`)}</Badge>
            <span className="flex-1" />
            <span>{formatWhen(row.rememberedAt, now)}</span>
          </div>
          <h2
            dir="auto"
            className="font-record text-[1.125rem]/[1.625rem] font-semibold whitespace-pre-wrap text-pretty [overflow-wrap:anywhere]"
          >
            <ExactText text={row.text} padding={false} />
          </h2>
          {row.corrected && <Note icon={PenLine}>{t('memory.correctedNote')}</Note>}
        </div>
        <section className="grid gap-2 border-line border-b px-4 py-3" aria-label={t('memory.origin')}>
          <h3 className={head}>{t('memory.origin')}</h3>
          <Origin row={row} />
        </section>
        <section className="grid gap-1 border-line border-b px-4 py-3" aria-label={t('memory.usedIn')}>
          <h3 className={head}>{useWords(row)}</h3>
          <ul className="text-small">
            {row.uses.map((use) => (
              <li key={`${use.run}:${use.seq}`} className="border-line border-b py-1 last:border-0">
                <a
                  className="text-link underline underline-offset-3"
                  href={hrefOf({ screen: 'run', run: use.run, entry: use.seq })}
                >
                  <ExactText text={use.runTitle} padding={false} />
                </a>{' '}
                <span className="text-ink-3">{formatWhen(use.at, now)}</span>
              </li>
            ))}
          </ul>
        </section>
        <section className="grid gap-2 px-4 py-3" aria-label={t('memory.correct')}>
          <Field label={t('memory.correct')} error={fault} help={t('memory.correctHelp')}>
            {(ids) => (
              <TextArea
                {...ids}
                ref={editor}
                rows={3}
                value={text}
                onChange={(event) => onText(event.target.value)}
                className="font-record text-[0.875rem]/5"
              />
            )}
          </Field>
          {odd.length > 0 && (
            <Note icon={CircleAlert} tone="void" role="status">
              {t('memory.odd', { codes: odd.join(', ') })}
            </Note>
          )}
          <div className="flex flex-wrap items-center gap-2">
            <Button size="s" disabled={!changed} busy={busy} onClick={() => void save()}>
              {t('memory.saveAsYours')}
            </Button>
            {changed && (
              <Button size="s" look="quiet" onClick={() => onText(row.text)}>
                {t('memory.putBack')}
              </Button>
            )}
            {!changed && <span className="text-small text-ink-3">{t('memory.nothingChanged')}</span>}
          </div>
        </section>
      </section>
      <div className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-2.5">
        <Button size="s" look="quiet" icon={Trash2} className="text-void-ink" onClick={onRemove}>
          {t('memory.delete', { id: row.id })}
        </Button>
        <span className="text-small text-ink-3">{t('memory.deleteNote')}</span>
      </div>
    </>
  );
}
