import { type ReactNode, useId } from 'react';
import { TextInput } from '../../components/text-input.tsx';
import { t } from '../../strings/translate.ts';

/** `length:MAX`, `length:MIN-MAX`, and whatever was typed on the way there. */
export const isLength = (name: string): boolean => name.startsWith('length:');

/**
 * A dash in the file parts the two numbers, so one that was typed before a number is kept as the sign of minus: it is no
 * number to the check, which names it.
 */
const MINUS = /[-\u2010-\u2015\uFE63\uFF0D]/g;
const TYPED_MINUS = '\u2212';

function partsOf(name: string | undefined): { least: string; most: string } {
  const bounds = name?.slice('length:'.length) ?? '';
  const dash = bounds.indexOf('-');
  return { least: dash < 0 ? '' : bounds.slice(0, dash), most: bounds.slice(dash + 1) };
}

/** Digits as a person groups them; whatever else is typed stays, so that the check names it. */
const bare = (text: string): string =>
  /^\d[\d\s,.’']*$/.test(text) ? text.replace(/\D/g, '') : text.trim().replace(MINUS, TYPED_MINUS);

function named({ least, most }: { least: string; most: string }): string[] {
  if (least === '' && most === '') return [];
  return [`length:${least === '' ? '' : `${least}-`}${most}`];
}

/** How long an answer may be: two fields of characters, each of which may be left empty. */
export function GuardedLength({
  guardrails,
  problem,
  onChange,
}: {
  guardrails: readonly string[];
  problem: string | undefined;
  onChange: (guardrails: string[]) => void;
}): ReactNode {
  const id = useId();
  const at = guardrails.findIndex(isLength);
  const parts = partsOf(guardrails[at]);
  const change = (changed: Partial<typeof parts>): void => {
    const made = named({ ...parts, ...changed });
    onChange(at < 0 ? [...guardrails, ...made] : guardrails.flatMap((name, n) => (n === at ? made : [name])));
  };
  const field = (part: 'least' | 'most'): ReactNode => (
    <span className="flex items-center gap-2 text-ink-2">
      <label htmlFor={`${id}${part}`}>{t(`guardrails.${part}`)}</label>
      <TextInput
        id={`${id}${part}`}
        dir="ltr"
        inputMode="numeric"
        className="w-24"
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={`${id}below`}
        value={parts[part]}
        onChange={(event) => change({ [part]: bare(event.target.value) })}
      />
    </span>
  );
  return (
    <fieldset className="m-0 border-0 px-4 py-2">
      <legend className="float-start w-full p-0">{t('guardrails.length')}</legend>
      <div className="clear-both flex flex-wrap items-center gap-x-5 gap-y-1.5 py-1">
        {field('least')}
        {field('most')}
      </div>
      <p
        id={`${id}below`}
        role={problem === undefined ? undefined : 'alert'}
        className={problem === undefined ? 'text-small text-ink-3' : 'text-small text-void-ink'}
      >
        {t(
          problem === undefined
            ? 'guardrails.lengthNote'
            : `${parts.least}${parts.most}`.includes(TYPED_MINUS)
              ? 'guardrails.lengthNegative'
              : 'guardrails.lengthFault',
        )}
      </p>
    </fieldset>
  );
}
