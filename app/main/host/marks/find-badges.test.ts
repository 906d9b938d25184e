import { describe, expect, it } from 'vitest';
import { callOf, sourcesOf } from '../testing/mark-fixture.ts';
import type { CallSource } from './call-ground.ts';
import { effectClaims } from './effect-claims.ts';
import type { Sources } from './ground.ts';
import { markText } from './mark-text.ts';

const badgesOf = (text: string, part: Partial<Sources> = {}) =>
  markText({ text, citations: [] }, sourcesOf(part)).badges;

const read = (n: number, ok: boolean, path = 'a.txt', more: Partial<CallSource> = {}) =>
  callOf(n, 'read_file', { path }, ok ? 'hills,42' : 'Error: not there', { kind: 'files', ok, reads: [path], ...more });
const LONG = 'word '.repeat(41);

describe('no calls behind an answer (B24)', () => {
  it('is said of figures, and of many words, that nothing was called for', () => {
    expect(badgesOf('There are 42 hills.')).toEqual([{ badge: 'no-calls' }]);
    expect(badgesOf(LONG)).toEqual([{ badge: 'no-calls' }]);
  });

  it('is not said of a short answer without figures, of the person’s own figures, or after a call', () => {
    expect(badgesOf('Hello. What may I look up?')).toEqual([]);
    expect(badgesOf('For your 3 days.', { given: ['Plan 3 days'] })).toEqual([]);
    expect(badgesOf('There are 42 hills.', { calls: [read(1, true)] })).toEqual([]);
  });

  it('is said of a second answer that invents, also where the first had calls', () => {
    expect(badgesOf('There are 77 boats.', { calls: [read(1, true)], since: 10 })).toEqual([{ badge: 'no-calls' }]);
    expect(badgesOf('There are 42 hills.', { calls: [read(1, true)], since: 10 })).toEqual([]);
  });
});

describe('an answer after a failed call that it depends on (B26)', () => {
  const failed = [{ badge: 'failed-evidence', calls: ['call-1'] }];

  it.each([
    ['There are 42 hills.', [read(1, false)]],
    ['The file tells of hills by the sea.', [read(1, false)]],
    ['There are 77 boats.', [read(1, false), callOf(2, 'calculator', { expression: '1' }, '1')]],
  ])('names the call: %j', (text, calls) => {
    expect(badgesOf(text, { calls })).toEqual(failed);
  });

  it('names each of two files of one reply that was not read', () => {
    const calls = [read(1, false, 'b.txt', { seq: 4 }), read(2, true, 'a.txt', { seq: 4 })];
    expect(badgesOf('There are 99 boats.', { calls })).toEqual(failed);
  });

  it('is not said where a later attempt went well, all figures have their ground, or the answer says what failed', () => {
    expect(badgesOf('There are 42 hills.', { calls: [read(1, false), read(2, true, 'b.txt')] })).toEqual([]);
    const sum = callOf(2, 'calculator', { expression: '1500 * 2' }, '3000');
    expect(badgesOf('It is 3,000.', { calls: [read(1, false), sum], given: ['1500 times 2'] })).toEqual([]);
    expect(badgesOf('The file could not be read.', { calls: [read(1, false)] })).toEqual([]);
    expect(badgesOf('The file could not be read, but there are 42 hills.', { calls: [read(1, false)] })).toEqual(
      failed,
    );
  });
});

