import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '../strings/translate.ts';
import { IconButton } from './icon-button.tsx';

/** A hash to be compared or noted: the whole of it, with a button that copies it. */
export function FullHash({ value, label }: { value: string; label: string }): ReactNode {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(value);
    setCopied(true);
  };
  return (
    <span className="inline-flex min-w-0 items-start gap-1">
      <code className="text-bytes [overflow-wrap:anywhere]">{value}</code>
      <IconButton
        icon={copied ? Check : Copy}
        size="s"
        label={copied ? t('copied') : label}
        className="-my-0.5"
        onClick={() => void copy()}
        onBlur={() => setCopied(false)}
      />
    </span>
  );
}
