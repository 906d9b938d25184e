import { type InputStanding, judgeExpression } from './judge-expression.ts';

/** Makes a number of what is none: letters, lengths of texts, truth, bits, chance, another base. */
const BUILT =
  /\b0[xob][\da-f_]|\b(?:ord|chr|hash|id|random|randint|randrange|urandom|uuid\d?|secrets|bytes|bytearray|fromhex|hex|oct|bin|charCodeAt|codePointAt|fromCharCode|parseInt|base64|atob|btoa|string|ascii|exec|eval|Function|struct|zlib|md5|sha\d+|now|time|getTime|True|False|true|false|__\w+|join|index|indexOf|find|count|replace|zfill|ljust|rjust|padStart|padEnd|repeat|fill)\b|[~^]|<<|>>|!!|\+\s*!|\+\s*\[|-\s*-|(?:\bint|\bfloat|\bNumber|\bDecimal|\bBigInt|\bsum|\bmap|\blist|\bset|\btuple)\s*\(\s*[fbr]?["'`]|["'`]\s*[*+]|[*+]\s*[fbr]?["'`]/i;
const LENGTH = /\blen\s*\(\s*([A-Za-z_]\w*)?|([A-Za-z_]\w*)?\s*\.\s*length\b/g;
const ASSIGNMENT = /^(?:const |let |var )?\s*([A-Za-z_]\w*)\s*=\s*([^=].*)$/;
const PRINT = /^(?:print|console\.log)\s*\((.*)\)$/;
const TEXT = /^[fbr]?(?:"[^"{]*"|'[^'{]*'|`[^`$]*`)$/;
const FORMATTED = /^(?:f"([^"]*)"|f'([^']*)'|`([^`]*)`)$/;
const HOLE = /\$?\{([^{}:]+)(?::[^{}]*)?\}/g;
const ROUNDED = /^(?:round|int|float|str|String|Number|Math\.round)\s*\((.*?)(?:,\s*\d)?\)$/;
const FIXED = /^\(?(.*?)\)?\.toFixed\(\d\)$/;
const LONGEST = 20_000;

/**
 * Whether what code prints rests on known inputs. Assignments and prints of plain arithmetic are judged as the
 * calculator's expressions are. Of other code, numbers that it builds from what is none are refused.
 *
 * @returns undefined where its numbers are left to be counted
 */
export function judgeCode(code: string, standing: (literal: string) => InputStanding): boolean | undefined {
  const expressions = printedBy(code);
  if (expressions) {
    const judged = expressions.map((expression) => judgeExpression(expression, standing));
    if (judged.length > 0 && judged.every((one) => one !== undefined)) return judged.every(Boolean);
  }
  return /\d/.test(code) && (BUILT.test(code) || measuresTexts(code)) ? false : undefined;
}

/** The expressions that a program of assignments and prints shows, its names replaced; undefined for another program. */
function printedBy(code: string): string[] | undefined {
  if (code.length > LONGEST) return undefined;
  const values = new Map<string, string>();
  const printed: string[] = [];
  let size = 0;
  const filled = (expression: string): string => {
    const whole = plain(expression).replace(/(?<![\w.])[A-Za-z_]\w*/g, (name) => {
      const value = values.get(name);
      return value === undefined ? name : `(${value})`;
    });
    size += whole.length;
    return whole;
  };
  for (const written of code.split(/[\n;]/)) {
    const line = written.replace(/^\s*(?:#|\/\/).*$|\s+(?:#|\/\/ )[^"'`]*$/, '').trim();
    if (line === '') continue;
    const shown = PRINT.exec(line)?.[1];
    const [, name, value] = ASSIGNMENT.exec(line) ?? [];
    if (shown !== undefined) {
      for (const part of partsOf(shown)) for (const expression of shownBy(part)) printed.push(filled(expression));
    } else if (name !== undefined && value !== undefined) values.set(name, filled(value));
    else return undefined;
    if (size > LONGEST * 10) return undefined;
  }
  return printed;
}

/** The arguments of a call, at the commas outside brackets and texts. */
function partsOf(shown: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let from = 0;
  for (let at = 0; at < shown.length; at++) {
    const character = shown.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if ('"\'`'.includes(character)) quote = character;
    else if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    else if (character === ',' && depth === 0) {
      parts.push(shown.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(shown.slice(from));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** What of one printed argument is computed; a text without digits is a label. */
function shownBy(part: string): string[] {
  if (TEXT.test(part)) return /\d/.test(part) ? ['?'] : [];
  const format = FORMATTED.exec(part);
  const inside = format?.[1] ?? format?.[2] ?? format?.[3];
  if (inside === undefined) return [part];
  const holes = [...inside.matchAll(HOLE)].map((match) => match[1] ?? '');
  return /\d/.test(inside.replace(HOLE, '')) ? ['?'] : holes;
}

/** An expression without the rounding around it, and digits without their dividers. */
function plain(expression: string): string {
  let inner = expression.trim();
  for (let rounds = 0; rounds < 3; rounds++) {
    const [, rounded] = ROUNDED.exec(inner) ?? FIXED.exec(inner) ?? [];
    if (rounded === undefined || !isBalanced(rounded)) break;
    inner = `(${rounded})`;
  }
  return inner.replace(/(\d)_(?=\d)/g, '$1');
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    else if (character === ')' && --depth < 0) return false;
  }
  return depth === 0;
}

/** Whether it takes the length of something but a list of numbers that it names. */
function measuresTexts(code: string): boolean {
  for (const [, python, script] of code.matchAll(LENGTH)) {
    const name = python ?? script;
    const list = name !== undefined && new RegExp(`\\b${name}\\s*=\\s*\\[\\s*-?[\\d.][^"'\`[]*\\]`).test(code);
    if (!list) return true;
  }
  return false;
}
