import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Problem } from '#contract/views';
import { Card } from '../../components/card.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Select } from '../../components/select.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { t } from '../../strings/translate.ts';
import { problemAt } from './builder-steps.ts';
import { type AgentDraft, withCallLimit, withoutCallLimit } from './draft.ts';

/** What a tool may be called at most, when it is limited first. */
const FIRST = '10';

function CallRow({
  tool,
  most,
  fault,
  onChange,
  onRemove,
}: {
  tool: string;
  most: string;
  fault: string | undefined;
  onChange: (most: string) => void;
  onRemove: () => void;
}): ReactNode {
  return (
    <li className="border-line border-b px-4 py-1.5 last:border-0">
      <div className="flex min-h-8 items-center gap-2">
        <code className="cut flex-1 font-medium">{tool}</code>
        <TextInput
          dir="ltr"
          inputMode="numeric"
          className="w-20"
          aria-label={t('limits.callsOf', { tool })}
          aria-invalid={fault !== undefined || undefined}
          value={most}
          onChange={(event) => onChange(event.target.value)}
        />
        <IconButton icon={X} size="s" label={t('limits.removeCalls', { tool })} onClick={onRemove} />
      </div>
      {fault !== undefined && (
        <p role="alert" className="text-small text-void-ink">
          {fault}
        </p>
      )}
    </li>
  );
}

/** How often each tool may be called at most: a number for those that a person wants to count. */
export function CallLimits({
  draft,
  problems,
  onChange,
}: {
  draft: AgentDraft;
  problems: readonly Problem[];
  onChange: (draft: AgentDraft) => void;
}): ReactNode {
  const limited = Object.entries(draft.calls);
  const others = draft.tools.map(({ tool }) => tool).filter((tool) => draft.calls[tool] === undefined);
  return (
    <section aria-label={t('limits.calls')} className="grid gap-2">
      <div>
        <h3 className="text-small font-medium text-ink-2">{t('limits.calls')}</h3>
        <p className="text-small text-ink-3">{t('limits.callsHelp')}</p>
      </div>
      {limited.length > 0 && (
        <Card>
          <ul aria-label={t('limits.calls')}>
            {limited.map(([tool, most]) => (
              <CallRow
                key={tool}
                tool={tool}
                most={most}
                fault={problemAt(problems, `/limits/calls/${tool}`)}
                onChange={(next) => onChange(withCallLimit(draft, tool, next))}
                onRemove={() => onChange(withoutCallLimit(draft, tool))}
              />
            ))}
          </ul>
        </Card>
      )}
      {others.length > 0 && (
        <Select
          value={undefined}
          label={t('limits.addCalls')}
          placeholder={t('limits.addCalls')}
          className="w-48"
          options={others.map((tool) => ({ value: tool, label: tool }))}
          onChange={(tool) => onChange(withCallLimit(draft, tool, FIRST))}
        />
      )}
    </section>
  );
}
