import { type ReactNode, useState } from 'react';
import type { Hash } from '#contract/ids';
import type { TextRef } from '#contract/text-ref';
import { useBlob } from '../../client/use-blob.ts';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { formatBytes } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';

function WholeText({
  blob,
  head,
  label,
  className,
}: {
  blob: Hash;
  head: string;
  label: string;
  className: string;
}): ReactNode {
  const kept = useBlob(blob);
  return (
    <>
      <CodeBlock
        text={kept.type === 'text' ? kept.text : head}
        label={label}
        bare
        padding={false}
        className={className}
      />
      {kept.type === 'fault' && <p className="px-3 pb-2 text-small text-ink-2">{t('call.notKept')}</p>}
    </>
  );
}

/** A text of the log as exact bytes: what the row holds, and the rest, from its blob, when asked for. */
export function TextView({
  of,
  label,
  className = 'max-h-64',
}: {
  of: TextRef;
  label: string;
  className?: string;
}): ReactNode {
  const [whole, setWhole] = useState(false);
  if ('text' in of) return <CodeBlock text={of.text} label={label} bare padding={false} className={className} />;
  if (whole) return <WholeText blob={of.blob} head={of.head} label={label} className="max-h-[60vh]" />;
  return (
    <>
      <CodeBlock text={of.head} label={label} bare padding={false} className={className} />
      <div className="px-3 pb-2">
        <Button size="s" onClick={() => setWhole(true)}>
          {t('call.showWhole', { size: formatBytes(of.bytes) })}
        </Button>
      </div>
    </>
  );
}
