import { FolderInput, FolderPlus } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { showToast } from '../../stores/toast-store.ts';
import { t } from '../../strings/translate.ts';
import { checkBundle } from '../bundle/bundle-store.ts';
import { goTo, parsePlace } from '../shell/place.ts';
import { openAt, useBuilderPlace } from './builder-store.ts';

function holdsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** The names that sealed bundles are saved under. */
const BUNDLE = /\.(?:warrant|bundle)$/i;

/** Takes dropped folders to the builder that is open, else to a new agent. They are proposed, read only. */
function propose(files: readonly File[]): void {
  const [only] = files;
  if (only && files.length === 1 && BUNDLE.test(only.name)) {
    goTo({ screen: 'agents', agent: undefined });
    void checkBundle(only);
    return;
  }
  const paths = files.flatMap((file) => window.warrant?.pathOf(file) ?? []);
  const place = parsePlace(location.hash);
  const open = place.screen === 'agents' ? place.agent : undefined;
  openAt(open ?? 'new', 'folders');
  useBuilderPlace.setState({ proposed: paths, browse: paths.length === 0 });
  if (open === undefined) goTo({ screen: 'agents', agent: 'new' });
  showToast(
    paths.length > 0
      ? { icon: FolderInput, title: t('folders.proposed') }
      : { icon: FolderInput, title: t('folders.dropBrowser'), detail: t('folders.dropBrowserDetail') },
  );
}

/** Once, over the whole window: a folder dropped anywhere is proposed, read only. Nothing dropped ever opens by itself. */
export function FolderDrop(): ReactNode {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const enter = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'link';
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      propose([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener('dragover', enter);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', enter);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  if (!over) return null;
  return (
    <div className="pointer-events-none fixed inset-2 z-50 grid place-items-center rounded-3 border-2 border-ink border-dashed bg-veil">
      <p className="menu-edge flex items-center gap-2 rounded-3 bg-raised px-4 py-3 font-medium">
        <Icon of={FolderPlus} />
        {t('folders.dropHere')}
      </p>
    </div>
  );
}
