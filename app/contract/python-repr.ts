import type { Json } from './ids.ts';

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let out = quote;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (character === '\\' || character === quote) out += `\\${character}`;
    else if (character === '\n') out += '\\n';
    else if (character === '\r') out += '\\r';
    else if (character === '\t') out += '\\t';
    else if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0xad) out += `\\x${hex(code, 2)}`;
    else if (/[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(character))
      out += code > 0xffff ? `\\U${hex(code, 8)}` : code > 0xff ? `\\u${hex(code, 4)}` : `\\x${hex(code, 2)}`;
    else out += character;
  }
  return out + quote;
}

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

function number(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e16) return Object.is(value, -0) ? '-0.0' : String(value);
  const text = String(value);
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}

/** A JSON value as Python writes it with `repr`: for the line `tool_call: NAME called with args={…}` (row A21.5). */
export function pythonRepr(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return number(value);
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(pythonRepr).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${quoted(key)}: ${pythonRepr(item)}`)
    .join(', ')}}`;
}
