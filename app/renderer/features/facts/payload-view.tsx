import { CircleAlert, Download } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { Fact, FactPlace } from '#contract/fact';
import { failureWords } from '../../client/client.ts';
import { ExactText } from '../../components/exact-text.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { Note } from '../../components/note.tsx';
import { saveFile } from '../../components/save-file.ts';
import { Segmented } from '../../components/segmented.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { showToast } from '../../stores/toast-store.ts';
import { formatBytes, formatEntry } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { LineList } from './line-list.tsx';
import { isBinary, type PayloadPart, type Span, spanInText, spanOfPlace } from './payload-bytes.ts';
import { hexRow, hexRows, linesOf, type PayloadLine, piecesOf } from './payload-lines.ts';
import { readWhole, usePayload } from './use-payload.ts';

const colours = {
  key: 'text-(--syn-key)',
  string: 'text-(--syn-str)',
  number: 'text-(--syn-num)',
  word: 'text-(--syn-num)',
};
/** A line longer than this is not drawn on the ground of evidence as a whole: only the span is. */
const LONGEST_MARKED = 400;

/** What the place of a value is drawn in: the colours of evidence, but not on bytes that are none any more. */
const grounds = {
  same: { line: 'bg-evid-wash shadow-[inset_2px_0_0_var(--evid)]', text: 'text-evid-ink', wash: 'bg-evid-wash' },
  altered: { line: 'bg-void-wash shadow-[inset_2px_0_0_var(--void)]', text: 'text-void-ink', wash: 'bg-void-wash' },
} as const;

type Ground = (typeof grounds)[keyof typeof grounds];

function TextLine({
  line,
  span,
  json,
  ground,
}: {
  line: PayloadLine;
  span: Span | undefined;
  json: boolean;
  ground: Ground;
}): ReactNode {
  const whole = line.marked && line.text.length <= LONGEST_MARKED;
  return (
    <span data-here={line.marked || undefined} className="grid grid-cols-[3rem_minmax(0,1fr)]">
      <span aria-hidden className="pe-2 text-end text-ink-3 select-none">
        {line.number !== undefined && formatEntry(line.number)}
      </span>
      <span className={`ps-1 pe-3 whitespace-pre-wrap [overflow-wrap:anywhere] ${whole ? ground.line : ''}`} dir="ltr">
        {line.text.length > 20_000 && !line.marked ? (
          <ExactText text={line.text} padding={false} />
        ) : (
          piecesOf(line, span, json).map((piece, index) => {
            const value = `font-semibold ${ground.text} ${whole ? 'bg-transparent' : ground.wash}`;
            const look = piece.marked ? value : piece.kind ? colours[piece.kind] : '';
            const Part = piece.marked ? 'mark' : 'span';
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the line
              <Part key={index} className={`[unicode-bidi:isolate] ${look}`}>
                <ExactText text={piece.text} padding={false} />
              </Part>
            );
          })
        )}
      </span>
    </span>
  );
}

function LeftOut({ bytes }: { bytes: number }): ReactNode {
  return (
    <span className="my-1 block border-line-2 border-y bg-paper px-4 py-1 font-sans text-small text-ink-3">
      {t('payload.leftOut', { size: formatBytes(bytes) })}
    </span>
  );
}

/** Where the value stands in a part, in units of its text; undefined where it stands elsewhere. */
function spanIn(
  part: PayloadPart,
  text: string,
  at: FactPlace | undefined,
  place: Span | undefined,
  whole: boolean,
): Span | undefined {
  if (at && whole) {
    const found = spanOfPlace(part, text, at);
    if (found) return found;
  }
  if (!place || place.start < part.offset || place.end > part.offset + part.data.length) return undefined;
  return spanInText(part.data, { start: place.start - part.offset, end: place.end - part.offset });
}

type Item = { type: 'line'; line: PayloadLine; span: Span | undefined } | { type: 'gap'; bytes: number };

