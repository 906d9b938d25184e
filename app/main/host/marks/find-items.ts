import type { MarkedItem } from '#contract/mark';
import { Areas, areasOf } from './answer-areas.ts';
import { findNames, type Names } from './find-names.ts';
import { findQuotations } from './find-quotations.ts';
import { findUrls } from './find-urls.ts';
import { plainDigits } from './read-numbers.ts';
import { type Figure, scanFigures } from './scan-figures.ts';
import { isCurrency } from './units.ts';

/** One checkable part of an answer: where it stands, and what of it is compared. */
export type Item = { start: number; end: number; text: string; item: MarkedItem } & (
  | { of: 'figure'; figure: Figure }
  | { of: 'name'; name: string }
  | { of: 'url' }
  | { of: 'quotation'; quote: string }
);

/** Numbers after these words name a part of the text. */
const LABELS = new Set(
  'step section chapter figure fig table page item option part phase question point line row column version appendix note example level stage round task no nr number see release article windows schritt abschnitt kapitel tabelle seite étape section page tableau paso sección página tabla passo seção'.split(
    ' ',
  ),
);
/** What an answer itself has, so that a small number of them is its structure. */
const STRUCTURE = new Set(
  'steps step sections section points point parts part items item options option ways way reasons reason things thing examples example questions question categories category tips tip lines bullet bullets key main major following schritte punkte étapes pasos'.split(
    ' ',
  ),
);
/** Before a number of the answer's own parts: `here are 5 options`, `in 3 steps`. */
const INTRODUCES = new Set(
  'are in these those following the top first last main key into with my your some next these hier sind en son voici'.split(
    ' ',
  ),
);
/** Words after a number that are no name for what it counts. */
const NO_NOUN = new Set(
  'of and or to in is are was were the for with at on by per as from but not than that if so out more less times und oder von der die das ist et ou de la le y o en es e ou'.split(
    ' ',
  ),
);
/** Words before a number that say that it is the value. */
const EQUALS = new Set(
  'is are was were be equals equal total result answer sum makes gives value count scored scores at ist sind war ergibt est sont était es son era é são fue'.split(
    ' ',
  ),
);
const YEAR_WORDS = new Set(
  'in since from until till by during year years before after of around circa early late im seit bis jahr en depuis desde año em ano dans'.split(
    ' ',
  ),
);
const SMALL = 12;
const FILE =
  /\.(?:csv|tsv|txt|md|json|pdf|xlsx?|docx?|pptx?|png|jpe?g|gif|svg|webp|py|js|ts|html?|xml|log|zip|gz|tar|ya?ml|toml|ini|sql|sh|dat|bin|ods|odt|rtf|mp[34])$/i;

/**
 * Every checkable part of an answer, in order, none inside another: quotations, addresses, names that stand in the
 * facts, dates, amounts and numbers. Takes the published text; positions count its UTF-16 units. Numbers of lists, steps
 * and footnotes are no figures; a bare number up to twelve is one only where it counts something or is the value (`3
 * hills`, `= 3`). Linear in the text.
 */
export function findItems(text: string, names: Names): Item[] {
  const structured = isJson(text);
  const areas = structured ? new Areas(text.length) : areasOf(text);
  const items: Item[] = [];
  for (const { start, end } of findUrls(text)) {
    if (!areas.isClosed(start)) items.push({ start, end, text: text.slice(start, end), item: 'url', of: 'url' });
    areas.close(start, end);
  }
  for (const { start, end, quote } of structured ? [] : findQuotations(text, areas)) {
    items.push({ start, end, text: text.slice(start, end), item: 'quotation', of: 'quotation', quote });
    areas.close(start, end);
  }
  const figures = scanFigures(text, 'answer');
  const fileNames = new FileNames(text);
  let later: Figure | undefined;
  // From the end, so that the first of a range is known as one.
  for (const figure of figures.reverse()) {
    const { start } = figure;
    const end = figure.type === 'number' && overlaps(areas, start, figure.end) ? figure.to : figure.end;
    const next = later;
    later = undefined;
    if (areas.isClosed(start) || fileNames.holds(figure) || !isItem(text, figure, next)) continue;
    later = figure;
    items.push({ start, end, text: text.slice(start, end), item: kindOf(text, figure), of: 'figure', figure });
    areas.close(start, end);
  }
  for (const { start, end, name } of findNames(text, names))
    if (!overlaps(areas, start, end))
      items.push({ start, end, text: text.slice(start, end), item: 'name', of: 'name', name });
  return items.sort((a, b) => a.start - b.start);
}

/** A structured answer: what is in quotation marks there are its texts. */
function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text) || !/[}\]]\s*$/.test(text.slice(-100))) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Brackets round a text.
    return false;
  }
}

function overlaps(areas: Areas, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (areas.isClosed(at)) return true;
  return false;
}

/** A year, as a bare number of four digits is read. */
export function isYear(figure: Figure): boolean {
  if (figure.type !== 'number' || !figure.bare || figure.unit || figure.to - figure.from !== 4) return false;
  const [reading] = figure.readings;
  const year = Number(`${reading?.digits || '0'}e${reading?.exponent ?? 0}`);
  return year >= 1000 && year <= 2199;
}

function kindOf(text: string, figure: Figure): MarkedItem {
  if (figure.type === 'date') return 'date';
  if (isCurrency(figure.unit)) return 'amount';
  return isYear(figure) && isToldAsYear(text, figure) ? 'date' : 'number';
}

