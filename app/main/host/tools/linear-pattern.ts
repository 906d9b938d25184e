import { RE2JS } from 're2js';

/** Characters of one pattern, and steps of its program: `a{1000}` has a thousand. */
const MOST_CHARACTERS = 4_000;
const MOST_STEPS = 5_000;
/** What the engine can repeat. */
const MOST_REPEATS = 1_000;

/** A pattern that is matched in time linear in the text. `steps` by the length of a text is what a match costs at most. */
export interface LinearPattern {
  steps: number;
  test(text: string): boolean;
}

/** Why a pattern can't be used, in words that follow "the pattern …". */
export class PatternRefused extends Error {}

/** `\s` of JavaScript, and all else, as the inside of a class; the engine's own knows ASCII alone. */
const SPACE = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const NO_SPACE =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}' +
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';
const ANY = '\\x{0}-\\x{10ffff}';

const CONTROLS: { [letter: string]: number } = { t: 9, n: 10, v: 11, f: 12, r: 13, '0': 0 };

/** Long names of Unicode's general categories, as JavaScript takes them, with the short ones that the engine takes. */
const CATEGORIES: { [name: string]: string } = {
  Letter: 'L',
  Cased_Letter: 'LC',
  Uppercase_Letter: 'Lu',
  Lowercase_Letter: 'Ll',
  Titlecase_Letter: 'Lt',
  Modifier_Letter: 'Lm',
  Other_Letter: 'Lo',
  Mark: 'M',
  Combining_Mark: 'M',
  Nonspacing_Mark: 'Mn',
  Spacing_Mark: 'Mc',
  Enclosing_Mark: 'Me',
  Number: 'N',
  Decimal_Number: 'Nd',
  digit: 'Nd',
  Letter_Number: 'Nl',
  Other_Number: 'No',
  Punctuation: 'P',
  punct: 'P',
  Connector_Punctuation: 'Pc',
  Dash_Punctuation: 'Pd',
  Open_Punctuation: 'Ps',
  Close_Punctuation: 'Pe',
  Initial_Punctuation: 'Pi',
  Final_Punctuation: 'Pf',
  Other_Punctuation: 'Po',
  Symbol: 'S',
  Math_Symbol: 'Sm',
  Currency_Symbol: 'Sc',
  Modifier_Symbol: 'Sk',
  Other_Symbol: 'So',
  Separator: 'Z',
  Space_Separator: 'Zs',
  Line_Separator: 'Zl',
  Paragraph_Separator: 'Zp',
  Other: 'C',
  Control: 'Cc',
  cntrl: 'Cc',
  Format: 'Cf',
  Surrogate: 'Cs',
  Private_Use: 'Co',
  Unassigned: 'Cn',
};

/**
 * Compiles a pattern of a JSON Schema: an ECMAScript regular expression with the flag `u`, unanchored, that means what
 * it means there, but never backtracks, so that no pattern and no text can keep the check busy (row A1.30).
 * @throws PatternRefused for what is no such expression, for look-around and back-references, which no linear engine
 *   knows, and for a pattern that is too large
 */
export function compileLinearPattern(pattern: string): LinearPattern {
  if (pattern.length > MOST_CHARACTERS) throw new PatternRefused(`is longer than ${MOST_CHARACTERS} characters`);
  checkSyntax(pattern);
  const engine = compile(new Translation(pattern).whole());
  const steps = engine.programSize();
  if (steps > MOST_STEPS) throw new PatternRefused(`takes more than ${MOST_STEPS} steps, its repeats written out`);
  return { steps, test: (text) => engine.test(text) };
}

/** Reading an expression does not match anything with it; from here on it is known to be well-formed. */
function checkSyntax(pattern: string): void {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    if (error instanceof SyntaxError) throw new PatternRefused(`is no regular expression (${error.message})`);
    throw error;
  }
}

function compile(translated: string): RE2JS {
  try {
    return RE2JS.compile(translated);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
    if (/repeat/.test(why)) throw new PatternRefused(`repeats a part more than ${MOST_REPEATS} times`);
    throw new PatternRefused(`can’t be matched in bounded time (${why})`);
  }
}

const codePoint = (code: number): string => `\\x{${code.toString(16)}}`;

/** One element of a class or a single escape: one character, or the inside of a class. */
type Element = { code: number } | { inside: string };

/** A well-formed ECMAScript expression in the engine's language. Groups capture nothing: only whether it matches counts. */
class Translation {
  readonly #source: string[];
  #at = 0;

  constructor(pattern: string) {
    this.#source = Array.from(pattern);
  }

  whole(): string {
    let result = '';
    while (this.#at < this.#source.length) result += this.#next();
    return result;
  }

  #take(): string {
    return this.#source[this.#at++] ?? '';
  }

