import { Check, Download, FileInput, TriangleAlert } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { BundleReport } from '#contract/views';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Progress } from '../../components/progress.tsx';
import { saveFile } from '../../components/save-file.ts';
import { TextInput } from '../../components/text-input.tsx';
import { useOverview } from '../../stores/overview-store.ts';
import { formatBytes } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { goTo } from '../shell/place.ts';
import { BundleFigures } from './bundle-report.tsx';
import { checkBundle, closeBundle, type Noted, typeNoted, useBundle } from './bundle-store.ts';
import { verdictWords } from './bundle-words.ts';

/** The field that takes a bundle by choosing it; one may be dropped on the window too. */
function ChooseBundle(): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-3 border border-edge border-dashed px-4 py-2.5 text-ink-2">
      <Icon of={FileInput} />
      <span className="flex-1">{t('bundle.drop')}</span>
      <input
        ref={input}
        type="file"
        className="hidden"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void checkBundle(file);
          event.target.value = '';
        }}
      />
      <Button size="s" onClick={() => input.current?.click()}>
        {t('bundle.choose')}
      </Button>
    </div>
  );
}

const HEX = /^[0-9a-f]{64}$/;

interface Typed {
  noted: Noted;
  faults: { head: string | undefined; length: string | undefined };
  /** Something can be compared: all that is typed makes sense. */
  fits: boolean;
}

/** What is typed in the fields, as what was noted. */
function readFields({ head, length }: { head: string; length: string }): Typed {
  const hash = head.trim().toLowerCase();
  const count = Number(length);
  const faults = {
    head: hash !== '' && !HEX.test(hash) ? t('bundle.noHash') : undefined,
    length: length.trim() !== '' && !(Number.isSafeInteger(count) && count > 0) ? t('bundle.noLength') : undefined,
  };
  const noted = { ...(hash !== '' && { head: hash }), ...(length.trim() !== '' && { length: count }) };
  return { noted, faults, fits: faults.head === undefined && faults.length === undefined };
}

/** What was noted elsewhere, to be held against what is there: only so can a cut end be told. */
function CompareNoted({ file, compared }: { file: File; compared: Noted }): ReactNode {
  const fields = useBundle((state) => state.fields);
  const { noted, faults, fits } = readFields(fields);
  const nothing = Object.keys(noted).length === 0 && Object.keys(compared).length === 0;
  const type = (part: Partial<typeof fields>) => {
    typeNoted(part);
    // A verdict over what was noted does not stand beside an entry that is none.
    if (Object.keys(compared).length > 0 && !readFields({ ...fields, ...part }).fits) void checkBundle(file);
  };
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!nothing && fits) void checkBundle(file, noted);
      }}
    >
      <div className="min-w-56 flex-1">
        <Field label={t('bundle.notedHead')} error={faults.head}>
          {(ids) => (
            <TextInput
              {...ids}
              bytes
              value={fields.head}
              onChange={(event) => type({ head: event.target.value })}
              className="w-full"
            />
          )}
        </Field>
      </div>
      <div className="w-28">
        <Field label={t('bundle.notedLength')} error={faults.length}>
          {(ids) => (
            <TextInput
              {...ids}
              inputMode="numeric"
              value={fields.length}
              onChange={(event) => type({ length: event.target.value })}
              className="w-full"
            />
          )}
        </Field>
      </div>
      <Button type="submit" className="mt-5" disabled={nothing || !fits}>
        {t('bundle.compare')}
      </Button>
    </form>
  );
}

/** The entry that is named first, where the run that it is of is here too. */
function OpenEntry({ report }: { report: BundleReport }): ReactNode {
  const here = useOverview((state) => state.runs?.some(({ id }) => id === report.run));
  const entry = report.faults.find(({ kind, seq }) => kind === 'entry' && seq !== undefined)?.seq;
  const { run } = report;
  if (!here || run === undefined || entry === undefined) return null;
  return (
    <Button size="s" onClick={() => goTo({ screen: 'run', run, entry })}>
      {t('bundle.openEntry', { seq: entry })}
    </Button>
  );
}

function saveReport(name: string, report: BundleReport): void {
  saveFile(`${JSON.stringify(report, null, 2)}\n`, `${name}.report.json`, 'application/json');
}

/** A sealed bundle is checked here: what is whole, what was altered first, and what can't be told. */
export function BundleSection(): ReactNode {
  const check = useBundle((state) => state.check);
  if (check.state === 'none')
    return (
      <div className="px-4 py-3">
        <ChooseBundle />
      </div>
    );
  const { file } = check;
  const report = check.state === 'read' ? check.report : undefined;
  const good = report?.whole === true;
  return (
    <section
      className="grid max-h-[60%] gap-2.5 overflow-auto border-line border-t px-4 py-3"
      aria-label={t('bundle.title')}
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold">{t('bundle.title')}</h2>
        <span className="min-w-0 [overflow-wrap:anywhere]">{file.name}</span>
        <span className="text-small text-ink-3">{formatBytes(file.size)}</span>
        <span className="flex-1" />
        {report && (
          <Badge role="status" tone={good ? 'evid' : 'deny'} icon={good ? Check : TriangleAlert}>
            {verdictWords(report)}
          </Badge>
        )}
      </div>
      {check.state === 'reading' && (
        <Progress label={t('bundle.reading')} value={check.done} most={Math.max(1, file.size)} />
      )}
      {check.state === 'failed' && (
        <p role="alert" className="text-void-ink">
          {check.fault}
        </p>
      )}
      {report?.instead !== undefined && <p>{t('bundle.instead', { what: report.instead })}</p>}
      {report && report.instead === undefined && (
        <>
          {report.title !== undefined && (
            <p className="text-small text-ink-2">
              {t('bundle.of', { title: report.title, agent: report.agent ?? '' })}
            </p>
          )}
          <BundleFigures report={report} />
        </>
      )}
      {check.state !== 'failed' && report?.instead === undefined && (
        <CompareNoted file={file} compared={check.state === 'read' ? check.noted : {}} />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {report && (
          <Button size="s" look="quiet" icon={Download} onClick={() => saveReport(file.name, report)}>
            {t('bundle.saveReport')}
          </Button>
        )}
        {report && <OpenEntry report={report} />}
        <Button size="s" onClick={closeBundle}>
          {t(check.state === 'reading' ? 'action.stop' : 'action.close')}
        </Button>
        <span className="flex-1" />
        <span className="text-small text-ink-3">{t('bundle.readOnly')}</span>
      </div>
    </section>
  );
}
