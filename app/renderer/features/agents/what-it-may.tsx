import { CircleAlert, Play } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { client, failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Note } from '../../components/note.tsx';
import { PermissionSheet } from '../../components/permission-sheet.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { t } from '../../strings/translate.ts';
import { goTo } from '../shell/place.ts';
import { openAt } from './builder-store.ts';
import { Imprint } from './imprint.tsx';
import { sheetLines } from './sheet-lines.tsx';

type Shown = Awaited<ReturnType<typeof client.agent.show>>;

/**
 * The page “This agent may” of a saved agent. Where a run of it is to be accepted first, `onAllow` adds the answer that
 * takes its reach as the person's own.
 */
export function WhatItMay({
  name,
  onClose,
  onAllow,
}: {
  name: string | undefined;
  onClose: () => void;
  onAllow?: (() => void) | undefined;
}): ReactNode {
  const [shown, setShown] = useState<Shown>();
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    setShown(undefined);
    setFault(undefined);
    if (name === undefined) return;
    let gone = false;
    client.agent.show({ name }).then(
      (found) => gone || setShown(found),
      (error: unknown) => gone || setFault(failureWords(error)),
    );
    return () => {
      gone = true;
    };
  }, [name]);
  return (
    <Dialog
      open={name !== undefined}
      onClose={onClose}
      title={t(onAllow ? 'agents.acceptTitle' : 'agents.sheetTitle', { name: name ?? '' })}
      width="l"
      actions={
        <>
          {name !== undefined && (
            <span className="me-auto">
              <Button
                look="quiet"
                onClick={() => {
                  onClose();
                  openAt(name);
                  goTo({ screen: 'agents', agent: name });
                }}
              >
                {t('agents.openBuilder')}
              </Button>
            </span>
          )}
          <Button onClick={onClose}>{t(onAllow ? 'action.cancel' : 'action.close')}</Button>
          {onAllow && (
            <Button look="seal" icon={Play} disabled={!shown} onClick={onAllow}>
              {t('agents.allowRun')}
            </Button>
          )}
        </>
      }
    >
      {fault !== undefined && (
        <Note icon={CircleAlert} tone="void" role="alert">
          {fault}
        </Note>
      )}
      {!shown && fault === undefined && <Skeleton lines={[50, 100, 80, 60]} />}
      {shown && (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={t('sheet.title')}
          className="max-h-[60vh] overflow-auto bg-desk p-4 text-ink"
        >
          <PermissionSheet
            name={shown.agent.name}
            caption={t('builder.sheetRevision', { revision: shown.agent.revision })}
            lines={sheetLines(shown.sheet, undefined)}
            mark={<Imprint revision={shown.agent.revision} draft={!shown.agent.accepted} />}
          />
        </section>
      )}
    </Dialog>
  );
}
