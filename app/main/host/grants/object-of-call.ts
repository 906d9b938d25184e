import { effectiveCall, type RunState, type ToolCallState } from '#contract/projections/run-state';
import { commandOf } from '#contract/tool';

const LONGEST = 120;

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

/** What a call is about, in a few words: the path it changes or reads, its host, its command line, or a first argument. */
export function objectOfCall(state: ToolCallState, run: RunState): string {
  if (state.purpose.type === 'apply-changes') {
    const [first] = state.purpose.changes;
    const more = state.purpose.changes.length - 1;
    return first ? cut(more > 0 ? `${first.path} and ${more} more` : first.path) : '';
  }
  const call = effectiveCall(state);
  const tool = run.run.tools.find((each) => each.name === call.tool);
  const command = tool && commandOf(tool, call.command);
  const { input } = call;
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return '';
  const fields = new Map(Object.entries(input));
  const named = [
    ...(command?.files ?? []).map((use) => use.field),
    ...(command?.hosts ?? []).map((use) => use.field),
    ...(command?.line === undefined ? [] : [command.line]),
    ...fields.keys(),
  ];
  for (const field of named) {
    const value = fields.get(field);
    if (typeof value !== 'string' || value === '') continue;
    const isUrl = command?.hosts?.some((use) => use.field === field) === true && URL.canParse(value);
    return cut(isUrl ? new URL(value).host : value);
  }
  return '';
}