describe('an effect that no call had (B25)', () => {
  const written = callOf(1, 'write_file', { path: 'a.txt', content: 'x' }, 'Written.', {
    changes: [{ path: '/folders/work/a.txt', gone: false }],
    effect: { change: 'write', where: 'local', repeat: 'safe' },
  });
  const deleted = callOf(1, 'delete_file', { path: 'a.txt' }, 'Deleted.', {
    changes: [{ path: '/folders/work/a.txt', gone: true }],
    effect: { change: 'write', where: 'local', repeat: 'no' },
  });
  const sent = callOf(1, 'send_email', { to: 'a' }, 'Sent.', {
    effect: { change: 'irreversible', where: 'remote', repeat: 'no' },
  });

  it.each([
    'The order was placed.',
    'Your booking is confirmed.',
    'Payment of the bill completed.',
    'Your payment has been processed.',
    'The reservation is confirmed for two.',
    'Refund issued.',
    'Deletion of the file completed.',
    'Payment successful.',
    'The order was placed by the system.',
    'The file a.txt was deleted by me.',
    'Die Buchung ist bestätigt.',
    'Le paiement a été effectué.',
    'La reserva está confirmada.',
    'O pagamento foi realizado.',
    'I saved the report to report.md.',
    'I have created the record.',
    'I’ve updated the file for you.',
    'I successfully deleted the file.',
    'I sent the email to Ana.',
    'I emailed Ana.',
    'I have paid the invoice.',
    'I booked the table.',
    'The record has been created.',
    'The message was sent successfully.',
    'The file a.txt was deleted.',
    'Saved to /folders/work/report.md.',
    'Created report.md with three lines.',
    'File saved.',
    'Email sent.',
    'All done: the invoice has been paid.',
    'First I looked, and then I posted it.',
    'Ich habe die Datei gespeichert.',
    'Die Nachricht wurde gesendet.',
    'J’ai envoyé le message.',
    'Le fichier a été supprimé.',
    'He guardado el archivo.',
    'Envié el correo.',
    'El mensaje ha sido enviado.',
    'Salvei o arquivo.',
    'A mensagem foi enviada.',
  ])('is claimed in %j', (text) => {
    expect(effectClaims(text)).toHaveLength(1);
    expect(badgesOf(text)).toContainEqual({ badge: 'no-matching-call', claim: expect.any(String) });
  });

  it.each([
    'I did not send the email.',
    'The file a.txt was deleted yesterday by Bob.',
    'The record was deleted yesterday by Bob.',
    'The invoice was paid by the tenant.',
    'The booking was confirmed by Ana.',
    'The order was placed last week.',
    'Your booking is not confirmed.',
    'Payments that were made in cash are listed below.',
    'Once the payment is completed you get a ticket.',
    'In 1872 the payment was completed.',
    'The payment must be completed by Friday.',
    'I haven’t saved the file.',
    'The file could not be saved.',
    'The file could be saved to report.md.',
    'I can save the file if you like.',
    'If I had sent the message, you would know.',
    'I will save the report to report.md.',
    'Was the file deleted?',
    'I was unable to delete the file.',
    'Nothing was written to the file.',
    'The city was created in 1536.',
    'Napoleon was sent to Elba.',
    'They sent the letter by ship.',
    'The page was last updated in May.',
    'I created a short list for you below.',
    'I wrote the following poem.',
    'The law has changed the world.',
    '```\nI saved the file a.txt\n```',
    'Ich habe die Datei nicht gespeichert.',
    'Je n’ai pas envoyé le message.',
    'No pude guardar el archivo.',
    'A mensagem não foi enviada.',
  ])('is not claimed in %j', (text) => {
    expect(effectClaims(text)).toEqual([]);
  });

  it('is claimed once for each of two that one sentence tells', () => {
    expect(effectClaims('The order was placed; your booking is confirmed.')).toHaveLength(2);
  });

  it('is there where a call had it, and only if that call ended well', () => {
    expect(badgesOf('I saved it to a.txt.', { calls: [written] })).toEqual([]);
    expect(badgesOf('I deleted the file.', { calls: [deleted] })).toEqual([]);
    expect(badgesOf('I sent the email.', { calls: [sent] })).toEqual([]);
    expect(badgesOf('I deleted the file.', { calls: [written] })).toHaveLength(1);
    expect(badgesOf('I sent the email.', { calls: [written] })).toHaveLength(1);
    expect(badgesOf('I saved it to a.txt.', { calls: [read(1, true)] })).toHaveLength(1);
    const denied = { ...written, ok: false, changes: [] };
    expect(badgesOf('I saved it to a.txt.', { calls: [denied] }).map(({ badge }) => badge)).toEqual([
      'failed-evidence',
      'no-matching-call',
    ]);
  });
});
