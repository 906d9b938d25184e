import { FolderPlus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { FolderCheck, Problem } from '#contract/views';
import { Icon } from '../../components/icon.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { t } from '../../strings/translate.ts';
import { problemAt } from './builder-steps.ts';
import { useBuilderPlace } from './builder-store.ts';
import { type AgentDraft, withFolder } from './draft.ts';
import { FolderCard } from './folder-card.tsx';
import { usePickFolder } from './pick-folder.tsx';
import { useTools } from './use-tools.ts';

/** The folders of an agent, each with how it is read, written and trusted; more by dialog or drop. */
export function StepFolders({
  draft,
  problems,
  checks,
  onChange,
  onOpenTools,
}: {
  draft: AgentDraft;
  problems: readonly Problem[];
  checks: readonly (FolderCheck | undefined)[];
  onChange: (draft: AgentDraft) => void;
  onOpenTools: () => void;
}): ReactNode {
  const { tools } = useTools();
  const { pick, dialog } = usePickFolder((path) => onChange(withFolder(draft, path)));
  const browse = useBuilderPlace((state) => state.browse);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each drop
  useEffect(() => {
    if (!browse) return;
    useBuilderPlace.setState({ browse: false });
    pick();
  }, [browse]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'o' || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      pick();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  });
  return (
    <>
      {draft.folders.map((folder, index) => (
        <FolderCard
          key={folder.path}
          folder={folder}
          check={checks[index]}
          uses={draft.tools}
          tools={tools ?? []}
          error={problemAt(problems, `/folders/${index}`)}
          onChange={(next) =>
            onChange({ ...draft, folders: draft.folders.map((one, at) => (at === index ? next : one)) })
          }
          onRemove={() => onChange({ ...draft, folders: draft.folders.filter((_, at) => at !== index) })}
          onOpenTools={onOpenTools}
        />
      ))}
      <button
        type="button"
        onClick={pick}
        className="flex min-h-10.5 items-center gap-2 rounded-3 border border-edge border-dashed px-4 text-start text-ink-2 hover:bg-hover hover:text-ink"
      >
        <Icon of={FolderPlus} />
        <span className="flex-1">{t('folders.add')}</span>
        <Kbd keys="Mod+O" />
      </button>
      {dialog}
    </>
  );
}
