import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import { parseArguments } from '../parse-arguments.ts';
import { parseCallText } from '../parse-call-text.ts';
import { CALL_FORMS } from '../testing/call-forms.ts';

const NAMES = ['special_function', 'get_time'];

describe('R6: no proper prefix of a printed call is a call', () => {
  it.each(CALL_FORMS.filter((form) => form.calls.length === 1))('$name', ({ text, endOptional }) => {
    const whole = text.trimEnd();
    const least = endOptional === undefined ? whole.length : whole.length - endOptional.length;
    for (let length = 0; length < whole.length; length++) {
      const prefix = whole.slice(0, length);
      if (length >= least && (length === least || endOptional?.startsWith('<|eo'))) continue;
      expect([length, parseCallText(prefix, NAMES).type]).not.toEqual([length, 'calls']);
    }
    expect(parseCallText(whole, NAMES).type).toBe('calls');
  });

  it('holds for any arguments in the JSON and XML forms', () => {
    const json = fc.jsonValue({ noUnicodeString: true, maxDepth: 3 });
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), json, { maxKeys: 3 }),
        fc.nat(),
        (input, at) => {
          const call = JSON.stringify({ name: 'special_function', arguments: input as Json });
          for (const text of [
            call,
            `<tool_call>${call}</tool_call>`,
            `<function=special_function>${JSON.stringify(input)}</function>`,
          ]) {
            expect(parseCallText(text.slice(0, at % text.length), NAMES).type).not.toBe('calls');
          }
        },
      ),
    );
  });

  it('holds for the JSON arguments of a native call', () => {
    const text = JSON.stringify({ path: 'a', content: 'b{"c":[1,2]}', deep: { list: [1, { x: null }] } });
    for (let length = 1; length < text.length; length++) {
      const parsed = parseArguments(text.slice(0, length), { type: 'object' }, 'json');
      expect([length, parsed.ok ? 'ok' : parsed.fault.code]).toEqual([length, 'incomplete']);
    }
  });

  it('a later call that is cut keeps the earlier ones from running', () => {
    const two = CALL_FORMS.find((form) => form.calls.length === 2)?.text ?? '';
    const first = two.indexOf('</tool_call>') + '</tool_call>'.length;
    for (let length = first + 5; length < two.length; length++) {
      expect([length, parseCallText(two.slice(0, length), NAMES).type]).toEqual([length, 'problem']);
    }
  });
});
