/** A text with the characters that would break its line, or turn or hide what a terminal shows, spelled out. */
export function onOneLine(text: string): string {
  return text.replace(/\n/g, '\\n').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}