/** After a word that comes before years, or of our time and counting nothing. */
function isToldAsYear(text: string, { start, end }: Figure): boolean {
  if (YEAR_WORDS.has(wordBefore(text, start))) return true;
  const { word } = after(text, end);
  return /^(?:1[89]|20)/.test(plainDigits(text.slice(start, end))) && (word === '' || NO_NOUN.has(word));
}

/** Whether four digits count what comes after them: then they are no year. */
export function isCountedYear(text: string, figure: Figure): boolean {
  if (figure.type === 'number' && figure.unit) return true;
  const { word } = after(text, figure.end);
  if (word === '' || NO_NOUN.has(word)) return false;
  return !YEAR_WORDS.has(wordBefore(text, figure.start)) || /(?:s|people|men|women|children)$/.test(word);
}

function isItem(text: string, figure: Figure, next: Figure | undefined): boolean {
  if (figure.type === 'date') return true;
  if (!figure.bare || figure.unit) return true;
  const before = wordBefore(text, figure.start);
  const [reading] = figure.readings;
  const value = Number(`${reading?.digits || '0'}e${reading?.exponent ?? 0}`);
  if (value < 1000 && LABELS.has(before)) return false;
  if (value > SMALL) return true;
  if (next && isRange(text.slice(figure.end, next.start))) return true;
  const { word, mark } = after(text, figure.end);
  if (STRUCTURE.has(word) && (before === '' || INTRODUCES.has(before))) return false;
  if (word.length >= 2 && !NO_NOUN.has(word)) return true;
  if (EQUALS.has(before) && !/\bWar\s*$/.test(text.slice(Math.max(0, figure.start - 8), figure.start))) return true;
  const sign = /(\S?)[\s*_`]*$/.exec(text.slice(Math.max(0, figure.start - 8), figure.start))?.[1] ?? '';
  // The second number of `16:9` is the value of nothing.
  if (sign === ':') return text.charAt(figure.start - 1) !== ':' || !/\d/.test(text.charAt(figure.start - 2));
  if (sign === '=' || sign === '|' || sign === '≈') return true;
  // `costs 3`, `7 of them`; after a name it is a part of the name (`Formula 1`), and `5"` is a size.
  const lead = text.slice(Math.max(0, figure.start - 30), figure.start);
  if (mark !== '"' && (/\p{Ll}[\p{L}\p{M}]*[ \u00a0][*_`]{0,2}$/u.test(lead) || word !== '')) {
    const name = /\p{Lu}[\p{L}\p{M}\p{N}-]*[ \u00a0-]$/u.test(lead);
    // `one of the two` tells of what was named before.
    const told = /\p{L}/u.test(text.charAt(figure.start)) && /^(?:of|the|these|those|by|and|or)$/.test(before);
    if (!name && !told) return true;
  }
  // The whole answer, or the whole of a line.
  return /^[\s.*_`!?]*$/.test(mark) && isAlone(text, figure);
}

/** What stands between the two ends of a range, or the sides of a thing. */
function isRange(between: string): boolean {
  return between.length <= 6 && /^\s*(?:–|—|-|to|bis|à|a|and|or|×|x|×|\/)\s*$/.test(between);
}

function isAlone(text: string, { start, end }: Figure): boolean {
  const before = text.slice(Math.max(0, start - 20), start);
  const beginning = before.includes('\n') || before.length === start;
  const line = before.slice(before.lastIndexOf('\n') + 1) + text.slice(end, end + 40).split('\n')[0];
  return beginning && /^[\s.*`_]*$/.test(line);
}

function wordBefore(text: string, at: number): string {
  return /(\p{L}+)\.?[\s*_`"(]*$/u.exec(text.slice(Math.max(0, at - 30), at))?.[1]?.toLowerCase() ?? '';
}

function after(text: string, at: number): { word: string; mark: string } {
  const rest = text.slice(at, at + 40);
  const word = /^[*_`]{0,3}[ \u00a0-](\p{L}+)/u.exec(rest)?.[1] ?? /^(\p{Script=Han}+)/u.exec(rest)?.[1] ?? '';
  return { word: word.toLowerCase(), mark: rest.charAt(0) };
}

const BREAK = /[\s|()<>"“”«»,;]/;

/** Tells digits in a path, the name of a file or an address of mail; looks at each word once. */
class FileNames {
  readonly #text: string;
  #from = 0;
  #to = 0;
  #isName = false;

  constructor(text: string) {
    this.#text = text;
  }

  holds({ start, end }: Figure): boolean {
    if (start < this.#from || end > this.#to) this.#look(start, end);
    return this.#isName;
  }

  #look(start: number, end: number): void {
    let from = start;
    while (from > 0 && !BREAK.test(this.#text.charAt(from - 1))) from--;
    let to = end;
    while (to < this.#text.length && !BREAK.test(this.#text.charAt(to))) to++;
    const whole = from === start && to === end;
    this.#from = from;
    this.#to = to;
    this.#isName = !whole && isFileName(this.#text.slice(from, Math.min(to, from + LONGEST_NAME)));
  }
}

const LONGEST_NAME = 1000;

function isFileName(word: string): boolean {
  const token = word.replace(/[.:!?*_`'\]]{1,20}$/, '');
  return (
    /^[`'*_[]{0,9}(?:[~.]{0,2}\/|[A-Za-z]:\\)\S*[A-Za-z]/.test(token) ||
    /[\w.]@\w/.test(token) ||
    FILE.test(token) ||
    /^[A-Za-z_][\w.-]*\/[\w./-]*$/.test(token)
  );
}
