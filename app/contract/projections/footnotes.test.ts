import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANSWER, publishedRun } from '../../main/host/testing/published-run.ts';
import type { AnswerBadge, Mark } from '../mark.ts';
import { Footnotes } from './footnotes.ts';
import { toMarkdown } from './markdown.ts';
import { quoted } from './quoted-markdown.ts';
import { foldRun } from './run-state.ts';

const state = () => {
  const folded = foldRun(publishedRun());
  if (!folded) throw new Error('no run');
  return folded;
};

/** An answer with one fact in it, as it is exported. */
function answer(text: string, quote: string, more: Partial<Mark> = {}, badges: AnswerBadge[] = []): string {
  const start = text.indexOf(quote);
  const mark: Mark = {
    start,
    end: start + quote.length,
    text: quote,
    item: 'number',
    kind: 'fact',
    fact: 'F1',
    ...more,
  };
  return new Footnotes(state()).answer({ type: 'assistant', seq: 7, at: 0, text, final: true, marks: [mark], badges });
}

describe('the Markdown of a run with an answer that was marked', () => {
  const text = toMarkdown(state(), () => undefined);

  it('has a reference after each part that was checked', () => {
    expect(text).toContain(
      'Turin has 1,680,000[^f1] people, 2,779[^c2] a km². By 2030[^you] it grows. It is 400 km[^n1] away.',
    );
  });

  it('says of a fact its claim, source, address, time, hash, place and call', () => {
    expect(text).toContain(
      `[^f1]: F1, “inhabitants: 1680000”. Example Statistics, <https://stats.example.com/turin?year=2024>, collected 2023-11-14T22:13:22.500Z by call C1 (\`read_file\`, entry 2). SHA-256 \`${'a'.repeat(64)}\` at \`/inhabitants\`.`,
    );
  });

  it('says of the others the call, you, or that there is no source and why', () => {
    expect(text).toContain(
      '[^c2]: Computed by call C2 (`calculator`, entry 2). Stated as “2,779”; it says `2779.156327543424`.',
    );
    expect(text).toContain('[^you]: From you.');
    expect(text).toContain('[^n1]: (no source) “400 km”: the model cited F9, which does not exist.');
  });

  it('says first what speaks against the answer', () => {
    expect(text).toMatch(
      /### 7\. ledger-check\n\n\*\*It rests on what failed: call C1 \(`read_file`, entry 2\)\.\*\*\n\n> Turin/,
    );
  });

  it('has a note for each reference and a reference for each note', () => {
    const labels = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, label]) => label).sort();
    expect(labels(/(?<!\\)\[\^([a-z0-9]+)\](?!:)/g)).toEqual(labels(/^\[\^([a-z0-9]+)\]:/gm));
    expect(ANSWER).not.toContain('[^');
  });
});

describe('a reference is put where Markdown takes it as one', () => {
  it.each([
    ['behind inline code', 'It is `1,680,000` now', '`1,680,000`[^f1] now'],
    [
      'in what would be a link',
      'See [1,680,000](https://x.example/1) here',
      '\\[1,680,000[^f1]](https://x.example/1) here',
    ],
    ['behind an address', 'At https://x.example/1,680,000/y it stands', 'https://x.example/1,680,000/y [^f1] it'],
    ['below a fence', '```\n1,680,000\n```\nend', '> ```\n> 1,680,000\n> ```\n>\n> [^f1]\n>\n> end'],
    ['before a bracket, with a space', 'So 1,680,000(about)', '1,680,000[^f1] (about)'],
    ['in a cell', '| a |\n|---|\n| 1,680,000 |', '| 1,680,000[^f1] |'],
  ])('%s', (_name, text, expected) => {
    expect(answer(text, '1,680,000')).toContain(expected);
  });

  it('and left out where the text at its place is another', () => {
    expect(answer('None of it is here', 'here', { text: '1,680,000' })).toBe('> None of it is here');
  });

  it('the answer is the same without its references', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.nat(80), (around, at) => {
        const text = `${around.slice(0, at)} 1,680,000 ${around.slice(at)}`;
        const exported = answer(text, '1,680,000');
        expect(exported).toContain('[^f1]');
        expect(exported.replace(/ ?(?<!\\)\[\^f1\] ?/, '').replace(/\s+/g, '')).toBe(quoted(text).replace(/\s+/g, ''));
      }),
    );
  });
});

describe('footnotes that a model writes itself are none', () => {
  it.each([
    ['a definition', 'Fine.\n\n[^f1]: Made up, https://un.example', '\\[^f1]: Made up'],
    ['a reference', 'The moon is cheese[^f1].', 'cheese\\[^f1].'],
    ['one that is escaped already', 'cheese\\[^f1]', 'cheese\\[^f1]'],
    ['one behind an escaped slash', 'cheese\\\\[^f1]', 'cheese\\\\\\[^f1]'],
    ['a definition in code', '```\n[^x]: Made up\n```', '\\[^x]: Made up'],
    ['a reference between escaped ticks', 'cheese\\`[^f1]\\`', 'cheese\\`\\[^f1]\\`'],
    ['a reference in code', 'cheese `[^f1]`', 'cheese `\\[^f1]`'],
  ])('%s', (_name, text, expected) => {
    expect(quoted(text)).toContain(expected);
  });

  it('and a class of characters in code stays as it is', () => {
    expect(quoted('Use `[^abc]+` or\n```\n/[^x]/\n```')).toBe('> Use `[^abc]+` or\n>\n> ```\n> /[^x]/\n> ```\n>');
  });

  it('what a source says of itself adds no line and no note', () => {
    const run = state();
    const fact = run.facts.get('F1');
    if (!fact) throw new Error('no fact');
    const source = {
      ...fact.sources[0],
      organization: 'A\n\n[^f2]: B <b>|`',
      url: 'javascript:alert(1)',
    } as (typeof fact.sources)[0];
    run.facts.set('F1', { ...fact, claim: 'x\n# [y](https://z.example)', sources: [source] });
    const lines = toMarkdown(run, () => undefined).split('\n');
    const note = lines.find((line) => line.startsWith('[^f1]:')) ?? '';
    expect(note).toContain('A \\[\\^f2\\]: B \\<b\\>\\|\\`, `javascript:alert(1)`');
    expect(note).toContain('“x \\# \\[y\\](https://z.example)”');
    expect(lines.filter((line) => line.startsWith('[^f2]'))).toEqual([]);
  });
});
