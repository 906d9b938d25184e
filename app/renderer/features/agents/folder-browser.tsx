import { CircleAlert, CornerLeftUp, Folder } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { client, failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { Note } from '../../components/note.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { t } from '../../strings/translate.ts';

type Listing = Awaited<ReturnType<typeof client.folder.browse>>;

function nameOf(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}

function Rows({ listing, onOpen }: { listing: Listing; onOpen: (path: string) => void }): ReactNode {
  const { path, parent, folders, files } = listing;
  const row =
    'flex min-h-8 w-full items-center gap-2 border-line border-b px-3 text-start -outline-offset-2 hover:bg-hover';
  return (
    <>
      <ul aria-label={t('browse.list', { path })}>
        {parent !== undefined && (
          <li>
            <button type="button" className={`${row} text-ink-2`} onClick={() => onOpen(parent)}>
              <Icon of={CornerLeftUp} />
              {t('browse.up', { name: nameOf(parent) })}
            </button>
          </li>
        )}
        {folders.map((folder) => (
          <li key={folder.path}>
            <button type="button" className={row} onClick={() => onOpen(folder.path)}>
              <Icon of={Folder} className="text-ink-2" />
              <span className="cut" dir="auto">
                {folder.name}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="px-3 py-2 text-small text-ink-3">
        {folders.length === 0 && `${t('browse.empty')} `}
        {t('browse.files', { count: files })}
      </p>
    </>
  );
}

/** Chooses a folder where the system has no dialog for it: folder by folder, or by a typed path. */
export function FolderBrowser({
  open,
  onClose,
  onChoose,
}: {
  open: boolean;
  onClose: () => void;
  onChoose: (path: string) => void;
}): ReactNode {
  const [listing, setListing] = useState<Listing>();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const first = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const goTo = async (path: string | undefined) => {
    try {
      const found = await client.folder.browse(path === undefined ? {} : { path });
      setListing(found);
      setTyped(found.path);
      setFault(undefined);
      list.current?.scrollTo(0, 0);
    } catch (error) {
      setFault(failureWords(error));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it starts anew each time it is opened
  useEffect(() => {
    if (open) void goTo(listing?.path);
  }, [open]);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('browse.title')}
      width="l"
      focusRef={first}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button look="ink" disabled={!listing} onClick={() => listing && onChoose(listing.path)}>
            {t('browse.choose', { name: listing ? nameOf(listing.path) : '' })}
          </Button>
        </>
      }
    >
      <form
        className="mb-2 flex gap-2 p-1"
        onSubmit={(event) => {
          event.preventDefault();
          void goTo(typed);
        }}
      >
        <TextInput
          ref={first}
          bytes
          aria-label={t('browse.path')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="flex-1"
        />
        <Button type="submit">{t('browse.go')}</Button>
      </form>
      {fault !== undefined && (
        <div className="mb-2">
          <Note icon={CircleAlert} tone="void" role="alert">
            {fault}
          </Note>
        </div>
      )}
      <div ref={list} className="h-[min(20rem,45vh)] overflow-auto rounded-2 text-ink ring-line">
        {listing ? (
          <Rows listing={listing} onOpen={(path) => void goTo(path)} />
        ) : (
          <div className="p-3">{!fault && <Skeleton lines={[60, 80, 50]} />}</div>
        )}
      </div>
    </Dialog>
  );
}
