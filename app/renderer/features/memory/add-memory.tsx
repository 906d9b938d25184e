import { CircleAlert } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { MemoryRow } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Note } from '../../components/note.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { t } from '../../strings/translate.ts';
import { oddIn } from './memory-words.ts';

/** A memory in the person's own words. */
export function AddMemory({
  agent,
  open,
  onClose,
  onAdded,
}: {
  agent: string;
  open: boolean;
  onClose: () => void;
  onAdded: (row: MemoryRow) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const odd = oddIn(text);
  const close = () => {
    setFault(undefined);
    onClose();
  };
  const add = async () => {
    setBusy(true);
    try {
      const row = await client.memory.add({ agent, text });
      setText('');
      close();
      onAdded(row);
    } catch (error) {
      setFault(failureWords(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('memory.addTitle', { agent })}
      focusRef={field}
      actions={
        <>
          <Button onClick={close}>{t('action.cancel')}</Button>
          <Button look="ink" busy={busy} disabled={text.trim() === ''} onClick={() => void add()}>
            {t('memory.add')}
          </Button>
        </>
      }
    >
      <Field label={t('memory.newText')} help={t('memory.newHelp')} error={fault}>
        {(ids) => (
          <TextArea
            {...ids}
            ref={field}
            rows={4}
            value={text}
            placeholder={t('memory.example')}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {odd.length > 0 && (
        <div className="mt-2">
          <Note icon={CircleAlert} tone="void" role="status">
            {t('memory.odd', { codes: odd.join(', ') })}
          </Note>
        </div>
      )}
    </Dialog>
  );
}
