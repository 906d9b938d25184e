import type { ReactNode } from 'react';
import type { RunState } from '#contract/projections/run-state';
import { FolderChip } from '../../components/folder-chip.tsx';
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
      <FolderChip path={name} onClick={() => setView({ railTab: 'access', railOpen: true, railOver: true })} />
    </Tooltip>
  );
}
