import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { ExtraProps } from 'react-markdown';
import type { Mark } from '#contract/mark';
import { type Overlay, SafeMarkdown } from '../../components/markdown.tsx';
import { t } from '../../strings/translate.ts';
import { MarkChip } from './mark-chip.tsx';
import { faultBehind, type MarkGround } from './mark-words.ts';
import { placeMarks } from './place-marks.ts';

interface Laid {
  marks: readonly Mark[];
  ground: MarkGround;
  selected: number | undefined;
  onOpen: (mark: Mark, index: number) => void;
}

/** What the drawn elements ask about their mark: the tree of the answer is kept while this changes. */
const LaidMarks = createContext<Laid | undefined>(undefined);

function numbersOf(value: unknown): number[] {
  return String(value ?? '')
    .split(' ')
    .filter((part) => part !== '')
    .map(Number);
}

function useMark(node: ExtraProps['node']): { laid: Laid; index: number; mark: Mark } | undefined {
  const laid = useContext(LaidMarks);
  const [index] = numbersOf(node?.properties.dataMark);
  const mark = index === undefined ? undefined : laid?.marks[index];
  return laid && mark && index !== undefined ? { laid, index, mark } : undefined;
}

function Figure({ node, children }: ExtraProps & { children?: ReactNode }): ReactNode {
  const found = useMark(node);
  if (!found) return children;
  const { laid, index, mark } = found;
  const altered = faultBehind(mark, laid.ground) !== undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: its chip is a button and does the same
    <span
      className="mark-line"
      data-kind={mark.kind}
      data-mark={index}
      data-altered={altered || undefined}
      data-on={laid.selected === index || undefined}
      onClick={() => laid.onOpen(mark, index)}
    >
      {children}
    </span>
  );
}

function Chip({ node }: ExtraProps): ReactNode {
  const found = useMark(node);
  if (!found) return null;
  const { laid, index, mark } = found;
  return <MarkChip mark={mark} ground={laid.ground} onOpen={() => laid.onOpen(mark, index)} />;
}

/** Marks that have no place in what is drawn: still said, after it. */
function Elsewhere({ node }: ExtraProps): ReactNode {
  const laid = useContext(LaidMarks);
  if (!laid) return null;
  return (
    <div className="text-small text-ink-2">
      <p>{t('mark.elsewhere')}</p>
      <ul>
        {numbersOf(node?.properties.dataMarks).map((index) => {
          const mark = laid.marks[index];
          return (
            mark && (
              <li key={index}>
                <span
                  className="mark-line"
                  data-kind={mark.kind}
                  data-altered={faultBehind(mark, laid.ground) !== undefined || undefined}
                >
                  {mark.text}
                </span>
                <MarkChip mark={mark} ground={laid.ground} onOpen={() => laid.onOpen(mark, index)} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

const parts: Overlay['parts'] = { mark: Figure, data: Chip, footer: Elsewhere };

/**
 * An answer as Markdown, each checkable part of it underlined by what it rests on, its chip right after it. `onOpen` is
 * called with the mark a person pressed.
 */
export function MarkedAnswer({
  text,
  marks,
  ground,
  selected,
  onOpen,
}: {
  text: string;
  marks: readonly Mark[];
  ground: MarkGround;
  selected?: number | undefined;
  onOpen: (mark: Mark, index: number) => void;
}): ReactNode {
  const overlay = useMemo((): Overlay => ({ plugin: placeMarks(text, marks), parts }), [text, marks]);
  return (
    <LaidMarks value={{ marks, ground, selected, onOpen }}>
      <SafeMarkdown text={text} overlay={overlay} />
    </LaidMarks>
  );
}
