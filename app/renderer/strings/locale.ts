const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);

/** The person's own language and region, for dates, numbers and plural forms. */
export const locale: string = typeof navigator === 'undefined' ? 'en-GB' : (navigator.language ?? 'en-GB');

/** The language that the catalogue is written in: what joins the words of a list is one of its words. */
export const wordLanguage = 'en';

/** The direction in which a language is read. Takes a language tag, gives the value of `dir`. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}
