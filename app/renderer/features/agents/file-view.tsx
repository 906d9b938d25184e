import { type ReactNode, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ExactText } from '../../components/exact-text.tsx';
import { t } from '../../strings/translate.ts';
import { type Step, stepNames } from './builder-steps.ts';
import type { FileLine } from './file-lines.ts';

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

/** The agent file as it would be written: the step's own lines have an edge, changed ones a ground, those that go are struck out. */
export function FileView({
  open,
  onClose,
  name,
  step,
  lines,
  saved,
}: {
  open: boolean;
  onClose: () => void;
  name: string;
  step: Step;
  lines: readonly FileLine[];
  saved: boolean;
}): ReactNode {
  const first = lines.findIndex((line) => line.type !== 'same');
  const shown = first >= 0 ? first : lines.findIndex((line) => line.step === step);
  const figure = useRef<HTMLElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('agentFile.title', { name })}
      width="l"
      focusRef={figure}
      actions={<Button onClick={onClose}>{t('action.close')}</Button>}
    >
      <p className="mb-2 text-small">{t(saved ? 'agentFile.step' : 'agentFile.new', { step: t(stepNames[step]) })}</p>
      <figure
        ref={figure}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('agentFile.label')}
        data-part="well"
        className="max-h-[60vh] overflow-auto rounded-2 bg-sunk py-2 font-mono text-bytes text-ink ring-line"
      >
        {lines.map((line, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
            key={index}
            ref={index === shown ? (line) => line?.scrollIntoView({ block: 'center' }) : undefined}
            className={classNames(
              'grid grid-cols-[2.5rem_1rem_minmax(0,1fr)] border-s-2 pe-3',
              line.step === step ? 'border-ink' : 'border-transparent',
              line.type === 'in' && 'bg-press',
            )}
          >
            <span aria-hidden className="pe-3 text-end text-ink-3 select-none">
              {line.number}
            </span>
            <span className="text-ink-3 select-none">{line.type === 'in' ? '+' : line.type === 'out' ? '−' : ''}</span>
            <span
              className={classNames(
                'whitespace-pre-wrap [overflow-wrap:anywhere]',
                line.type === 'in' && 'font-semibold',
                line.type === 'out' && 'text-ink-3',
              )}
            >
              {line.text.slice(0, indentOf(line.text))}
              <span className={line.type === 'out' ? 'line-through' : undefined}>
                <ExactText text={line.text.slice(indentOf(line.text))} />
              </span>
            </span>
          </div>
        ))}
      </figure>
    </Dialog>
  );
}
