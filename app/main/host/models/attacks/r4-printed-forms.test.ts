import { expect, it } from 'vitest';
import { interpretReply } from '../interpret-reply.ts';
import { offerTools } from '../offer-tools.ts';
import { CALL_FORMS } from '../testing/call-forms.ts';
import { testTool } from '../testing/tools.ts';

const schema = { type: 'object', properties: { arg1: { type: 'integer' } }, required: ['arg1'] };
const offers = offerTools([testTool('special_function', schema), testTool('get_time', {})]);

it.each(CALL_FORMS)('R4: $name is one call like any other, with typed arguments, in both protocols', ({ text }) => {
  for (const protocol of ['native', 'react'] as const) {
    const reply = interpretReply(
      { text, calls: [], stopReason: 'end', usage: { inputTokens: 0, outputTokens: 0 } },
      { offers, protocol },
    );
    expect(reply.problem).toBeUndefined();
    expect(reply.toolCalls[0]).toMatchObject({ tool: 'special_function', command: [], input: { arg1: 1 } });
    expect(reply.toolCalls.every((call) => call.fault === undefined)).toBe(true);
  }
});
