import type { Timestamp } from '#contract/ids';
import { type BuiltinTool, defineTool } from '../define-tool.ts';

/**
 * A time as RFC 3339 with the offset of a time zone, such as `2026-03-29T10:15:00+02:00`.
 * @param at the time
 * @param timeZone an IANA name; throws a RangeError for one the system does not know
 */
export function formatLocalTime(at: Timestamp, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  });
  const parts = new Map(format.formatToParts(at).map((part) => [part.type, part.value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  // "GMT+02:00"; plain "GMT" at no offset; seconds of a historical offset have no place in RFC 3339
  const offset = /[+-]\d\d:\d\d/.exec(part('timeZoneName'))?.[0] ?? '+00:00';
  const date = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
  return `${date}T${part('hour')}:${part('minute')}:${part('second')}${offset}`;
}

const strict = defineTool({
  name: 'current_time',
  description: 'Tells the date and time of this computer, with its offset from UTC. Takes no input.',
  input: {},
  effect: { change: 'none', where: 'local', repeat: 'safe' },
  run: (_input, context) => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    return { type: 'ok', text: formatLocalTime(context.now(), timeZone) };
  },
});

/** `current_time {}`: whatever a model sends along is ignored (row A5.4), so its schema allows further fields. */
export const currentTime: BuiltinTool = {
  tool: {
    ...strict.tool,
    commands: strict.tool.commands.map((command) => ({ ...command, input: { type: 'object', properties: {} } })),
  },
  run: (_input, context) => strict.run({}, context),
};
