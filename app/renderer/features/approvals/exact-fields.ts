import type { Json } from '#contract/ids';
import type { ToolCall } from '#contract/tool';
import { toolName } from '../run/describe-call.ts';

/** The exact arguments as text: the tool, then each argument by name; texts of several lines stand as they are. */
export function exactText(call: ToolCall): string {
  return [toolName(call), ...argumentLines(call.input)].join('\n');
}

/** The same without the tool: for places that name it already. */
export function argumentLines(input: Json): string[] {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return [JSON.stringify(input)];
  return Object.entries(input).map(([name, value]) => {
    if (typeof value !== 'string') return `${name}: ${JSON.stringify(value)}`;
    return value.includes('\n') ? `${name}:\n${value}` : `${name}: ${value}`;
  });
}

/** What three lines of preview show: the text of several lines where there is one, else everything. */
export function previewText(call: ToolCall): string {
  const { input } = call;
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return exactText(call);
  const block = Object.values(input).find((value) => typeof value === 'string' && value.includes('\n'));
  return typeof block === 'string' ? block : exactText(call);
}

/** A value longer than this is longer than a screen: its end must have been shown (rule H3, padding). */
const SCREEN_LINES = 40;
const SCREEN_CHARACTERS = 4000;

/** Whether a text is longer than a screen. */
export function longerThanScreen(text: string): boolean {
  return text.length > SCREEN_CHARACTERS || text.split('\n').length > SCREEN_LINES;
}