  #follows(text: string): boolean {
    return this.#source.slice(this.#at, this.#at + text.length).join('') === text;
  }

  #takeUntil(end: string): string {
    const from = this.#at;
    while (this.#at < this.#source.length && this.#source[this.#at] !== end) this.#at += 1;
    const taken = this.#source.slice(from, this.#at).join('');
    this.#at += 1;
    return taken;
  }

  #next(): string {
    const char = this.#take();
    switch (char) {
      case '\\':
        return this.#escape();
      case '[':
        return this.#class();
      case '(':
        return this.#group();
      case '.':
        return '[^\\n\\r\\x{2028}\\x{2029}]';
      case '{':
        return `{${this.#takeUntil('}')}}`;
      case '^':
      case '$':
      case '*':
      case '+':
      case '?':
      case '|':
      case ')':
        return char;
      default:
        return codePoint(char.codePointAt(0) ?? 0);
    }
  }

  #group(): string {
    if (!this.#follows('?')) return '(?:';
    if (this.#follows('?=') || this.#follows('?!'))
      throw new PatternRefused('has a look-ahead, which is not supported');
    if (this.#follows('?<=') || this.#follows('?<!'))
      throw new PatternRefused('has a look-behind, which is not supported');
    if (this.#follows('?<')) {
      this.#takeUntil('>');
      return '(?:';
    }
    if (!this.#follows('?:')) throw new PatternRefused('sets flags inside, which is not supported');
    this.#at += 2;
    return '(?:';
  }

  #escape(): string {
    const next = this.#source[this.#at] ?? '';
    if (next === 'b' || next === 'B') return `\\${this.#take()}`;
    if (/[1-9k]/.test(next)) throw new PatternRefused('has a back-reference, which is not supported');
    const element = this.#escaped();
    return 'code' in element ? codePoint(element.code) : `[${element.inside}]`;
  }

  /** What stands after a backslash, inside and outside of a class. */
  #escaped(): Element {
    const char = this.#take();
    const control = CONTROLS[char];
    if (control !== undefined) return { code: control };
    switch (char) {
      case 'd':
      case 'D':
      case 'w':
      case 'W':
        return { inside: `\\${char}` };
      case 's':
        return { inside: SPACE };
      case 'S':
        return { inside: NO_SPACE };
      case 'p':
      case 'P':
        return this.#property(char);
      case 'c':
        return { code: (this.#take().codePointAt(0) ?? 0) % 32 };
      case 'x':
        return { code: Number.parseInt(this.#take() + this.#take(), 16) };
      case 'u':
        return { code: this.#unicode() };
      default:
        return { code: char.codePointAt(0) ?? 0 };
    }
  }

  #unicode(): number {
    if (this.#follows('{')) {
      this.#at += 1;
      return Number.parseInt(this.#takeUntil('}'), 16);
    }
    const high = this.#unit();
    const low = /^\\u([\da-f]{4})/i.exec(this.#source.slice(this.#at, this.#at + 6).join(''))?.[1];
    const pair = String.fromCharCode(high, Number.parseInt(low ?? '0', 16)).codePointAt(0) ?? high;
    if (pair > 0xffff) this.#at += 6;
    return pair > 0xffff ? pair : high;
  }

  #unit(): number {
    this.#at += 4;
    return Number.parseInt(this.#source.slice(this.#at - 4, this.#at).join(''), 16);
  }

  #property(sign: 'p' | 'P'): Element {
    this.#at += 1;
    const written = this.#takeUntil('}');
    const name = written.replace(/^(?:General_Category|gc|Script|sc)=/, '');
    const known = CATEGORIES[name] ?? name;
    try {
      RE2JS.compile(`\\p{${known}}`);
    } catch {
      throw new PatternRefused(`uses the Unicode property ${JSON.stringify(written)}, which is not supported`);
    }
    return { inside: `\\${sign}{${known}}` };
  }

  #class(): string {
    const negated = this.#follows('^');
    if (negated) this.#at += 1;
    let inside = '';
    while (!this.#follows(']')) {
      const element = this.#classElement();
      inside += 'code' in element ? codePoint(element.code) : element.inside;
      if (!('code' in element) || !this.#follows('-') || this.#source[this.#at + 1] === ']') continue;
      this.#at += 1;
      const end = this.#classElement();
      if ('code' in end) inside += `-${codePoint(end.code)}`;
    }
    this.#at += 1;
    if (inside === '') return negated ? `[${ANY}]` : `[^${ANY}]`;
    return `[${negated ? '^' : ''}${inside}]`;
  }

  #classElement(): Element {
    const char = this.#take();
    if (char !== '\\') return { code: char.codePointAt(0) ?? 0 };
    if (!this.#follows('b')) return this.#escaped();
    this.#at += 1;
    return { code: 8 };
  }
}
