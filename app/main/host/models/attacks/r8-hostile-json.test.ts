import { describe, expect, it } from 'vitest';
import { parseArguments } from '../parse-arguments.ts';
import { parseCallText } from '../parse-call-text.ts';
import { jsonDepth, parseStrictJson } from '../strict-json.ts';

const ANY = { type: 'object' };

describe('R8: JSON with more than one meaning is rejected, also after a repair', () => {
  it.each([
    ['a key twice', '{"path":"a","path":"b"}'],
    ['a key twice, escaped', '{"path":"a","p\\u0061th":"b"}'],
    ['a key twice, to be mended', "{'path':'a','path':'b'}"],
    ['__proto__', '{"__proto__":{"polluted":true}}'],
    ['__proto__, to be mended', "{'__proto__':{'polluted':true}}"],
    ['1e400', '{"n":1e400}'],
    ['-1e400', '{"n":-1e400}'],
    ['2^53+1', '{"n":9007199254740993}'],
    ['a lone surrogate', '{"s":"\\ud800"}'],
    ['a lone low surrogate', '{"s":"\\udc00x"}'],
    ['10,000 levels', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['10,000 lists, open', '['.repeat(10_000)],
  ])('%s', (_, text) => {
    for (const form of ['json', 'text'] as const) expect(parseArguments(text, ANY, form).ok).toBe(false);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('NaN is no number: at most it is text, and marked', () => {
    const parsed = parseArguments('{"n":NaN}', ANY, 'json');
    expect(parsed).toEqual({ ok: true, input: { n: 'NaN' }, repaired: true });
  });

  it('constructor is a key like any other', () => {
    const parsed = parseStrictJson('{"constructor":{"prototype":{"x":1}},"toString":1}');
    expect(parsed.ok && parsed.value).toEqual({ constructor: { prototype: { x: 1 } }, toString: 1 });
  });

  it('2^53-1 and paired surrogates are whole', () => {
    const parsed = parseStrictJson('{"n":9007199254740991,"s":"\\ud83d\\ude00"}');
    expect(parsed.ok && parsed.value).toEqual({ n: 9007199254740991, s: '😀' });
  });

  it('no depth overflows the stack, wherever it stands', () => {
    const deep = '[{"a":'.repeat(200_000);
    expect(jsonDepth(deep)).toBe(400_000);
    expect(parseStrictJson(deep).ok).toBe(false);
    for (const text of [deep, `<tool_call>${deep}`, `<tool_call>{"name":"x","arguments":${deep}</tool_call>`]) {
      expect(parseCallText(text, ['x']).type).not.toBe('calls');
    }
  });

  it('a printed call with a key twice is not run', () => {
    const text = '<tool_call>{"name":"x","arguments":{"path":"a","path":"b"}}</tool_call>';
    expect(parseCallText(text, ['x']).type).toBe('problem');
  });
});
