import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Json } from '#contract/ids';
import { Button } from '../../components/button.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { t } from '../../strings/translate.ts';
import type { EditVerdict } from './edit-verdict.ts';
import { endInSight } from './end-in-sight.ts';

function readFields(text: string): [name: string, value: Json][] | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : undefined;
  } catch {
    // Not JSON at present: it is edited as text until it is.
    return undefined;
  }
}

function Fields({
  fields,
  bad,
  onChange,
}: {
  fields: readonly (readonly [name: string, value: Json])[];
  /** The id of what is wrong with them, if anything is. */
  bad: string | undefined;
  onChange: (value: string) => void;
}): ReactNode {
  const id = useId();
  const set = (name: string, value: Json) =>
    onChange(
      JSON.stringify(Object.fromEntries(fields.map(([one, old]) => [one, one === name ? value : old])), null, 2),
    );
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5">
      {fields.map(([name, value]) => (
        <div key={name} className="contents">
          <label htmlFor={`${id}-${name}`} className="pt-1.5 font-mono text-bytes text-ink-2">
            {name}
          </label>
          {typeof value === 'string' ? (
            <TextArea
              bytes
              id={`${id}-${name}`}
              rows={value.includes('\n') ? 8 : 1}
              {...(bad === undefined ? {} : { 'aria-describedby': bad })}
              value={value}
              onChange={(event) => set(name, event.target.value)}
            />
          ) : (
            <code id={`${id}-${name}`} className="pt-1.5">
              {JSON.stringify(value)}
            </code>
          )}
        </div>
      ))}
    </div>
  );
}

/** Tells once every text area inside was scrolled to its end; `layout` names how they are laid out at present. */
function useReadToEnd(layout: boolean, onRead: () => void): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another layout has other text areas
  useEffect(() => {
    const areas = [...(box.current?.querySelectorAll('textarea') ?? [])];
    const unread = new Set<Element>(areas);
    const look = (area: HTMLTextAreaElement) => {
      if (area.scrollHeight > 0 && endInSight(area) && unread.delete(area) && unread.size === 0) onRead();
    };
    const lookAtAll = () => {
      for (const area of areas) look(area);
    };
    lookAtAll();
    // Also what they stand in scrolls.
    document.addEventListener('scroll', lookAtAll, true);
    return () => document.removeEventListener('scroll', lookAtAll, true);
  }, [layout, onRead]);
  return box;
}

function verdictWords(verdict: EditVerdict): string {
  switch (verdict.state) {
    case 'bad':
      return verdict.message;
    case 'asking':
      return t('approval.editAsking');
    case 'as-proposed':
      return t('approval.unedited');
    case 'fits':
      return t('approval.fits');
  }
}

/**
 * The arguments to edit: argument by argument where a text has several lines, else, and always if wished, as JSON.
 * Checked as typed, by the schema and by the rules; what keeps it from being allowed stands under it.
 */
export function EditArguments({
  value,
  verdict,
  wish,
  onChange,
  onReset,
  onRead,
  rows = 8,
}: {
  value: string;
  verdict: EditVerdict;
  /** Changes with each wish to write in it; 0 where it is only shown. */
  wish: number;
  onChange: (value: string) => void;
  onReset: () => void;
  /** Every field of it was scrolled to its end once (rule H3). */
  onRead: () => void;
  rows?: number;
}): ReactNode {
  const fields = readFields(value);
  const [asFields, setAsFields] = useState(
    () => fields?.some(([, one]) => typeof one === 'string' && one.includes('\n')) ?? false,
  );
  const bad = verdict.state === 'bad';
  const box = useReadToEnd(asFields, onRead);
  const said = useId();
  useEffect(() => {
    if (wish > 0) box.current?.querySelector('textarea')?.focus();
  }, [wish, box]);
  return (
    <div ref={box} className="grid gap-1">
      {asFields && fields ? (
        <Fields fields={fields} bad={bad ? said : undefined} onChange={onChange} />
      ) : (
        <TextArea
          bytes
          rows={rows}
          aria-label={t('approval.editor')}
          {...(bad ? { 'aria-invalid': true, 'aria-describedby': said } : {})}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      <p className="flex flex-wrap items-center gap-2 text-small">
        <span
          id={said}
          role={bad ? 'alert' : 'status'}
          className={`min-w-0 flex-1 basis-48 [overflow-wrap:anywhere] ${bad ? 'text-void-ink' : 'text-ink-3'}`}
        >
          {verdictWords(verdict)}
        </span>
        {fields && (
          <Button look="quiet" size="s" onClick={() => setAsFields(!asFields)}>
            {t(asFields ? 'approval.asJson' : 'approval.asFields')}
          </Button>
        )}
        <Button look="quiet" size="s" onClick={onReset}>
          {t('approval.resetEdit')}
        </Button>
      </p>
    </div>
  );
}
