import { Check, Download, FileInput, TriangleAlert } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { BundleReport } from '#contract/views';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Progress } from '../../components/progress.tsx';
import { saveFile } from '../../components/save-file.ts';
import { TextInput } from '../../components/text-input.tsx';
import { formatBytes } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { BundleFigures } from './bundle-report.tsx';
import { checkBundle, closeBundle, type Noted, useBundle } from './bundle-store.ts';
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

/** What was noted elsewhere, to be held against what is there: only so can a cut end be told. */
function CompareNoted({ file }: { file: File }): ReactNode {
  const [head, setHead] = useState('');
  const [length, setLength] = useState('');
  const hash = head.trim().toLowerCase();
  const count = Number(length);
  const fault = hash !== '' && !HEX.test(hash) ? t('bundle.noHash') : undefined;
  const bad = length.trim() !== '' && !(Number.isInteger(count) && count > 0) ? t('bundle.noLength') : undefined;
  const noted: Noted = {
    ...(hash !== '' && { head: hash }),
    ...(length.trim() !== '' && { length: count }),
  };
  const nothing = Object.keys(noted).length === 0;
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!nothing && fault === undefined && bad === undefined) void checkBundle(file, noted);
      }}
    >
      <div className="min-w-56 flex-1">
        <Field label={t('bundle.notedHead')} error={fault}>
          {(ids) => (
            <TextInput
              {...ids}
              bytes
              value={head}
              onChange={(event) => setHead(event.target.value)}
              className="w-full"
            />
          )}
        </Field>
      </div>
      <div className="w-28">
        <Field label={t('bundle.notedLength')} error={bad}>
          {(ids) => (
            <TextInput
              {...ids}
              inputMode="numeric"
              value={length}
              onChange={(event) => setLength(event.target.value)}
              className="w-full"
            />
          )}
        </Field>
      </div>
      <Button type="submit" className="mt-5" disabled={nothing}>
        {t('bundle.compare')}
      </Button>
    </form>
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
          <CompareNoted file={file} />
        </>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {report && (
          <Button size="s" look="quiet" icon={Download} onClick={() => saveReport(file.name, report)}>
            {t('bundle.saveReport')}
          </Button>
        )}
        <Button size="s" onClick={closeBundle}>
          {t(check.state === 'reading' ? 'action.stop' : 'action.close')}
        </Button>
        <span className="flex-1" />
        <span className="text-small text-ink-3">{t('bundle.readOnly')}</span>
      </div>
    </section>
  );
}
