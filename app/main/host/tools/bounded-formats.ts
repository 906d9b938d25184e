import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { FormatCompare, FormatValidator } from 'ajv/dist/types/index.js';
import addFormats from 'ajv-formats';

/** A longer text has no format: nobody writes an address or a date of this length. */
const LONGEST = 4_096;
/** Formats that are read straight through, however long, or not at all. */
const STRAIGHT = new Set(['byte', 'binary', 'password', 'regex']);

/**
 * The formats of JSON Schema. Their expressions are not ours, and some try parts of a text again and again: longer texts
 * do not fit, and what a check can cost at most is told before it is made.
 * @param spend takes the cost, and throws where it is too much
 */
export function boundedFormats(ajv: Ajv2020, spend: (work: number) => void): void {
  addFormats.default(ajv);
  for (const [name, format] of Object.entries(ajv.formats)) {
    if (STRAIGHT.has(name) || format === undefined || format === true) continue;
    const whole = format instanceof RegExp || typeof format === 'function' ? { validate: format } : format;
    if (whole.async === true || whole.type === 'number' || typeof whole.validate === 'string') continue;
    const validate = whole.validate as RegExp | FormatValidator<string>;
    ajv.addFormat(name, {
      ...('compare' in whole && { compare: whole.compare as FormatCompare<string> }),
      type: 'string',
      validate: (text: string) => {
        if (text.length > LONGEST) return false;
        spend((text.length * text.length) / 16);
        return validate instanceof RegExp ? validate.test(text) : validate(text);
      },
    });
  }
}
