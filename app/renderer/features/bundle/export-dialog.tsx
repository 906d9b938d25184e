import { CircleAlert } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { RunId } from '#contract/ids';
import type { BundleReport } from '#contract/views';
import { failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FullHash } from '../../components/full-hash.tsx';
import { Note } from '../../components/note.tsx';
import { t } from '../../strings/translate.ts';
import { listWords } from './bundle-words.ts';
import { exportBundle } from './export-bundle.ts';

/** So many faults are said in the dialog; the file's own check says them all. */
const SHOWN = 5;

function Damage({ report }: { report: BundleReport }): ReactNode {
  const left = report.leftOut ?? [];
  if (report.faults.length === 0 && left.length === 0) return null;
  return (
    <Note icon={CircleAlert} tone="void" role="alert">
      {report.faults.length > 0 && (
        <>
          <p className="font-medium text-void-ink">{t('bundle.damaged')}</p>
          <ul className="list-disc ps-4 text-void-ink">
            {report.faults.slice(0, SHOWN).map((fault) => (
              <li key={`${fault.line}:${fault.kind}:${fault.reason}`} className="[overflow-wrap:anywhere]">
                {listWords(fault)}
              </li>
            ))}
            {report.faults.length > SHOWN && <li>{t('bundle.moreFaults', { count: report.faults.length - SHOWN })}</li>}
          </ul>
        </>
      )}
      {left.length > 0 && (
        <>
          <p className="font-medium text-void-ink">{t('bundle.without')}</p>
          <ul className="list-disc ps-4 text-void-ink">
            {left.slice(0, SHOWN).map((words) => (
              <li key={words} className="[overflow-wrap:anywhere]">
                {words}
              </li>
            ))}
            {left.length > SHOWN && <li>{t('bundle.moreFaults', { count: left.length - SHOWN })}</li>}
          </ul>
        </>
      )}
    </Note>
  );
}

function Saved({ name, report }: { name: string; report: BundleReport }): ReactNode {
  const { length, head, seal } = report;
  const term = 'text-ink-3';
  return (
    <div className="grid gap-3">
      <Damage report={report} />
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
        <dt className={term}>{t('bundle.file')}</dt>
        <dd className="[overflow-wrap:anywhere]">{name}</dd>
        <dt className={term}>{t('bundle.length')}</dt>
        <dd>{t('bundle.entries', { count: length ?? report.entries })}</dd>
        <dt className={term}>{t('bundle.head')}</dt>
        <dd>{head !== undefined && <FullHash value={head} label={t('bundle.copy', { what: t('bundle.head') })} />}</dd>
        <dt className={term}>{t('bundle.seal')}</dt>
        <dd>{seal !== undefined && <FullHash value={seal} label={t('bundle.copy', { what: t('bundle.seal') })} />}</dd>
      </dl>
      <p className="text-small">{t('bundle.noteElsewhere')}</p>
    </div>
  );
}

/** Seals a run in one file: what goes in first, then the file, its length, head and seal, and what of the run was damaged. */
export function ExportDialog({
  run,
  name,
  onClose,
}: {
  run: RunId;
  /** Of the file. */
  name: string;
  onClose: () => void;
}): ReactNode {
  const [options, setOptions] = useState({ sign: false, files: false });
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [report, setReport] = useState<BundleReport>();
  const button = useRef<HTMLButtonElement>(null);
  const save = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      setReport(await exportBundle(run, name, options));
    } catch (error) {
      setFault(failureWords(error));
    } finally {
      setBusy(false);
    }
  };
  const whole = report?.whole === true && (report.leftOut ?? []).length === 0;
  if (report)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t(whole ? 'bundle.savedTitle' : 'bundle.damagedTitle')}
        focusRef={button}
        width="l"
        actions={
          <Button ref={button} onClick={onClose}>
            {t('action.close')}
          </Button>
        }
      >
        <Saved name={name} report={report} />
      </Dialog>
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('bundle.exportTitle')}
      focusRef={button}
      width="l"
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button ref={button} look="ink" busy={busy} onClick={() => void save()}>
            {t('bundle.save')}
          </Button>
        </>
      }
    >
      <div className="grid gap-2">
        <p>{t('bundle.exportLead')}</p>
        <Checkbox checked={options.sign} disabled={busy} onChange={(sign) => setOptions({ ...options, sign })}>
          {t('bundle.sign')}
        </Checkbox>
        <Checkbox checked={options.files} disabled={busy} onChange={(files) => setOptions({ ...options, files })}>
          {t('bundle.withFiles')}
        </Checkbox>
        {busy && (
          <p role="status" className="text-small text-ink-3">
            {t('bundle.sealing')}
          </p>
        )}
        {fault !== undefined && (
          <Note icon={CircleAlert} tone="void" role="alert">
            {fault}
          </Note>
        )}
      </div>
    </Dialog>
  );
}
