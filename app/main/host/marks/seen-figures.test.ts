import { describe, expect, it } from 'vitest';
import { factIn, sourcesOf, textFact } from '../testing/mark-fixture.ts';
import { markText } from './mark-text.ts';

const facts = [
  factIn('F1', 'Population', { people: 284938 }, { pointer: '/people' }),
  factIn('F2', 'Speed of the drum', { speed: '4500 rpm' }, { pointer: '/speed' }),
  factIn('F3', 'Share of homes with a garden', { share: 0.75 }, { pointer: '/share' }),
  factIn('F4', 'Temperature of the oven 99 °C', { oven: 99 }, { pointer: '/oven' }),
  factIn('F5', 'Mayor', { mayor: 'Ana María Pérez', town: 'Valparaíso' }, { pointer: '/mayor' }),
  factIn('F6', 'Town', { mayor: 'Ana María Pérez', town: 'Valparaíso' }, { pointer: '/town' }),
  textFact('F7', 'A letter', 'The mix is 3:1. Write to office@example.org. See www.example.org/a for twelve rooms.'),
];
const kindsOf = (text: string) =>
  markText({ text, citations: [] }, sourcesOf({ facts })).marks.map(
    (mark) => `${mark.text}: ${mark.fact ?? mark.kind}`,
  );

describe('a figure, in whatever way it hides', () => {
  it.each([
    ['the oven has 99C', ['99C: F4']],
    ['the oven has 98C', ['98C: unsourced']],
    ['the drum turns at 4500rpm', ['4500rpm: F2']],
    ['the drum turns at 4600rpm', ['4600rpm: unsourced']],
    ['some 99123abc', ['99123abc: unsourced']],
    ['pop99123 it is', ['99123: unsourced']],
    ['five million people', ['five million: unsourced']],
    [
      'two hundred eighty-four thousand nine hundred thirty-eight people',
      ['two hundred eighty-four thousand nine hundred thirty-eight: F1'],
    ],
    ['about two hundred eighty-five thousand people', ['two hundred eighty-five thousand: F1']],
    ['there are twelve rooms', ['twelve: F7']],
    ['there are thirteen rooms', ['thirteen: unsourced']],
    ['3/4 of the homes with a garden', ['3/4: F3']],
    ['¾ of the homes with a garden', ['¾: F3']],
    ['three quarters of the homes with a garden', ['three quarters: F3']],
    ['1/4 of the homes with a garden', ['1/4: unsourced']],
    ['mixed 3:1', ['3:1: F7']],
    ['mixed 4:1', ['4:1: unsourced']],
    ['up 7 points', ['7: unsourced']],
    ['it costs 3', ['3: unsourced']],
    ['mail office@example.org', ['office@example.org: F7']],
    ['mail boss@example.org', ['boss@example.org: unsourced']],
    ['see www.example.org/a', ['www.example.org/a: F7']],
    ['see WWW.Example.org/a/', ['WWW.Example.org/a/: F7']],
    ['see www.example.org/b', ['www.example.org/b: unsourced']],
    ['see ftp://example.org/b', ['ftp://example.org/b: unsourced']],
    ['see stats.example.org/x', ['stats.example.org/x: F1']],
    ['see HTTPS://STATS.example.org/x/#top', ['HTTPS://STATS.example.org/x/#top: F1']],
    ['see https://stats.example.org/X', ['https://stats.example.org/X: unsourced']],
    ['it says ‘the mix is 3:1’', ['‘the mix is 3:1’: F7']],
    ["it says 'the mix is 4:1'", ["'the mix is 4:1': unsourced"]],
    ['In Valparaíso the mayor is Ana María Pérez', ['Valparaíso: F6', 'Ana María Pérez: F5']],
    ['It is called Valparaíso.', ['Valparaíso: F6']],
    ['The town is calm', []],
  ])('is seen in %j', (text, expected) => {
    expect(kindsOf(text)).toEqual(expected);
  });
});
