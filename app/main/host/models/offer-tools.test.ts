import { describe, expect, it } from 'vitest';
import { makeToolCall, nameOfCall, offerTools } from './offer-tools.ts';
import { CALCULATOR, testTool } from './testing/tools.ts';

describe('offerTools', () => {
  it('gives every command one name that fits, and the way back', () => {
    const deep = 'a-very-long-command-word-that-goes-on-and-on';
    const offers = offerTools([
      testTool('git', {}, [['commit'], ['remote', 'add']]),
      testTool('npm', {}, [[deep, deep], [deep, `${deep}2`], ['ünï']]),
    ]);
    expect(offers.names.slice(0, 2)).toEqual(['git__commit', 'git__remote__add']);
    expect(offers.names.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true);
    expect(new Set(offers.names).size).toBe(5);
    for (const offer of offers.list) {
      const call = makeToolCall('1', { tool: offer.name, input: { text: '' }, repaired: false }, 'json', offers);
      expect([call.tool, call.command, nameOfCall(call, offers)]).toEqual([offer.tool, offer.command, offer.name]);
    }
  });
  it('offers an empty object schema where a command has none (row A3.12)', () => {
    expect(offerTools([testTool('now', {})]).list[0]?.input).toEqual({ type: 'object', properties: {} });
    expect(offerTools([CALCULATOR]).list[0]?.input).toBe(CALCULATOR.commands[0]?.input);
  });
  it('tells names of past calls in a form that providers take', () => {
    const call = { id: '1', tool: 'what is this?', command: [], input: {} };
    expect(nameOfCall(call, offerTools([]))).toBe('what_is_this_');
  });
});
