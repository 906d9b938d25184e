import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatDayName, formatDue, formatRelative, formatSeries, formatWhen } from './format.ts';

const now = new Date(2026, 10, 30, 14, 6).getTime();
const at = (...parts: [number, number, number, number]) => new Date(2026, ...parts).getTime();

describe('moments in words', () => {
  it('says when something ends by the minute, then by day and time', () => {
    expect(formatDue(now + 12 * 60_000, now)).toBe('in 12 min.');
    expect(formatDue(at(10, 30, 18, 0), now)).toMatch(/^today, 6:00\sPM$/);
    expect(formatDue(at(11, 1, 14, 6), now)).toMatch(/^tomorrow, 2:06\sPM$/);
    expect(formatDue(at(11, 12, 9, 0), now)).toMatch(/^Dec 12, 9:00\sAM$/);
  });

  it('says when something was', () => {
    expect(formatWhen(at(10, 30, 9, 5), now)).toMatch(/^9:05\sAM$/);
    expect(formatWhen(at(10, 29, 9, 5), now)).toMatch(/^yesterday, 9:05\sAM$/);
    expect(formatRelative(now - 1000, now)).toBe('now');
    expect([
      formatDayName(now, now),
      formatDayName(at(10, 29, 23, 59), now),
      formatDayName(at(2, 1, 0, 0), now),
    ]).toEqual(['Today', 'Yesterday', 'Mar 1']);
  });

  it('puts figures in a row', () => {
    expect(formatSeries(['11 allowed', '2 denied', '1 expired'])).toBe('11 allowed, 2 denied, 1 expired');
  });
});

describe('in another locale than the words are written in', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it.each(['de-DE', 'ar-EG', 'ar-u-nu-arab', 'fa-IR'])(
    'joins %s by the words of the catalogue, and leaves entries as they are',
    async (language) => {
      vi.stubGlobal('navigator', { language });
      vi.resetModules();
      const local = await import('./format.ts');
      expect(local.formatList(['a', 'b'])).toBe('a and b');
      expect(local.formatSeries(['a', 'b'])).toBe('a, b');
      expect(local.formatDayName(now, now)).toBe('Today');
      expect(local.formatEntry(20_402)).toBe('20,402');
      expect(local.formatNumber(12)).toBe(new Intl.NumberFormat(language).format(12));
      const { t } = await import('./translate.ts');
      expect(t('mark.failedCall', { seq: 31 })).toContain('call 31');
    },
  );
});
