import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { t } from '../../strings/translate.ts';
import { endInSight } from './end-in-sight.ts';
import { longerThanScreen, type MarkedText } from './exact-fields.ts';

/** How much of a value was on screen so far. */
export interface Shown {
  lines: number;
  of: number;
  /** The end was on screen, or the value is not longer than a screen. */
  end: boolean;
}

/** What is known before anything is drawn: a short value is shown, a long one is not. */
export function shownAtFirst(text: string): Shown {
  const of = text.split('\n').length;
  return longerThanScreen(text) ? { lines: 0, of, end: false } : { lines: of, of, end: true };
}

const CLAMPED_LINES = 3;

/**
 * Exact bytes to decide on: three lines, or all of them in a well that scrolls. Long lines wrap, so nothing hides to the
 * side; odd characters are spelled out. Reports how far a value longer than a screen was shown.
 */
export function ExactView({
  exact,
  preview,
  label,
  open,
  onOpen,
  onShown,
  roomy = false,
}: {
  exact: MarkedText;
  /** What stands for it while it is not open: its most telling part, exact as well. */
  preview: MarkedText;
  label: string;
  open: boolean;
  onOpen: () => void;
  onShown: (shown: Shown) => void;
  roomy?: boolean;
}): ReactNode {
  const { text } = exact;
  const shown = open ? exact : preview;
  const well = useRef<HTMLPreElement>(null);
  const lines = text.split('\n').length;
  const [overflows, setOverflows] = useState(false);
  const clamped = !open && (lines > CLAMPED_LINES || overflows || preview.text !== text);
  const measure = useCallback(() => {
    const box = well.current;
    if (!box) return;
    if (!open) setOverflows(box.scrollHeight > box.clientHeight + 2);
    if (!longerThanScreen(text) || !open) return;
    const share = box.scrollHeight > 0 ? (box.scrollTop + box.clientHeight) / box.scrollHeight : 0;
    onShown({
      lines: Math.min(lines, Math.round(lines * share)),
      of: lines,
      end: box.scrollHeight > 0 && endInSight(box),
    });
  }, [open, text, lines, onShown]);
  useEffect(() => {
    measure();
    const box = well.current;
    if (!box) return;
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    // Also what it stands in scrolls.
    document.addEventListener('scroll', measure, true);
    return () => {
      observer.disconnect();
      document.removeEventListener('scroll', measure, true);
    };
  }, [measure]);
  return (
    <div className="relative">
      <CodeBlock
        ref={well}
        text={shown.text}
        marks={shown.marks}
        label={label}
        wrap
        className={
          open
            ? roomy
              ? 'max-h-[50vh]'
              : 'max-h-[38vh]'
            : `max-h-16.5 overflow-hidden! py-1.5! short:max-h-12 ${clamped ? '[mask-image:linear-gradient(#000_55%,#0000006b)]' : ''}`
        }
      />
      {clamped && (
        <Button size="s" keys="A" className="absolute right-1.5 bottom-1.5" onClick={onOpen}>
          {t('action.showAllLines', { count: lines })}
        </Button>
      )}
    </div>
  );
}
