import { expect, it } from 'vitest';
import { narrowedSentence } from './narrowed-sentence.ts';

it('says how often and until when, after the sentence that was narrowed (H7)', () => {
  const sentence = 'worker may write files in work without asking, in this run.';
  const until = new Date(2026, 10, 30, 18, 5).getTime();
  expect(narrowedSentence(sentence, {})).toBe(sentence);
  expect(narrowedSentence(sentence, { times: 1 })).toBe(
    'worker may write files in work without asking, in this run, once.',
  );
  expect(narrowedSentence(sentence, { times: 10, until })).toBe(
    'worker may write files in work without asking, in this run, at most 10 times, until 18:05 on 30 November 2026.',
  );
});

it('stands before what is not covered', () => {
  const sentence = 'worker may write files in work without asking, in this run. Any other folder still asks.';
  expect(narrowedSentence(sentence, { times: 2 })).toBe(
    'worker may write files in work without asking, in this run, at most 2 times. Any other folder still asks.',
  );
});
