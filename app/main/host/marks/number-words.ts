const WORDS: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, value): [string, number] => [word, value]),
);
const MORE: ReadonlyMap<string, number> = new Map([
  ['fifteen', 15],
  ['twenty', 20],
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['hundred', 100],
  ['dozen', 12],
  ['thousand', 1000],
  ['half', 0.5],
  ['quarter', 0.25],
]);

/** The numbers that a person wrote as words. */
export function numberWords(text: string): number[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.flatMap((word) => WORDS.get(word) ?? MORE.get(word) ?? []);
}
