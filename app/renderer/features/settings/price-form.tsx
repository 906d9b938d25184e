import { CircleAlert, Coins } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Price } from '#contract/model';
import { client, failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Note } from '../../components/note.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { showToast } from '../../stores/toast-store.ts';
import { t } from '../../strings/translate.ts';

/** The amount a person typed, with a comma or a point; undefined for what is none. */
export function readAmount(text: string): number | undefined {
  const bare = text.trim().replace(',', '.');
  return /^\d+(\.\d+)?$|^\.\d+$/.test(bare) ? Number(bare) : undefined;
}

function AmountField({
  label,
  text,
  onChange,
}: {
  label: string;
  text: string;
  onChange: (text: string) => void;
}): ReactNode {
  const bad = text.trim() !== '' && readAmount(text) === undefined;
  return (
    <Field label={label} error={bad ? t('prices.bad') : undefined}>
      {(ids) => (
        <TextInput
          {...ids}
          dir="ltr"
          inputMode="decimal"
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** A person's own price of a model: of a given one, or of one that they name. */
export function PriceForm({
  price,
  onClose,
  onDone,
}: {
  price?: Price;
  onClose: () => void;
  onDone: () => void;
}): ReactNode {
  const [model, setModel] = useState(price?.model ?? '');
  const [input, setInput] = useState(price ? String(price.input) : '');
  const [output, setOutput] = useState(price ? String(price.output) : '');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [read, written] = [readAmount(input), readAmount(output)];
  const save = async (amounts: { input: number; output: number }): Promise<void> => {
    setBusy(true);
    try {
      const saved = await client.price.set({ model: model.trim(), ...amounts });
      showToast({ icon: Coins, title: t('prices.saved', { model: saved.model }), detail: t('prices.savedDetail') });
      onDone();
    } catch (error) {
      setFault(failureWords(error));
    } finally {
      setBusy(false);
    }
  };
  const ready = model.trim() !== '' && read !== undefined && written !== undefined && !busy;
  return (
    <form
      aria-label={price ? t('prices.change', { model: price.model }) : t('prices.set')}
      className="grid gap-3 border-line border-b bg-sunk px-3.5 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) void save({ input: read, output: written });
      }}
    >
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)] gap-3 compact:grid-cols-2">
        {!price && (
          <div className="compact:col-span-2">
            <Field label={t('prices.model')} help={t('prices.modelHelp')}>
              {(ids) => (
                <TextInput
                  {...ids}
                  bytes
                  value={model}
                  placeholder={t('prices.modelExample')}
                  onChange={(event) => setModel(event.target.value)}
                />
              )}
            </Field>
          </div>
        )}
        <AmountField label={t('prices.inputLabel')} text={input} onChange={setInput} />
        <AmountField label={t('prices.outputLabel')} text={output} onChange={setOutput} />
      </div>
      {fault !== undefined && (
        <Note icon={CircleAlert} tone="void" role="alert">
          {fault}
        </Note>
      )}
      <div className="flex justify-end gap-2">
        <Button size="s" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button size="s" look="ink" type="submit" disabled={!ready} busy={busy}>
          {t('prices.save')}
        </Button>
      </div>
    </form>
  );
}
