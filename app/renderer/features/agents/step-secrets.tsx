import { CircleAlert, KeyRound, Plus, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Tool } from '#contract/tool';
import type { Problem, SecretRow } from '#contract/views';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Field } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Note } from '../../components/note.tsx';
import { Select } from '../../components/select.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { t } from '../../strings/translate.ts';
import { SecretForm } from '../secrets/secret-form.tsx';
import { useSecrets } from '../secrets/use-secrets.ts';
import { problemAt } from './builder-steps.ts';
import type { AgentDraft } from './draft.ts';
import { reachesHosts, type SecretUse, secretUsesOf, takesValues, withoutSecret, withSecret } from './tool-reach.ts';
import { useTools } from './use-tools.ts';

type Way = SecretUse['as'];

const wayWords = { header: 'secrets.asHeader', value: 'secrets.asValue' } as const;

/** How a tool could be given a secret. */
function waysOf(tool: Tool): Way[] {
  return [...(reachesHosts(tool) ? (['header'] as const) : []), ...(takesValues(tool) ? (['value'] as const) : [])];
}

function AddUse({
  secrets,
  tools,
  onAdd,
}: {
  secrets: readonly SecretRow[];
  tools: readonly Tool[];
  onAdd: (use: SecretUse) => void;
}): ReactNode {
  const [name, setName] = useState(secrets[0]?.name ?? '');
  const [toolName, setTool] = useState(tools[0]?.name ?? '');
  const [wanted, setWay] = useState<Way>('header');
  const [header, setHeader] = useState('Authorization');
  const secret = secrets.find((row) => row.name === name) ?? secrets[0];
  const tool = tools.find((one) => one.name === toolName) ?? tools[0];
  const ways = tool ? waysOf(tool) : [];
  const way = ways.includes(wanted) ? wanted : ways[0];
  const noOrigin = way === 'header' && secret?.origin === undefined;
  const ready = secret !== undefined && tool !== undefined && way !== undefined && !noOrigin;
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return;
        const sent = way === 'header' ? { header: header.trim(), ...(secret.origin && { origin: secret.origin }) } : {};
        onAdd({ tool: tool.name, secret: secret.name, as: way, ...sent });
      }}
    >
      <div className="grid grid-cols-3 gap-3 compact:grid-cols-1">
        <Field label={t('secrets.secret')}>
          {(ids) => (
            <Select
              ids={ids}
              value={secret?.name}
              options={secrets.map((row) => ({ value: row.name, label: row.name }))}
              onChange={setName}
            />
          )}
        </Field>
        <Field label={t('secrets.tool')}>
          {(ids) => (
            <Select
              ids={ids}
              value={tool?.name}
              options={tools.map((one) => ({ value: one.name, label: one.name }))}
              onChange={setTool}
            />
          )}
        </Field>
        <Field label={t('secrets.way')}>
          {(ids) => (
            <Select
              ids={ids}
              value={way}
              options={ways.map((one) => ({
                value: one,
                label: t(wayWords[one]),
                note: t(`secrets.${one}Note`),
              }))}
              onChange={setWay}
            />
          )}
        </Field>
      </div>
      {way === 'header' && (
        <Field
          label={t('secrets.headerName')}
          help={t('secrets.headerHelp')}
          error={noOrigin ? t('secrets.needsOrigin') : undefined}
        >
          {(ids) => <TextInput {...ids} bytes value={header} onChange={(event) => setHeader(event.target.value)} />}
        </Field>
      )}
      {way === 'value' && (
        <Note icon={CircleAlert} tone="seal">
          {t('secrets.revealWarning', { path: `/secrets/${secret?.name ?? ''}` })}
        </Note>
      )}
      <div>
        <Button icon={Plus} type="submit" disabled={!ready || (way === 'header' && header.trim() === '')}>
          {t('secrets.addUse')}
        </Button>
      </div>
    </form>
  );
}

/** Which secrets the agent’s tools may use, by name, and how. No value is ever shown. */
export function StepSecrets({
  draft,
  problems,
  onChange,
}: {
  draft: AgentDraft;
  problems: readonly Problem[];
  onChange: (draft: AgentDraft) => void;
}): ReactNode {
  const { tools } = useTools();
  const { rows, fault } = useSecrets();
  const [setting, set] = useState<string>();
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    set(undefined);
    // It is drawn again only now.
    requestAnimationFrame(() => opener.current?.focus());
  };
  if (fault !== undefined)
    return (
      <Note icon={CircleAlert} tone="void" role="alert">
        {fault}
      </Note>
    );
  if (!tools || !rows) return <Skeleton lines={[40, 100]} />;
  const ticked = new Set(draft.tools.map((use) => use.tool));
  const able = tools.filter((tool) => ticked.has(tool.name) && waysOf(tool).length > 0);
  const kept = new Map(rows.map((row) => [row.name, row]));
  const uses = secretUsesOf(draft);
  const wrong = draft.tools
    .map((_, index) => problemAt(problems, `/tools/${index}/secrets`))
    .find((words) => words !== undefined);
  return (
    <>
      {uses.length > 0 && (
        <Card>
          <ul aria-label={t('builder.secrets')}>
            {uses.map((use) => (
              <li
                key={`${use.tool} ${use.secret}`}
                className="flex min-h-11 items-center gap-2 border-line border-b px-4 py-1.5 last:border-0"
              >
                <Icon of={KeyRound} className="text-ink-2" />
                <div className="min-w-0 flex-1">
                  <p className="cut font-mono text-bytes font-medium" dir="ltr">
                    {use.secret}
                  </p>
                  <p className="text-small text-ink-3">
                    {use.as === 'header'
                      ? t('secrets.sentBy', { tool: use.tool, header: use.header ?? '', origin: use.origin ?? '' })
                      : t('secrets.shownTo', { tool: use.tool })}
                  </p>
                </div>
                {kept.get(use.secret)?.kept !== true && (
                  <Button size="s" onClick={() => set(use.secret)}>
                    {t('secrets.setValue')}
                  </Button>
                )}
                <IconButton
                  icon={X}
                  size="s"
                  label={t('secrets.removeUse', { secret: use.secret, tool: use.tool })}
                  onClick={() => onChange(withoutSecret(draft, use.tool, use.secret))}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {wrong !== undefined && (
        <p role="alert" className="text-small text-void-ink">
          {wrong}
        </p>
      )}
      {able.length === 0 ? (
        <Note icon={KeyRound}>{t('secrets.noTool')}</Note>
      ) : (
        rows.length > 0 && <AddUse secrets={rows} tools={able} onAdd={(use) => onChange(withSecret(draft, use))} />
      )}
      {setting === undefined ? (
        able.length > 0 && (
          <div>
            <Button ref={opener} look="quiet" icon={KeyRound} onClick={() => set('')}>
              {t('secrets.newHere')}
            </Button>
          </div>
        )
      ) : (
        <Card className="overflow-hidden">
          <SecretForm key={setting} row={kept.get(setting)} name={setting} onClose={close} onDone={close} />
        </Card>
      )}
    </>
  );
}
