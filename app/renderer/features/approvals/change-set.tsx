import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { FileChange } from '#contract/file-change';
import { useBlob } from '../../client/use-blob.ts';
import { classNames } from '../../components/class-names.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { DiffView } from '../../components/diff-view.tsx';
import { ExactText } from '../../components/exact-text.tsx';
import { Hash } from '../../components/hash.tsx';
import { Icon } from '../../components/icon.tsx';
import { lineDiff } from '../../components/line-diff.ts';
import { Skeleton } from '../../components/skeleton.tsx';
import { formatBytes } from '../../strings/format.ts';
import { type PlainKey, t } from '../../strings/translate.ts';

function kindOf(change: FileChange): PlainKey {
  if (change.kind === 'folder') return 'file.folder';
  if (change.after === undefined) return 'file.deleted';
  return change.before === undefined ? 'file.new' : 'file.changed';
}

/** What one change does to the bytes of its file, as a difference by lines. */
export function ChangeBytes({ change }: { change: FileChange }): ReactNode {
  const before = useBlob(change.before);
  const after = useBlob(change.after);
  const lines = useMemo(
    () => (before.type === 'text' && after.type === 'text' ? lineDiff(before.text, after.text) : []),
    [before, after],
  );
  if (before.type === 'fault') return <p className="px-3 py-2 text-small text-ink-2">{before.message}</p>;
  if (after.type === 'fault') return <p className="px-3 py-2 text-small text-ink-2">{after.message}</p>;
  if (before.type === 'loading' || after.type === 'loading') {
    return (
      <div className="p-3">
        <Skeleton />
      </div>
    );
  }
  if (`${before.text}${after.text}`.includes('\u0000')) {
    return <p className="px-3 py-2 text-small text-ink-2">{t('file.binary', { size: formatBytes(change.bytes) })}</p>;
  }
  if (change.before === undefined) {
    return <CodeBlock text={after.text} label={t('file.show', { path: change.path })} wrap bare className="py-1!" />;
  }
  return <DiffView lines={lines} label={t('file.show', { path: change.path })} />;
}

/**
 * Files that a call leaves, each with its bytes: what a person allows is these bytes. `onSeen` tells how many files were
 * opened once; the first is open from the start.
 */
export function ChangeSet({
  changes,
  onSeen,
}: {
  changes: readonly FileChange[];
  onSeen?: (count: number) => void;
}): ReactNode {
  const [openPath, setOpenPath] = useState(changes[0]?.path);
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set(changes.slice(0, 1).map((one) => one.path)));
  useEffect(() => {
    onSeen?.(seen.size);
  }, [seen, onSeen]);
  return (
    <ul data-part="well" className="max-h-[38vh] overflow-auto rounded-2 bg-sunk ring-line">
      {changes.map((change) => {
        const open = change.path === openPath;
        return (
          <li key={change.path} className="border-line border-b last:border-0">
            <button
              type="button"
              aria-expanded={open}
              onClick={() => {
                setOpenPath(open ? undefined : change.path);
                setSeen((old) => new Set(old).add(change.path));
              }}
              className="flex min-h-7 w-full items-center gap-2 ps-2 pe-3 text-small hover:bg-hover focus-visible:-outline-offset-2"
            >
              <Icon of={open ? ChevronDown : ChevronRight} size="s" forward={!open} className="text-ink-3" />
              <code className={classNames('min-w-0 flex-1 [overflow-wrap:anywhere]', open && 'font-medium')}>
                <ExactText text={change.path} />
              </code>
              <span className="text-ink-2">{t(kindOf(change))}</span>
              {change.kind === 'file' && <span className="text-ink-3">{formatBytes(change.bytes)}</span>}
              {change.after && <Hash value={change.after} />}
            </button>
            {open && change.kind === 'file' && (
              <div className="border-line border-t py-1">
                <ChangeBytes change={change} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
