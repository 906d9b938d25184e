import { type ReactNode, useEffect, useState } from 'react';
import { client, failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { t } from '../../strings/translate.ts';
import { SettingRow } from './section.tsx';

const SETTING = 'memory.embeddings';

/** The model that memories are found by meaning with; none where the field is empty. */
export function MeaningRow(): ReactNode {
  const [kept, setKept] = useState<string>();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    let gone = false;
    client.setting.list().then(
      (settings) => {
        const value = new Map(Object.entries(settings)).get(SETTING);
        if (gone) return;
        setKept(typeof value === 'string' ? value : '');
        setText(typeof value === 'string' ? value : '');
      },
      (error: unknown) => gone || setFault(failureWords(error)),
    );
    return () => {
      gone = true;
    };
  }, []);
  const save = async () => {
    try {
      await client.setting.set({ key: SETTING, value: text.trim() });
      setKept(text.trim());
      setFault(undefined);
    } catch (error) {
      setFault(failureWords(error));
    }
  };
  return (
    <SettingRow label={t('settings.meaning')} help={t('settings.meaningHelp')}>
      <form
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextInput
          bytes
          value={text}
          disabled={kept === undefined}
          aria-label={t('settings.meaning')}
          aria-invalid={fault === undefined ? undefined : true}
          placeholder="ollama/nomic-embed-text"
          onChange={(event) => setText(event.target.value)}
          className="w-60 max-w-full"
        />
        <Button type="submit" size="s" disabled={kept === undefined || text.trim() === kept}>
          {t('action.save')}
        </Button>
      </form>
      {fault !== undefined && (
        <p role="alert" className="pt-1 text-small text-void-ink">
          {fault}
        </p>
      )}
    </SettingRow>
  );
}
