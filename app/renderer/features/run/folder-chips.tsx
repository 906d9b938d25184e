import { Folder } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RunState } from '#contract/projections/run-state';
import { Icon } from '../../components/icon.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { setView } from '../../stores/view-store.ts';
import { t } from '../../strings/translate.ts';

/** The folder the run works in, always in sight beside the composer; a press opens the Access tab. */
export function FolderChips({ state }: { state: RunState }): ReactNode {
  const [first, ...others] = state.run.agent.folders;
  if (!first) return null;
  const name = others.length === 0 ? first.name : t('status.moreFolders', { first: first.name, count: others.length });
  return (
    <Tooltip label={first.path} side="top">
      <button
        type="button"
        data-part="chip"
        onClick={() => setView({ railTab: 'access', railOpen: true, railOver: true })}
        className="inline-flex h-6 max-w-48 shrink-0 items-center gap-1.5 rounded-2 px-2 text-small text-ink-2 ring-line-2 hover:bg-hover"
      >
        <Icon of={Folder} size="s" />
        <bdi className="cut">{name}</bdi>
      </button>
    </Tooltip>
  );
}
