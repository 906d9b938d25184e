import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOfBalanced, jsonDepth, parseStrictJson, readStrictJson } from './strict-json.ts';

describe('jsonDepth', () => {
  it.each([
    ['{"a":"}{{{"}', 1],
    ['{{{{{{', 6],
    ['42', 0],
    ['{"a":"\\"{"}', 1],
    ['[[1],{"a":[2]}]', 3],
  ])('%s is %i levels deep (row A3.7)', (text, depth) => {
    expect(jsonDepth(text)).toBe(depth);
  });
});

describe('parseStrictJson', () => {
  it('reads every JSON value as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        const result = parseStrictJson(text);
        if (result.ok) expect(JSON.stringify(result.value)).toBe(text);
        else expect(result.reason).toBe('rejected');
      }),
    );
  });
  it('calls every proper prefix of an object incomplete', () => {
    const text = '{"a":[1,-2.5e3,true,null],"b":{"c":"x\\u00e9\\n"}}';
    for (let length = 0; length < text.length; length++) {
      const result = parseStrictJson(text.slice(0, length));
      expect([length, result.ok ? 'ok' : result.reason]).toEqual([length, 'incomplete']);
    }
    expect(parseStrictJson(text)).toEqual({ ok: true, value: JSON.parse(text), end: text.length });
  });
  it.each(["{'a':1}", '{"a":1,}', '{a:1}', '[1 2]', '{"a":01}', '"\\x"', '{"a":"\n"}', '{"a":2}foo', 'NaN', '// c'])(
    '%s is invalid',
    (text) => {
      expect(parseStrictJson(text)).toMatchObject({ ok: false, reason: 'invalid' });
    },
  );
});

describe('readStrictJson', () => {
  it('says where the value ended', () => {
    expect(readStrictJson('x {"a":1} y', 1)).toEqual({ ok: true, value: { a: 1 }, end: 9 });
  });
});

describe('endOfBalanced', () => {
  it('steps over strings', () => {
    expect(endOfBalanced('{"a":"}"} x', 0)).toBe(9);
    expect(endOfBalanced('{"a":"}"', 0)).toBeUndefined();
  });
});
