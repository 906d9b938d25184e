import { type ReactNode, useEffect, useRef } from 'react';
import type { Grant } from '#contract/permission';
import { t } from '../../strings/translate.ts';
import { useTools } from '../agents/use-tools.ts';
import { applyRule } from './apply-rule.ts';
import { RecordText } from './record-text.tsx';
import { missingIn, type RuleForm, readForm } from './rule-form.ts';
import { RuleFormFields } from './rule-form-fields.tsx';
import { usePreview } from './use-preview.ts';
import { WhatIfPane } from './what-if-pane.tsx';

const TYPING_MS = 250;

/** The form of a new rule, its sentence as it would stand on record, and what it would have changed. */
export function NewRulePane({
  form,
  agents,
  onForm,
  onApplied,
  onChange,
  onDiscard,
}: {
  form: RuleForm;
  agents: readonly string[];
  onForm: (form: RuleForm) => void;
  onApplied: (rule: Grant) => void;
  onChange: () => void;
  onDiscard: () => void;
}): ReactNode {
  const { tools, fault } = useTools();
  const draft = readForm(form, tools ?? []);
  const preview = usePreview(draft, TYPING_MS);
  const missing = missingIn(form, tools ?? []);
  const notYet = missing === undefined ? preview.fault && t('newRule.refused') : t(`newRule.missing.${missing}`);
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => fields.current?.querySelector<HTMLElement>('button, input')?.focus(), []);
  return (
    <WhatIfPane
      draft={preview.sentence === undefined ? undefined : draft}
      revoke={[]}
      notYet={notYet}
      onApply={async (rule) => {
        onApplied(await applyRule(rule, [], onChange));
      }}
      onDiscard={onDiscard}
    >
      <h2 className="font-semibold">{t('newRule.title')}</h2>
      <div ref={fields} className="grid gap-2.5">
        <RuleFormFields form={form} agents={agents} tools={tools ?? []} fault={preview.fault} onForm={onForm} />
      </div>
      {fault !== undefined && <p className="text-small text-void-ink">{t('newRule.noTools', { reason: fault })}</p>}
      <h3 className="text-small font-medium text-ink-2">{t('newRule.sentence')}</h3>
      {preview.sentence === undefined ? (
        <p className="text-small text-ink-3">{t('newRule.incomplete')}</p>
      ) : (
        <p className="double-rule pb-2 font-record text-sentence text-pretty [overflow-wrap:anywhere]">
          <RecordText of={preview.sentence} />
        </p>
      )}
    </WhatIfPane>
  );
}