function textItems(parts: readonly PayloadPart[], at: FactPlace | undefined, place: Span | undefined): Item[] {
  let end = 0;
  return parts.flatMap((part): Item[] => {
    const gap: Item[] = part.offset > end ? [{ type: 'gap', bytes: part.offset - end }] : [];
    end = part.offset + part.data.length;
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(part.data);
    const span = spanIn(part, text, at, place, parts.length === 1);
    const lines = linesOf(text, span, part.offset === 0);
    return [...gap, ...lines.map((line): Item => ({ type: 'line', line, span }))];
  });
}

function TextLines({
  parts,
  at,
  place,
  json,
  ground,
  wish,
}: {
  parts: readonly PayloadPart[];
  at: FactPlace | undefined;
  place: Span | undefined;
  json: boolean;
  ground: Ground;
  wish: unknown;
}): ReactNode {
  const items = useMemo(() => textItems(parts, at, place), [parts, at, place]);
  // A stretch may begin within a string, so only a whole payload is coloured.
  const coloured = json && parts.length === 1;
  return (
    <LineList
      count={items.length}
      label={t('payload.label')}
      show={items.findIndex((item) => item.type === 'line' && item.line.marked)}
      wish={wish}
      draw={(index) => {
        const item = items[index];
        if (!item) return null;
        if (item.type === 'gap') return <LeftOut bytes={item.bytes} />;
        return <TextLine line={item.line} span={item.span} json={coloured} ground={ground} />;
      }}
    />
  );
}

/** The same place in bytes: of a pointer, where it leads in the text. */
function byteSpan(parts: readonly PayloadPart[], at: FactPlace | undefined, place: Span | undefined): Span | undefined {
  const [part] = parts;
  if (at && 'pointer' in at && part && parts.length === 1 && !isBinary(part)) {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(part.data);
    const span = spanOfPlace(part, text, at);
    const size = (piece: string) => new TextEncoder().encode(piece).length;
    if (span) {
      const start = size(text.slice(0, span.start));
      return { start, end: start + size(text.slice(span.start, span.end)) };
    }
  }
  return at && 'from' in at ? { start: at.from, end: at.to } : place;
}

function HexLines({
  parts,
  span,
  ground,
  wish,
}: {
  parts: readonly PayloadPart[];
  span: Span | undefined;
  ground: Ground;
  wish: unknown;
}): ReactNode {
  const rows = useMemo(() => {
    let end = 0;
    return parts.flatMap((part) => {
      const gap = part.offset > end ? [{ gap: part.offset - end }] : [];
      end = part.offset + part.data.length;
      return [...gap, ...Array.from({ length: hexRows(part.data) }, (_, index) => ({ part, index }))];
    });
  }, [parts]);
  const show = rows.findIndex(
    (row) => span !== undefined && 'part' in row && hexRow(row.part, row.index, span).bytes.some((byte) => byte.marked),
  );
  return (
    <LineList
      count={rows.length}
      label={t('payload.label')}
      show={show}
      wish={wish}
      draw={(index) => {
        const row = rows[index];
        if (!row) return null;
        if ('gap' in row) return <LeftOut bytes={row.gap} />;
        const { offset, bytes } = hexRow(row.part, row.index, span);
        return (
          <span data-here={index === show || undefined} className="flex gap-3 px-4 whitespace-pre" dir="ltr">
            <span aria-hidden className="text-ink-3">
              {offset.toString(16).padStart(6, '0')}
            </span>
            <span className="min-w-42">
              {bytes.map((byte, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a byte is its place in the row
                <span key={place} className={byte.marked ? `font-semibold ${ground.wash} ${ground.text}` : ''}>
                  {byte.hex}{' '}
                </span>
              ))}
            </span>
            <span aria-hidden className="text-ink-2">
              {bytes.map((byte) => byte.letter).join('')}
            </span>
          </span>
        );
      }}
    />
  );
}

