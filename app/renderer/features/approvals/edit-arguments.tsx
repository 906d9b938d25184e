import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { t } from '../../strings/translate.ts';
import type { CheckedInput } from './check-input.ts';

/** The arguments as JSON, checked as typed; a fault stands under it and disarms Allow. */
export function EditArguments({
  value,
  checked,
  onChange,
  onReset,
  rows = 8,
}: {
  value: string;
  checked: CheckedInput | undefined;
  onChange: (value: string) => void;
  onReset: () => void;
  rows?: number;
}): ReactNode {
  const bad = checked !== undefined && !checked.ok;
  return (
    <div className="grid gap-1">
      <TextArea
        bytes
        rows={rows}
        autoFocus
        aria-label={t('approval.editor')}
        aria-invalid={bad || undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="flex items-center gap-2 text-small" role={bad ? 'alert' : undefined}>
        <span className={bad ? 'text-void-ink' : 'text-ink-3'}>{bad ? checked.message : t('approval.fits')}</span>
        <Button look="quiet" size="s" className="ms-auto" onClick={onReset}>
          {t('approval.resetEdit')}
        </Button>
      </p>
    </div>
  );
}
