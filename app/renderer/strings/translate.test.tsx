import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { Text } from './text.tsx';
import { t } from './translate.ts';

afterEach(cleanup);

describe('t', () => {
  it('fills places and writes numbers in the locale', () => {
    expect(t('approval.readToEnd', { value: 18, count: 1212 })).toBe('Read to the end first: 18 of 1,212 lines shown');
  });

  it('chooses the plural form by count', () => {
    expect(t('call.count', { count: 1 })).toBe('1 call');
    expect(t('call.count', { count: 41 })).toBe('41 calls');
    expect(t('bytes.spaces', { count: 40 })).toBe('40 spaces');
  });

  it('leaves what stands in a place as it is, also where it looks like a place', () => {
    expect(t('approval.mixed', { words: '{words} $& {count}' })).toBe(
      'Letters of two alphabets in one word: {words} $& {count}',
    );
  });
});

describe('Text', () => {
  it('puts elements into the places of a sentence', () => {
    const { container } = render(<Text of="call.fromTo" with={{ from: <code>a</code>, to: <b>b</b> }} />);
    expect(container.innerHTML).toBe('<code>a</code> to <b>b</b>');
  });
});

describe('the catalogue', () => {
  const texts = Object.entries(en).flatMap(([key, message]) =>
    (typeof message === 'string' ? [message] : Object.values(message)).map((text) => [key, text] as const),
  );

  it.each(texts)('%s keeps to the house’s words: %j', (_, text) => {
    expect(text).not.toMatch(/!|\boops\b|\bplease\b|something went wrong|\bsorry\b/i);
    expect(text).not.toMatch(/\bAI\b/);
    expect(text.trim()).not.toBe('');
  });

  it('has no words of one section under a name that another uses', () => {
    const sections = import.meta.glob<Record<string, Record<string, unknown>>>('./en/*.ts', { eager: true });
    const names = Object.values(sections).flatMap((section) => Object.values(section).flatMap(Object.keys));
    expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([]);
    expect(new Set(names)).toEqual(new Set(Object.keys(en)));
  });

  it('has the same places in every plural form', () => {
    const places = (text: string) =>
      [...new Set(text.match(/\{\w+\}/g) ?? [])].filter((one) => one !== '{count}').sort();
    for (const [key, message] of Object.entries(en)) {
      if (typeof message === 'string') continue;
      const forms = Object.values(message).map(places);
      for (const form of forms) expect(form, key).toEqual(forms[0]);
    }
  });
});
