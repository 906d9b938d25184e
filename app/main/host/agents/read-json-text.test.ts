import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pointerStep, readJsonText } from './read-json-text.ts';

describe('readJsonText', () => {
  it('reads any JSON as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (text, indent) => {
        const pretty = JSON.stringify(JSON.parse(text), null, indent);
        const result = readJsonText(pretty);
        expect(result.ok && result.value).toEqual(JSON.parse(pretty));
      }),
    );
  });

  it('refuses what JSON.parse refuses', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '1',
      '-',
      '.5',
      '1e3',
      'true',
      'nul',
      '\\',
      '\n',
      ' ',
      '\t"\u0001',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const result = readJsonText(text);
        let parsed: unknown;
        try {
          parsed = JSON.parse(text);
        } catch {
          expect(result.ok).toBe(false);
          return;
        }
        if (result.ok) expect(result.value).toEqual(parsed);
        else expect(result.message).toMatch(/twice|number is too large/);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['{\n  "a": 1,\n  "b": [1 2]\n}', 3, 11, '"," or "]" belongs here, not "2"'],
    ['{"a": 1,}', 1, 9, 'a key in quotation marks belongs here, not "}"'],
    ['{"a" 1}', 1, 6, '":" belongs after the key "a", not "1"'],
    ["{'a': 1}", 1, 2, 'a key in quotation marks belongs here, not "\'"'],
    ['{"a": "x\n"}', 1, 7, 'no closing quotation mark'],
    ['{"a": "x\ty"}', 1, 9, 'a control character'],
    ['{"a": "\\q"}', 1, 7, 'a bad escape'],
    ['{"a": 1} x', 1, 10, 'follows the end'],
    ['{"a": tru}', 1, 7, 'a value belongs here, not "t"'],
    ['{"a": 1e999}', 1, 7, 'too large'],
    ['', 1, 1, 'a value belongs here, not the end of the file'],
    ['{"a": [1,\r\n 2', 2, 3, 'not the end of the file'],
    ['{"a": 1, "a": 2}', 1, 10, 'the key "a" is there twice'],
    [`${'['.repeat(200)}`, 1, 102, 'levels of nesting'],
  ])('says where %j is wrong', (text, line, column, message) => {
    const result = readJsonText(text);
    expect(result).toMatchObject({ ok: false, place: { line, column } });
    expect(!result.ok && result.message).toContain(message);
  });

  it('knows the place of every value, of a field by its key', () => {
    const result = readJsonText('\ufeff{\n "a/b": [\n  5,\n  {"c": 1}\n ]\n}');
    expect(result.ok && [...result.places]).toEqual([
      ['', { line: 1, column: 2 }],
      ['/a~1b', { line: 2, column: 2 }],
      ['/a~1b/0', { line: 3, column: 3 }],
      ['/a~1b/1', { line: 4, column: 3 }],
      ['/a~1b/1/c', { line: 4, column: 4 }],
    ]);
    expect(pointerStep('a/b~')).toBe('/a~1b~0');
  });

  it('keeps a key called __proto__ as a field like others', () => {
    const result = readJsonText('{"__proto__": {"x": 1}}');
    expect(result.ok && Object.keys(result.value as object)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('reads a text of a million characters', () => {
    const text = JSON.stringify({ a: 'x'.repeat(1_000_000) });
    expect(readJsonText(text).ok).toBe(true);
  });
});
