import { CircleAlert, CircleCheck, Cpu, FileBraces } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatList } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { StatusItem } from '../shell/status-bar.tsx';
import { STEPS, stepNames } from './builder-steps.ts';
import type { Builder } from './use-builder.ts';

/** The file of an agent of this name, as the person sees it before it is written. */
export function fileNameOf(name: string): string {
  return `${name || t('builder.unnamedFile')}.agent.json`;
}

/** The status bar of the builder: the file and its changed lines, the model, the steps with errors. */
export function BuilderStatus({ builder }: { builder: Builder }): ReactNode {
  const { draft, marks, changed, revision, problems } = builder;
  const steps = STEPS.filter((step) => marks[step].type === 'wrong').map((step) => t(stepNames[step]));
  return (
    <>
      <StatusItem
        icon={FileBraces}
        quiet={revision === 0 ? t('builder.newFile') : changed > 0 && t('builder.linesChanged', { count: changed })}
      >
        {fileNameOf(draft.name)}
      </StatusItem>
      <span className="flex-1" />
      <StatusItem icon={Cpu} wide>
        {draft.model}
      </StatusItem>
      {steps.length > 0 ? (
        <StatusItem icon={CircleAlert}>
          {t('builder.errorsAt', { count: Math.max(problems.length, 1), steps: formatList(steps) })}
        </StatusItem>
      ) : (
        <StatusItem icon={CircleCheck}>{t('builder.noErrors')}</StatusItem>
      )}
    </>
  );
}
