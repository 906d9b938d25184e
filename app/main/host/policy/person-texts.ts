import type { GrantedFolder } from '#contract/agent';
import type { RunState } from '#contract/projections/run-state';
import { type LoadText, textOf } from '#contract/text-ref';
import { formatVirtualPath, parseVirtualPath } from '#contract/virtual-path';
import { wholePlaces } from './text-match.ts';

/**
 * What the person wrote: the goal, their messages, what they answered in words of their own, and the instructions of an
 * agent that they accepted. What the model or a tool wrote is none of it, whoever it says it speaks for (rule A10).
 */
export function personTexts(run: RunState, load: LoadText): string[] {
  const { agent } = run.run;
  const texts = run.turns.flatMap((turn) => (turn.type === 'user' ? [textOf(turn.text, load)] : []));
  return [...texts, ...run.said, ...(agent.accepted && agent.instructions !== '' ? [agent.instructions] : [])];
}

/** A word, path, address or number of a text, without the punctuation around it. */
export interface Token {
  text: string;
  at: number;
}

const TOKEN = /\p{L}+['’]\p{L}+|[^\s"'`“”‘’«»()[\]{}<>,;|]+/gu;

/** The tokens of a text, in order. */
export function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].flatMap((match) => {
    const token = match[0].replace(/[.:!?…]+$/u, '');
    return token === '' ? [] : [{ text: token, at: match.index }];
  });
}

/** A path as the agent's tools show it, or undefined for a text that is none. */
export function shownPath(text: string, folders: readonly GrantedFolder[]): string | undefined {
  const names = folders.map((folder) => folder.name);
  const parsed = parseVirtualPath(text, names);
  return parsed.ok ? formatVirtualPath(parsed.path) : undefined;
}

/**
 * Where a text names the file at `shown`: as a tool would read it there, by its real path, by its path below a granted
 * folder whose name stands in the same text, or letter for letter (names with spaces).
 */
export function pathPlaces(
  text: string,
  written: string,
  shown: string,
  folders: readonly GrantedFolder[],
  tokens: readonly Token[] = tokensOf(text),
): number[] {
  const places = new Set<number>();
  const words = new Set(tokens.map((token) => token.text));
  const named = folders.filter((folder) => words.has(folder.name) || words.has(`/folders/${folder.name}`));
  for (const token of tokens) {
    const forms = [token.text, ...named.map((folder) => `/folders/${folder.name}/${token.text}`)];
    for (const folder of folders)
      if (token.text.startsWith(`${folder.path}/`))
        forms.push(`/folders/${folder.name}${token.text.slice(folder.path.length)}`);
    if (forms.some((form) => shownPath(form, folders) === shown)) places.add(token.at);
  }
  for (const form of [written, shown]) if (form.includes(' ')) for (const at of wholePlaces(text, form)) places.add(at);
  return [...places].sort((a, b) => a - b);
}
