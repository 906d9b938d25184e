import { Globe, Plus, WifiOff, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Problem } from '#contract/views';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Field } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Note } from '../../components/note.tsx';
import { Select } from '../../components/select.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { formatList } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { fieldWords, problemAt } from './builder-steps.ts';
import type { AgentDraft } from './draft.ts';
import { hostsOf, reachesHosts, withHost, withoutHost } from './tool-reach.ts';
import { useTools } from './use-tools.ts';

function AddHost({ tools, onAdd }: { tools: string[]; onAdd: (tool: string, host: string) => void }): ReactNode {
  const [host, setHost] = useState('');
  // Asking a named host is what this tool is for.
  const usual = tools.includes('http_fetch') ? 'http_fetch' : (tools[0] ?? '');
  const [chosen, choose] = useState('');
  const tool = tools.includes(chosen) ? chosen : usual;
  const bare = host.trim();
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (bare === '') return;
        onAdd(tool, bare);
        setHost('');
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_12rem] gap-3 compact:grid-cols-1">
        <Field label={t('hosts.host')} help={t('hosts.hostHelp')}>
          {(ids) => (
            <TextInput
              {...ids}
              bytes
              value={host}
              placeholder={t('hosts.example')}
              onChange={(event) => setHost(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('hosts.tool')}>
          {(ids) => (
            <Select
              ids={ids}
              value={tool}
              options={tools.map((name) => ({ value: name, label: name }))}
              onChange={choose}
            />
          )}
        </Field>
      </div>
      <div>
        <Button icon={Plus} disabled={bare === ''} type="submit">
          {t('hosts.add')}
        </Button>
      </div>
    </form>
  );
}

/** Which hosts the tools that leave the machine may reach; every other host does not exist for the agent. */
export function StepHosts({
  draft,
  problems,
  onChange,
  onOpenTools,
}: {
  draft: AgentDraft;
  problems: readonly Problem[];
  onChange: (draft: AgentDraft) => void;
  onOpenTools: () => void;
}): ReactNode {
  const { tools } = useTools();
  if (!tools) return <Skeleton lines={[40, 100]} />;
  const able = tools.filter(reachesHosts).map((tool) => tool.name);
  const ticked = draft.tools.map((use) => use.tool).filter((name) => able.includes(name));
  const hosts = hostsOf(draft);
  const faultsOf = (host: string): string[] => [
    ...new Set(
      draft.tools.flatMap((use, index) =>
        (use.hosts ?? []).flatMap((each, at) =>
          each === host ? (problemAt(problems, `/tools/${index}/hosts/${at}`) ?? []) : [],
        ),
      ),
    ),
  ];
  // What is wrong with the list itself and with none of its rows.
  const others = problems.filter(({ path }) => /^\/tools\/\d+\/hosts$/.test(path)).map(fieldWords);
  return (
    <>
      {hosts.length > 0 && (
        <Card>
          <ul aria-label={t('builder.hosts')}>
            {hosts.map(({ host, tools: by }) => (
              <li
                key={host}
                className="flex min-h-11 items-center gap-2 border-line border-b px-4 py-1.5 last:border-0"
              >
                <Icon of={Globe} className="text-ink-2" />
                <div className="min-w-0 flex-1">
                  <p className="cut font-mono text-bytes font-medium" dir="ltr" title={host}>
                    {host}
                  </p>
                  <p className="text-small text-ink-3">{t('hosts.by', { tools: formatList(by) })}</p>
                  {host === '**' && <p className="text-small text-void-ink">{t('hosts.everyHost')}</p>}
                  {faultsOf(host).map((fault) => (
                    <p key={fault} role="alert" className="text-small text-void-ink">
                      {fault}
                    </p>
                  ))}
                </div>
                <IconButton
                  icon={X}
                  size="s"
                  label={t('hosts.remove', { host })}
                  onClick={() => onChange(withoutHost(draft, host))}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {others.map((fault) => (
        <p key={fault} role="alert" className="text-small text-void-ink">
          {fault}
        </p>
      ))}
      {ticked.length === 0 ? (
        <Note icon={WifiOff}>
          {t(able.length === 0 ? 'hosts.noTool' : 'hosts.noTicked')}{' '}
          {able.length > 0 && (
            <button type="button" className="text-link underline" onClick={onOpenTools}>
              {t('folders.chooseTools')}
            </button>
          )}
        </Note>
      ) : (
        <AddHost tools={ticked} onAdd={(tool, host) => onChange(withHost(draft, tool, host))} />
      )}
    </>
  );
}
