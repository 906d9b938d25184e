/** One spelling of a secret's value. `before`, `after`: characters beside it that hold bits of it, as base64 has them. */
export interface ValueForm {
  text: string;
  before: number;
  after: number;
}

/** A value shorter than this stands in too many innocent texts to be taken out of all of them. */
export const SHORTEST_VALUE = 6;

const reversed = (text: string): string => [...text].reverse().join('');

/**
 * The part of a value's base64 text that is the same whatever stands beside the value, for each of the three places in
 * which a byte can begin. The first and last character may hold bits of a neighbour, so they are taken along, not sought.
 */
function base64Forms(bytes: Buffer): ValueForm[] {
  return [0, 1, 2].flatMap((shift): ValueForm[] => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    const end = Math.floor(((shift + bytes.length) * 8) / 6);
    const core = text.slice(Math.ceil((shift * 8) / 6), end);
    const beside = { before: shift === 0 ? 0 : 1, after: ((shift + bytes.length) * 8) % 6 === 0 ? 0 : 1 };
    const url = core.replaceAll('+', '-').replaceAll('/', '_');
    return [core, ...(url === core ? [] : [url])].map((form) => ({ text: form, ...beside }));
  });
}

/**
 * Every spelling in which a value is looked for: as it is, backwards, in base64 (both alphabets, wherever it begins), in
 * hex. What JSON and URLs make of a text is undone before it is looked at, so it needs no forms here (rule K2).
 */
export function formsOf(value: string): ValueForm[] {
  const bytes = Buffer.from(value, 'utf8');
  const plain = [
    value,
    reversed(value),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    // Bytes that a URL or a Python literal spells out are read one by one.
    bytes.toString('latin1'),
    // As a form is sent.
    value.replaceAll(' ', '+'),
    bytes.toString('latin1').replaceAll(' ', '+'),
  ];
  return [...new Set(plain)].map((text): ValueForm => ({ text, before: 0, after: 0 })).concat(base64Forms(bytes));
}
