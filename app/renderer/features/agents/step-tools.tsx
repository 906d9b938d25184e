import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tool } from '#contract/tool';
import type { Problem } from '#contract/views';
import { Card } from '../../components/card.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { Note } from '../../components/note.tsx';
import { Select } from '../../components/select.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { t } from '../../strings/translate.ts';
import { problemAt, stepOfProblem } from './builder-steps.ts';
import { type AgentDraft, type ToolUse, withAsk, withTool, withUse } from './draft.ts';
import { groupTools, hasEffects } from './tool-groups.ts';
import { ToolOptions } from './tool-options.tsx';
import { toolWords } from './tool-words.ts';
import { useTools } from './use-tools.ts';

const asks = ['effects', 'always', 'never'] as const;
const askNames = { always: 'tools.always', effects: 'tools.effects', never: 'tools.never' } as const;
const askNotes = { always: 'tools.alwaysNote', effects: 'tools.effectsNote', never: 'tools.neverNote' } as const;
const groups = [
  ['compute', 'tools.compute'],
  ['files', 'tools.files'],
  ['web', 'tools.web'],
  ['memory', 'tools.memory'],
  ['person', 'tools.person'],
  ['other', 'tools.other'],
] as const;

function ToolRow({
  tool,
  use,
  error,
  onTick,
  onAsk,
  onUse,
  onOpenHosts,
}: {
  tool: Tool;
  use: ToolUse | undefined;
  error: string | undefined;
  onTick: (on: boolean) => void;
  onAsk: (ask: (typeof asks)[number]) => void;
  onUse: (use: ToolUse) => void;
  onOpenHosts: () => void;
}): ReactNode {
  const effects = hasEffects(tool);
  return (
    <div className="border-line border-b px-4 py-1.5 last:border-0">
      <div className="flex min-h-7 flex-wrap items-center gap-x-3">
        <Checkbox checked={use !== undefined} onChange={onTick}>
          <span className="font-mono text-bytes font-medium" dir="ltr">
            {tool.name}
          </span>
        </Checkbox>
        <span className="flex-1" />
        {use && tool.runtime.type !== 'person' ? (
          <Select
            label={t('tools.ask', { tool: tool.name })}
            value={use.ask ?? 'effects'}
            options={asks
              .map((ask) => ({
                value: ask,
                label: t(ask === 'effects' && !effects ? 'tools.never' : askNames[ask]),
                note: t(askNotes[ask]),
              }))
              .filter((option) => effects || option.value !== 'never')}
            onChange={onAsk}
            className="w-42 text-small"
          />
        ) : (
          !effects &&
          tool.runtime.type !== 'person' && <span className="text-small text-ink-3">{t('tools.readsOnly')}</span>
        )}
      </div>
      <p className="line-clamp-2 ps-6 text-small text-ink-3">{toolWords(tool)}</p>
      {use && tool.name === 'http_fetch' && (use.hosts ?? []).length === 0 && (
        <p className="ps-6 text-small text-void-ink">
          {t('tools.noHosts')}{' '}
          <button type="button" className="text-link underline underline-offset-3" onClick={onOpenHosts}>
            {t('tools.chooseHosts')}
          </button>
        </p>
      )}
      {use && <ToolOptions use={use} onChange={onUse} />}
      {error !== undefined && (
        <p role="alert" className="ps-6 text-small text-void-ink">
          {error}
        </p>
      )}
    </div>
  );
}

/** Tick boxes of every tool that is here, `run_python` first, and when each asks. */
export function StepTools({
  draft,
  problems,
  onChange,
  onOpenHosts,
}: {
  draft: AgentDraft;
  problems: readonly Problem[];
  onChange: (draft: AgentDraft) => void;
  onOpenHosts: () => void;
}): ReactNode {
  const { tools, fault } = useTools();
  if (!tools && fault !== undefined) {
    return (
      <Note icon={CircleAlert} tone="void" role="alert">
        {t('tools.failed')}. {fault}
      </Note>
    );
  }
  if (!tools) return <Skeleton lines={[40, 100, 100, 40, 100, 100]} />;
  const order = tools.map((tool) => tool.name);
  const known = new Set(order);
  const grouped = groupTools(tools);
  // Hosts and secrets are mended in steps of their own.
  const own = problems.filter(({ path }) => stepOfProblem(path) === 'tools');
  const useOf = new Map(draft.tools.map((use, index) => [use.tool, { use, index }]));
  return (
    <>
      {draft.tools
        .filter((use) => !known.has(use.tool))
        .map((use) => (
          <Note key={use.tool} icon={CircleAlert} tone="void" role="alert">
            <Checkbox checked onChange={() => onChange(withTool(draft, use.tool, false, order))}>
              <code>{use.tool}</code>
            </Checkbox>
            <p>{problemAt(problems, `/tools/${useOf.get(use.tool)?.index ?? 0}`)}</p>
          </Note>
        ))}
      {groups.map(
        ([group, name]) =>
          grouped[group].length > 0 && (
            <section key={group} aria-label={t(name)}>
              <h3 className="mb-1.5 text-small font-medium text-ink-2">{t(name)}</h3>
              <Card>
                {grouped[group].map((tool) => {
                  const found = useOf.get(tool.name);
                  return (
                    <ToolRow
                      key={tool.name}
                      tool={tool}
                      use={found?.use}
                      error={found && problemAt(own, `/tools/${found.index}`)}
                      onTick={(on) => onChange(withTool(draft, tool.name, on, order))}
                      onAsk={(ask) => onChange(withAsk(draft, tool.name, ask))}
                      onUse={(use) => onChange(withUse(draft, use))}
                      onOpenHosts={onOpenHosts}
                    />
                  );
                })}
                {group === 'memory' && (
                  <div className="px-4 py-1.5">
                    <Checkbox checked={draft.memory} onChange={(memory) => onChange({ ...draft, memory })}>
                      {t('tools.recallAtStart')}
                    </Checkbox>
                    <p className="ps-6 text-small text-ink-3">{t('tools.recallAtStartNote')}</p>
                  </div>
                )}
              </Card>
            </section>
          ),
      )}
    </>
  );
}
