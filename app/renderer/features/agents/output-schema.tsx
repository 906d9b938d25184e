import { type ReactNode, useState } from 'react';
import { Json } from '#contract/ids';
import { Checkbox } from '../../components/checkbox.tsx';
import { Field } from '../../components/field.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { t } from '../../strings/translate.ts';
import type { AgentDraft } from './draft.ts';

type Output = NonNullable<AgentDraft['output']>;

const DEFAULT_REPAIRS = 2;

/** The schema as it is edited. What is no JSON yet is kept as it was typed, and no agent can be saved with it. */
const textOf = (output: Output | undefined): string => {
  if (!output) return '';
  return typeof output.schema === 'string' ? output.schema : JSON.stringify(output.schema, null, 2);
};

function read(text: string): { schema: Json } | { fault: string } {
  try {
    return { schema: Json.parse(JSON.parse(text)) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** The form that an answer must have: a JSON Schema, checked when its field is left. */
export function OutputSchema({
  output,
  problem,
  hasTools,
  onChange,
}: {
  output: Output | undefined;
  hasTools: boolean;
  problem: string | undefined;
  onChange: (changed: { output: Output | undefined }) => void;
}): ReactNode {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? textOf(output);
  const change = (next: string): void => {
    setTyped(next);
    const found = read(next);
    const schema = 'schema' in found ? found.schema : next;
    // An agent that has tools is meant to use them, so the box below is ticked at first.
    const before = output ?? { repairs: DEFAULT_REPAIRS, ...(hasTools && { gather: true }) };
    onChange({ output: next.trim() === '' ? undefined : { ...before, schema } });
  };
  const found = read(text);
  const broken = text.trim() !== '' && 'fault' in found ? t('guardrails.notJson', { fault: found.fault }) : undefined;
  return (
    <div className="grid gap-1.5">
      <Field
        label={t('guardrails.schema')}
        help={t('guardrails.schemaHelp')}
        error={typed === undefined ? (broken ?? problem) : undefined}
      >
        {(ids) => (
          <TextArea
            {...ids}
            bytes
            rows={output ? 8 : 3}
            placeholder={'{ "type": "object", "required": ["total"] }'}
            value={text}
            onChange={(event) => change(event.target.value)}
            onBlur={() => setTyped(undefined)}
          />
        )}
      </Field>
      {output && (
        <div>
          <Checkbox checked={output.gather === true} onChange={(gather) => onChange({ output: { ...output, gather } })}>
            {t('guardrails.gather')}
          </Checkbox>
          <p className="ps-6 text-small text-ink-3">{t('guardrails.gatherNote')}</p>
        </div>
      )}
    </div>
  );
}
