import { ArrowUp, CircleAlert, Cpu, Folder, FolderPlus, UserRoundCog, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AgentSummary } from '#contract/views';
import { failureWords } from '../../client/client.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { Menu, type MenuItem } from '../../components/menu.tsx';
import { Note } from '../../components/note.tsx';
import { useOverview } from '../../stores/overview-store.ts';
import { t } from '../../strings/translate.ts';
import { openAt } from '../agents/builder-store.ts';
import { usePickFolder } from '../agents/pick-folder.tsx';
import { useRunChoice } from '../agents/run-choice.ts';
import { startRun } from '../agents/start-run.ts';
import { WhatItMay } from '../agents/what-it-may.tsx';
import { modelName, useModels } from '../models/use-models.ts';
import { goTo } from '../shell/place.ts';
import { Chip } from './chip.tsx';
import { samplesFirst } from './sample-prompt.ts';

function lastPart(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}

/** The agent that the field starts: the one chosen, else the one of the last run, else the first that can run. */
export function agentForRun(
  agents: readonly AgentSummary[],
  chosen: string | undefined,
  last: string | undefined,
): AgentSummary | undefined {
  const able = samplesFirst(agents).filter((agent) => agent.fault === undefined);
  return [chosen, last].flatMap((name) => able.find((agent) => agent.name === name) ?? [])[0] ?? able[0];
}

function FolderChoice({
  folders,
  onChange,
}: {
  folders: readonly string[];
  onChange: (folders: readonly string[]) => void;
}): ReactNode {
  const { pick, dialog } = usePickFolder((path) => onChange([...new Set([...folders, path])]));
  const [first] = folders;
  return (
    <>
      {first === undefined ? (
        <Chip icon={Folder} onClick={pick}>
          {t('home.chooseFolder')}
        </Chip>
      ) : (
        <Menu
          trigger={
            <Chip icon={Folder} strong opens>
              {folders.length === 1 ? lastPart(first) : t('home.folders', { count: folders.length })}
            </Chip>
          }
          groups={[
            folders.map((path) => ({
              id: path,
              label: (
                <>
                  <code className="[overflow-wrap:anywhere]">{path}</code>
                  <span className="block text-small text-ink-3">{t('home.folderReadOnly')}</span>
                </>
              ),
              icon: X,
              onSelect: () => onChange(folders.filter((one) => one !== path)),
            })),
            [{ id: '+', label: t('home.folderAnother'), icon: FolderPlus, onSelect: pick }],
          ]}
        />
      )}
      {dialog}
    </>
  );
}

/** The one field that starts a run: what to do, with which agent, on which folder (read only), by which model. */
export function StartField({ agents: known }: { agents: readonly AgentSummary[] | undefined }): ReactNode {
  const agents = known ?? [];
  const choice = useRunChoice();
  const { models } = useModels();
  const [text, setText] = useState('');
  const [folders, setFolders] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [accepting, setAccepting] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const last = useOverview((state) => state.runs?.[0]?.agent);
  const agent = agentForRun(agents, choice.agent, last);
  const ready = agent !== undefined && text.trim() !== '' && !busy;
  useEffect(() => {
    if (choice.asked > 0) field.current?.focus();
  }, [choice.asked]);

  const start = async (accept: boolean) => {
    if (!agent || !ready) return;
    if (!agent.accepted && !accept) {
      setAccepting(true);
      return;
    }
    setAccepting(false);
    setBusy(true);
    setFault(undefined);
    try {
      await startRun({ agent: agent.name, text: text.trim(), folders, model: choice.model, accept });
    } catch (error) {
      setFault(failureWords(error));
      setBusy(false);
    }
  };

  const agentItems = samplesFirst(agents).map(
    (one): MenuItem => ({
      id: one.name,
      label: (
        <>
          <span className="font-medium">{one.name}</span>
          {one.description && <span className="block text-small text-ink-3">{one.description}</span>}
        </>
      ),
      icon: UserRoundCog,
      off: one.fault,
      onSelect: () => useRunChoice.setState({ agent: one.name }),
    }),
  );
  const modelItems = [
    {
      id: 'own',
      label: t('home.modelOwn'),
      icon: Cpu,
      onSelect: () => useRunChoice.setState({ model: undefined }),
    },
    ...(models ?? []).map(
      (model): MenuItem => ({
        id: model.ref,
        label: t('home.modelIs', { name: modelName(model) }),
        icon: Cpu,
        onSelect: () => useRunChoice.setState({ model: model.ref }),
      }),
    ),
  ];
  const model = choice.model ?? agent?.model;
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void start(false);
      }}
    >
      <div
        data-part="field"
        className="flex min-h-11 flex-wrap items-center gap-2 rounded-3 bg-raised py-1.5 ps-3.5 pe-2 ring-edge has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-1 has-[input:focus-visible]:outline-focus"
      >
        <input
          ref={field}
          dir="auto"
          value={text}
          aria-label={t('home.field')}
          placeholder={t('home.field')}
          onChange={(event) => setText(event.target.value)}
          className="min-w-48 flex-1 bg-transparent text-sentence outline-none"
        />
        <span className="ms-auto flex flex-wrap items-center gap-2">
          <FolderChoice folders={folders} onChange={setFolders} />
          {agent ? (
            <Menu
              trigger={
                <Chip icon={UserRoundCog} strong opens>
                  <span className="sr-only">{t('home.agent')}</span>
                  {agent.name}
                  <span className="cut max-w-32 font-normal text-ink-3">
                    {model === 'demo' || model === 'demo/demo' ? t('home.demoShort') : model}
                  </span>
                </Chip>
              }
              groups={[agentItems, modelItems]}
            />
          ) : known === undefined ? null : (
            <Chip
              icon={UserRoundCog}
              onClick={() => {
                openAt('new', 'purpose');
                goTo({ screen: 'agents', agent: 'new' });
              }}
            >
              {t('home.noAgent')}
            </Chip>
          )}
          <IconButton
            type="submit"
            icon={ArrowUp}
            label={t('home.start')}
            keys="Enter"
            look={ready ? 'ink' : 'plain'}
            disabled={!ready}
          />
        </span>
      </div>
      {fault !== undefined && (
        <Note icon={CircleAlert} tone="void" role="alert">
          <b className="font-medium">{t('home.failed')}.</b> {fault}
        </Note>
      )}
      <WhatItMay
        name={accepting ? agent?.name : undefined}
        onClose={() => setAccepting(false)}
        onAllow={() => void start(true)}
      />
      {busy && (
        <span role="status" className="sr-only">
          {t('home.starting')}
        </span>
      )}
    </form>
  );
}
