import type { ToolErrorCode } from '#contract/tool';
import type { JailError } from '../../workspace/jail-error.ts';
import type { ToolResult } from '../define-tool.ts';

/** Walls of the workspace: the call is denied, whatever it asks. The rest are failures of this one call. */
const CODES: ReadonlyMap<JailError['code'], ToolErrorCode> = new Map([
  ['outside', 'denied'],
  ['read-only', 'denied'],
  ['symlink', 'denied'],
  ['hard-link', 'denied'],
  ['replaced', 'denied'],
  ['name', 'invalid-input'],
  ['too-large', 'too-large'],
]);

/**
 * The outcome of a file tool that the workspace refused.
 * @param error its message shows virtual paths only
 * @param advice what the agent may do instead, appended to the message
 */
export function refusedByWorkspace(error: JailError, advice?: string): ToolResult {
  const message = advice ? `${error.message} ${advice}` : error.message;
  return { type: 'error', code: CODES.get(error.code) ?? 'tool-failed', message };
}

/** An expected failure of a tool in words. */
export function toolFailed(message: string, code: ToolErrorCode = 'tool-failed'): ToolResult {
  return { type: 'error', code, message };
}

/** Characters that could make a shown name look like another one or like a further line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are what is looked for
const ODD = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}/gu;

/**
 * A name from the disk as it may be shown: odd characters as their numbers, so that no name can pose as another one.
 * @param name the name of an entry, or a path made of such
 */
export function visibleName(name: string): string {
  return name.replace(ODD, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
