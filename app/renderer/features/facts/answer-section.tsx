import { Maximize2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef } from 'react';
import type { Mark } from '#contract/mark';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SafeMarkdown } from '../../components/markdown.tsx';
import { formatNumber } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { AlteredLine } from './altered-line.tsx';
import type { MarkedText } from './answer-of.ts';
import { answerNode, type GroundNode, groundGraph } from './ground-graph.ts';
import { GroundList } from './ground-list.tsx';
import { countMarks, type MarkGround } from './mark-words.ts';
import { MarkedAnswer } from './marked-answer.tsx';

/** Beyond this the rest is behind "Open". */
const MOST_INLINE = 12;

/** Drawn only where there is a graph: its library is large. */
const GroundView = lazy(() => import('./ground-view.tsx'));

const kinds = ['fact', 'computed', 'given', 'unsourced'] as const;

function Legend({ marks }: { marks: readonly Mark[] }): ReactNode {
  const counts = countMarks(marks);
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-0.5 text-small text-ink-2">
      {kinds.map((kind) => (
        <li key={kind}>
          <span className="mark-line" data-kind={kind}>
            {t(`section.${kind}`)}
          </span>{' '}
          {formatNumber(counts[kind])}
        </li>
      ))}
    </ul>
  );
}

const headLook = 'flex min-h-9 flex-wrap items-center gap-x-2 gap-y-0.5 px-4';

/**
 * The answer of a run with its marks, and the graph of what it rests on. Selecting a figure or a node of the graph is
 * one and the same.
 */
export function AnswerSection({
  answer,
  ground,
  selected,
  onSelect,
  onFact,
  open,
  onOpen,
}: {
  answer: MarkedText;
  ground: MarkGround;
  selected: number | undefined;
  onSelect: (mark: Mark, index: number) => void;
  onFact: (id: string) => void;
  /** Whether the whole graph is laid over the page. */
  open: boolean;
  onOpen: (open: boolean) => void;
}): ReactNode {
  const { marks } = answer;
  const close = useRef<HTMLButtonElement>(null);
  const inline = useMemo(() => groundGraph(marks, ground, selected, MOST_INLINE), [marks, ground, selected]);
  const whole = useMemo(() => (open ? groundGraph(marks, ground, undefined) : undefined), [open, marks, ground]);
  const choose = useCallback(
    (node: GroundNode) => {
      const mark = marks[node.mark];
      if (node.fact !== undefined) onFact(node.fact);
      else if (mark) onSelect(mark, node.mark);
    },
    [marks, onFact, onSelect],
  );
  const picked = selected === undefined ? undefined : marks[selected];
  return (
    <section
      aria-label={t('section.answer')}
      className="min-h-0 flex-1 overflow-auto border-line-2 border-t low:flex-none low:overflow-visible"
    >
      <div className={headLook}>
        <h2 className="font-semibold">{t('section.answer')}</h2>
        <span className="text-small text-ink-3">
          {marks.length > 0
            ? t('section.figures', { count: marks.length })
            : t(answer.badges ? 'section.noFigures' : 'section.unmarked')}
        </span>
        <span className="flex-1" />
        {marks.length > 0 && <Legend marks={marks} />}
      </div>
      <div className="border-line border-b px-4 pt-1 pb-3">
        <AlteredLine marks={marks} ground={ground} />
        {marks.length > 0 ? (
          <MarkedAnswer text={answer.text} marks={marks} ground={ground} selected={selected} onOpen={onSelect} />
        ) : (
          <SafeMarkdown text={answer.text} />
        )}
      </div>
      {marks.length > 0 && (
        <>
          <div className={headLook}>
            <h2 className="font-semibold">{t('ground.label')}</h2>
            <span className="cut min-w-0 flex-1 text-small text-ink-3">
              {picked && answerNode(inline, marks, selected) !== undefined
                ? t('ground.selected', { text: picked.text })
                : inline.left > 0 && t('ground.more', { count: inline.left })}
            </span>
            <Button size="s" look="quiet" icon={Maximize2} keys="G" onClick={() => onOpen(true)}>
              {t('ground.open')}
            </Button>
          </div>
          <GroundList graph={inline} />
          <div className="px-4 pt-1 pb-4">
            <Suspense>
              <GroundView graph={inline} marks={marks} selected={selected} onChoose={choose} />
            </Suspense>
          </div>
          <Dialog
            open={open}
            onClose={() => onOpen(false)}
            title={t('ground.label')}
            width="l"
            focusRef={close}
            actions={
              <Button ref={close} onClick={() => onOpen(false)}>
                {t('ground.close')}
              </Button>
            }
          >
            {whole && (
              <>
                <GroundList graph={whole} />
                <Suspense>
                  <GroundView
                    graph={whole}
                    marks={marks}
                    selected={selected}
                    onChoose={(node) => {
                      onOpen(false);
                      choose(node);
                    }}
                  />
                </Suspense>
              </>
            )}
          </Dialog>
        </>
      )}
    </section>
  );
}
