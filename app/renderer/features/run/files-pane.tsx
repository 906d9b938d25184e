import { FileMinus, FilePen, FileText, Folder } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { RunState } from '#contract/projections/run-state';
import { EmptyState } from '../../components/empty-state.tsx';
import { ExactText } from '../../components/exact-text.tsx';
import { Hash } from '../../components/hash.tsx';
import { Icon } from '../../components/icon.tsx';
import { formatBytes, formatEntry, formatNumber } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { ChangeBytes } from '../approvals/change-set.tsx';
import { type FileRow, filesOf } from './access-summary.ts';
import { RailSection } from './rail-section.tsx';

function ChangedRow({ file }: { file: FileRow }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="grid w-full grid-cols-[1rem_minmax(0,1fr)_auto] items-start gap-x-2 rounded-2 py-1 text-note hover:bg-hover"
      >
        <Icon of={file.done === 'deleted' ? FileMinus : FilePen} size="s" className="mt-0.5 text-ink-3" />
        <code className="[overflow-wrap:anywhere]">
          <ExactText text={file.path} />
        </code>
        {file.after ? <Hash value={file.after} /> : <span className="text-small text-ink-2">{t('file.deleted')}</span>}
        <span className="col-start-2 -col-end-1 text-small text-ink-3">
          {t(file.before === undefined ? 'file.new' : file.done === 'deleted' ? 'file.deleted' : 'file.changed')}
          {file.bytes !== undefined && `, ${formatBytes(file.bytes)}`}, {t('files.atEntry', { seq: file.seq })}
        </span>
      </button>
      {open && (
        <div data-part="well" className="my-1 max-h-96 overflow-auto rounded-2 bg-sunk py-1 ring-line">
          <ChangeBytes
            change={{
              path: file.path,
              kind: 'file',
              bytes: file.bytes ?? 0,
              mode: 0,
              labels: [],
              ...(file.before === undefined ? {} : { before: file.before }),
              ...(file.after === undefined ? {} : { after: file.after }),
            }}
          />
        </div>
      )}
    </li>
  );
}

/** The Files tab: what the run wrote, with bytes and hash, and what it read. */
export function FilesPane({ state }: { state: RunState }): ReactNode {
  const files = useMemo(() => filesOf(state), [state]);
  const changed = files.filter((file) => file.done !== 'read');
  const read = files.filter((file) => file.done === 'read');
  if (files.length === 0) {
    return (
      <EmptyState icon={Folder} title={t('files.none')}>
        {t('files.noneDetail')}
      </EmptyState>
    );
  }
  return (
    <>
      {changed.length > 0 && (
        <RailSection title={t('files.written')} end={formatNumber(changed.length)}>
          <ul>
            {changed.map((file) => (
              <ChangedRow key={file.path} file={file} />
            ))}
          </ul>
        </RailSection>
      )}
      {read.length > 0 && (
        <RailSection title={t('files.read')} end={formatNumber(read.length)}>
          <ul>
            {read.map((file) => (
              <li key={file.path} className="flex items-start gap-2 py-0.5 text-note text-ink-2">
                <Icon of={FileText} size="s" className="mt-0.5 text-ink-3" />
                <code className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                  <ExactText text={file.path} />
                </code>
                <span className="font-mono text-cap text-ink-3">{formatEntry(file.seq)}</span>
              </li>
            ))}
          </ul>
        </RailSection>
      )}
    </>
  );
}
