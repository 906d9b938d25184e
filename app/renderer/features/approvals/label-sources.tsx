import { Fragment, type ReactNode } from 'react';
import type { Approval } from '#contract/approval';
import type { Label } from '#contract/label';
import { ExactText } from '../../components/exact-text.tsx';
import { Text } from '../../strings/text.tsx';
import { t } from '../../strings/translate.ts';
import { valueAt } from './exact-fields.ts';

function sourceOf({ memory, ...label }: Label): ReactNode {
  if (!memory) return placeOf(label);
  const { id, run } = memory;
  const named = label.path !== undefined || label.url !== undefined || label.tool !== undefined;
  const kept = run === undefined ? '' : t('origin.memoryRun', { run });
  const source = named ? placeOf(label) : t('origin.unnamed');
  return <Text of="origin.memory" with={{ id: <code>{id}</code>, source, kept }} />;
}

function placeOf(label: Label): ReactNode {
  const place = label.path ?? label.url;
  if (place !== undefined)
    return (
      <code className="[overflow-wrap:anywhere]">
        <ExactText text={place} />
      </code>
    );
  if (label.tool === undefined) return t('origin.somewhere');
  const tool = <code>{label.tool}</code>;
  return <Text of={label.callId === undefined ? 'origin.description' : 'origin.result'} with={{ tool }} />;
}

/** What tells one source from another: two results of one tool are one source, two files are two. */
function keyOf({ path, url, tool, callId, memory }: Label): string {
  return JSON.stringify([path ?? url ?? [tool, callId === undefined], memory?.id]);
}

const LONGEST_QUOTE = 80;

/** What was taken from one source: the longest of it, and how many values hold something of it. */
interface Taken {
  words: string;
  fields: Set<string>;
}

/** What of the arguments stands word for word in each source, by the source's key. */
function takenOf({ call, origins = [] }: Approval): ReadonlyMap<string, Taken> {
  const sources = new Map<string, Taken>();
  for (const { from, field, label, span } of origins) {
    const value = label && span && from === 'outside' ? valueAt(call.input, field) : undefined;
    if (!label || !span || typeof value !== 'string') continue;
    const words = value.slice(span.start, span.end).replace(/\s+/g, ' ').trim();
    if (words === '') continue;
    const taken = sources.get(keyOf(label)) ?? { words, fields: new Set() };
    taken.fields.add(field);
    if (words.length > taken.words.length) taken.words = words;
    sources.set(keyOf(label), taken);
  }
  return sources;
}

function shortened(words: string): string {
  return words.length > LONGEST_QUOTE ? `${words.slice(0, LONGEST_QUOTE)}…` : words;
}

/** Where text from outside was read, each source once and none left out (rule A9), with the longest of the words that were taken. */
export function LabelSources({ labels, of }: { labels: readonly Label[]; of?: Approval }): ReactNode {
  const sources = new Map(labels.map((label) => [keyOf(label), label]));
  const quotes = of ? takenOf(of) : new Map<string, Taken>();
  return [...sources].map(([key, label], index) => {
    const taken = quotes.get(key);
    const source = sourceOf(label);
    return (
      <Fragment key={key}>
        {index > 0 && '; '}
        {taken === undefined ? (
          source
        ) : (
          <Text
            of="origin.quoted"
            with={{
              count: taken.fields.size,
              quote: (
                <b className="font-medium [overflow-wrap:anywhere]">
                  <ExactText text={shortened(taken.words)} />
                </b>
              ),
              source,
            }}
          />
        )}
      </Fragment>
    );
  });
}
