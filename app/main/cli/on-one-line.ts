import { spelled, spellHidden } from '#contract/spell-hidden';

/** A text with the characters that would break its line, or turn or hide what a terminal shows, spelled out. */
export function onOneLine(text: string): string {
  return spellHidden(text.replace(/\n/g, '\\n')).replace(/[\t\r\u00AD\u061C\u200E\u200F]/g, spelled);
}
