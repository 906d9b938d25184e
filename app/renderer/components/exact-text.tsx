import type { ReactNode } from 'react';
import { t } from '../strings/translate.ts';
import { spellOut } from './spell-out.ts';

/**
 * Exact bytes, odd characters spelled out in place (`U+202E`, `40 spaces`). Never rendered as markup. `padding` off:
 * runs of spaces and empty lines stay as they are, for output that nobody decides on.
 */
export function ExactText({ text, padding = true }: { text: string; padding?: boolean }): ReactNode {
  return spellOut(text, padding).map((span, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the spans of one text never change places
    if (span.type === 'text') return <span key={index}>{span.text}</span>;
    const words =
      span.type === 'spaces'
        ? t('bytes.spaces', { count: span.count })
        : span.type === 'blank-lines'
          ? t('bytes.lineBreaks', { count: span.count })
          : span.code;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the spans of one text never change places
      <b key={index} data-odd className="rounded-1 bg-void-wash px-0.5 font-semibold text-void-ink">
        {span.type === 'blank-lines' ? `\n${words}\n` : words}
      </b>
    );
  });
}
