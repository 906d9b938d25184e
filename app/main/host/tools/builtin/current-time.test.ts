import { describe, expect, it } from 'vitest';
import type { ToolContext } from '../define-tool.ts';
import { validateInput } from '../validate-input.ts';
import { currentTime, formatLocalTime } from './current-time.ts';

describe('current_time', () => {
  const spring = Date.UTC(2026, 2, 29, 0, 59, 59);

  it('prints the local time with the offset that holds at that moment', () => {
    expect(formatLocalTime(spring, 'UTC')).toBe('2026-03-29T00:59:59+00:00');
    expect(formatLocalTime(spring, 'Europe/Berlin')).toBe('2026-03-29T01:59:59+01:00');
    expect(formatLocalTime(spring + 1000, 'Europe/Berlin')).toBe('2026-03-29T03:00:00+02:00');
    expect(formatLocalTime(spring, 'Asia/Kathmandu')).toBe('2026-03-29T06:44:59+05:45');
    expect(formatLocalTime(spring, 'America/St_Johns')).toBe('2026-03-28T22:29:59-02:30');
  });

  it('reads back as the same second in every zone', () => {
    for (const zone of ['UTC', 'Pacific/Chatham', 'America/Los_Angeles', 'Asia/Tehran', 'Pacific/Kiritimati'])
      for (const at of [0, spring, Date.UTC(2026, 11, 31, 23, 59, 59), Date.UTC(2026, 5, 1)])
        expect(Date.parse(formatLocalTime(at, zone)), zone).toBe(at);
  });

  it('tells the time of the context, whatever else is sent along (A5.4)', async () => {
    const context = { now: () => spring } as ToolContext;
    const input = { layout: 'anything' };
    expect(validateInput(currentTime.tool.commands[0]?.input ?? {}, input).ok).toBe(true);
    const result = await currentTime.run(input, context);
    expect(result.type === 'ok' && Date.parse(result.text)).toBe(spring);
    expect(result).toMatchObject({ text: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/) });
  });
});
