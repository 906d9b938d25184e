import { ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type Ref, useState } from 'react';
import type { RunState } from '#contract/projections/run-state';
import { client, failureWords } from '../../client/client.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { Note } from '../../components/note.tsx';
import { setDraft, useView } from '../../stores/view-store.ts';
import { t } from '../../strings/translate.ts';
import { FolderChips } from './folder-chips.tsx';

/** Writes to the agent: Enter sends, Shift Enter is a new line. What is sent during a step is read after it. */
export function Composer({ state, inputRef }: { state: RunState; inputRef: Ref<HTMLTextAreaElement> }): ReactNode {
  const id = state.run.id;
  const draft = useView((view) => view.drafts[id] ?? '');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const place = state.end ? t('composer.ended') : state.limit ? t('composer.empty') : t('composer.later');
  const send = () => {
    const text = draft.trim();
    if (text === '' || busy) return;
    setBusy(true);
    setFault(undefined);
    client.run
      .send({ run: id, text })
      .then(() => setDraft(id, ''))
      .catch((error: unknown) => setFault(`${t('composer.failed')}: ${failureWords(error)}`))
      .finally(() => setBusy(false));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div className="grid gap-1">
      {fault && (
        <Note icon={meaning.final} tone="void" role="alert">
          {fault}
        </Note>
      )}
      <div
        data-region
        data-part="field"
        tabIndex={-1}
        className="flex min-h-11 items-center gap-2 rounded-3 bg-raised py-2 ps-3 pe-2 shadow-[0_0_0_1px_var(--line-2)] has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-focus"
      >
        <div className="relative grid max-h-40 min-w-0 flex-1 overflow-auto text-read">
          {/* The hidden twin gives the field the height of its text. */}
          <span aria-hidden className="invisible col-start-1 row-start-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {`${draft || place} `}
          </span>
          <textarea
            ref={inputRef}
            rows={1}
            dir="auto"
            data-region-focus
            aria-label={t('composer.label')}
            placeholder={place}
            value={draft}
            onChange={(event) => setDraft(id, event.target.value)}
            onKeyDown={onKeyDown}
            className="col-start-1 row-start-1 h-full w-full resize-none overflow-hidden bg-transparent outline-none"
          />
        </div>
        <FolderChips state={state} />
        <IconButton
          icon={ArrowUp}
          label={t('action.send')}
          keys="Enter"
          look="ink"
          size="s"
          disabled={busy || draft.trim() === ''}
          onClick={send}
        />
      </div>
    </div>
  );
}