const names: ReadonlyMap<string, string> = new Map([
  ['application/json', 'JSON'],
  ['text/html', 'HTML'],
  ['text/plain', 'Text'],
  ['text/csv', 'CSV'],
  ['application/pdf', 'PDF'],
]);

function nameOf(mediaType: string | undefined): string {
  const bare = mediaType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return names.get(bare) ?? (bare.endsWith('+json') ? 'JSON' : bare || t('payload.bytes'));
}

/**
 * The stored bytes of a fact: as text with numbered lines or as bytes, the place of the value on the ground of evidence.
 * Takes the place in the payload, the same in bytes where the host gave it, and what makes it be read anew.
 */
export function PayloadView({
  fact,
  at,
  place,
  altered,
  wish,
}: {
  fact: Fact;
  at: FactPlace;
  place: Span | undefined;
  /** The bytes are not those that the fact was made from. */
  altered: boolean;
  wish: unknown;
}): ReactNode {
  const ground = grounds[altered ? 'altered' : 'same'];
  const payload = usePayload(fact.payloadHash, place, wish);
  const [chosen, setChosen] = useState<'text' | 'bytes'>();
  const parts = payload.type === 'parts' ? payload.parts : [];
  const binary = useMemo(() => parts.some(isBinary), [parts]);
  const view = chosen ?? (binary ? 'bytes' : 'text');
  const kind = nameOf(fact.mediaType);
  const [first] = parts;
  const json =
    kind === 'JSON' ||
    (fact.mediaType === undefined && first !== undefined && [0x7b, 0x5b].includes(first.data[0] ?? 0));
  const span = useMemo(() => byteSpan(parts, at, place), [parts, at, place]);
  const bytes = payload.type === 'parts' ? payload.bytes : (fact.bytes ?? 0);
  const save = () => {
    readWhole(fact.payloadHash, bytes).then(
      (data) =>
        saveFile(
          data,
          `${fact.id}-${fact.payloadHash.slice(0, 8)}.${kind === 'JSON' ? 'json' : kind === 'HTML' ? 'html' : 'bin'}`,
          'application/octet-stream',
        ),
      (error: unknown) =>
        showToast({ icon: meaning.failed, tone: 'void', title: t('payload.notSaved'), detail: failureWords(error) }),
    );
  };
  return (
    <>
      <div className="flex h-9 shrink-0 items-center gap-2 border-line border-b ps-4 pe-2.5">
        <h3 className="font-semibold">{t('payload.title')}</h3>
        {/* A long type of media may be cut, the size may not. */}
        <span className="flex min-w-0 flex-1 gap-x-1 text-small text-ink-3">
          <span className="cut">{t('payload.kind', { kind: json ? 'JSON' : kind })}</span>
          <span className="shrink-0 whitespace-nowrap" title={t('payload.bytesExact', { count: bytes })}>
            {formatBytes(bytes)}
          </span>
        </span>
        <IconButton
          icon={Download}
          size="s"
          label={t('payload.save')}
          disabled={payload.type !== 'parts'}
          onClick={save}
        />
        <Segmented
          label={t('payload.as')}
          value={view}
          segments={[
            { value: 'text', label: t('payload.text') },
            { value: 'bytes', label: t('payload.asBytes') },
          ]}
          onChange={setChosen}
        />
      </div>
      {payload.type === 'loading' ? (
        <div className="flex-1 bg-sunk p-4">
          <Skeleton lines={[30, 55, 40, 60]} />
        </div>
      ) : payload.type === 'fault' ? (
        <div className="flex-1 p-4">
          <Note icon={CircleAlert} tone="void">
            {payload.message}
          </Note>
        </div>
      ) : view === 'text' ? (
        <TextLines parts={parts} at={at} place={place} json={json} ground={ground} wish={wish} />
      ) : (
        <HexLines parts={parts} span={span} ground={ground} wish={wish} />
      )}
    </>
  );
}
