import * as z from 'zod';
import { CatalogEvent, RunEvent, Signal } from '#contract/event';
import { placeholderOf } from '../redact/redactor.ts';
import { SHORTEST_VALUE } from '../redact/value-forms.ts';

let words: string | undefined;

/** The words that entries are written with: a value that is one of them can't be taken out without breaking them. */
function vocabulary(): string {
  words ??= JSON.stringify([
    ...[RunEvent, CatalogEvent, Signal].map((schema) => z.toJSONSchema(schema, { unrepresentable: 'any' })),
    placeholderOf('x'),
    '[redacted:]',
    '/folders/',
    '/agent/',
    '/secrets/',
  ]);
  return words;
}

/**
 * Why a value can't be kept as a secret: it could not be taken out of every text without taking out what is no secret.
 * Undefined where it can.
 */
export function weakness(value: string): string | undefined {
  if (value.length < SHORTEST_VALUE)
    return `it has fewer than ${SHORTEST_VALUE} characters, and texts that have nothing to do with it would be redacted`;
  if (value.trim() === '') return 'it is nothing but white space';
  if (/^(.)\1*$/su.test(value)) return 'it is one character again and again';
  if (vocabulary().includes(value)) return 'it is a word that the log is written with';
  return undefined;
}
