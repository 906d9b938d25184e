import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { t } from '../../strings/translate.ts';

/** What the agent wrote beside a call, marked as its own: one line, or all of it where that is wished. */
export function AgentWords({ words, all }: { words: string; all: boolean }): ReactNode {
  const line = useRef<HTMLQuoteElement>(null);
  const [cut, setCut] = useState(false);
  const [open, setOpen] = useState(false);
  const whole = all || open;
  useEffect(() => {
    const box = line.current;
    if (!box || whole) return;
    const measure = () => setCut(box.scrollWidth > box.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [whole]);
  return (
    <>
      <span className="shrink-0 text-ink-3">{t('approval.agentWords')}</span>
      <q
        ref={line}
        className={`min-w-0 before:content-['“'] after:content-['”'] ${whole ? 'max-h-[20vh] overflow-auto whitespace-pre-wrap [overflow-wrap:anywhere]' : 'cut'}`}
      >
        {whole ? words.trim() : words.replace(/\s+/g, ' ').trim()}
      </q>
      {cut && !whole && (
        <Button look="quiet" size="s" className="-my-0.75" onClick={() => setOpen(true)}>
          {t('approval.allWords')}
        </Button>
      )}
    </>
  );
}
