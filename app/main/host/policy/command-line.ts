import { type Assignment, forEachChild, parse, type SyntaxNode, type Word } from 'unbash';
import { foldName } from '#contract/path-rules';
import { isShell, mayRunOthers, programName, readsLines, runsItsWords, takesMoreWords } from './command-runners.ts';

/** One command that a line may run. A word is undefined where it is not known before the line runs. */
export interface FoundCommand {
  words: readonly (string | undefined)[];
  /** Where in `words` it begins. */
  from: number;
  /** Words that are not in the line follow: `xargs`. */
  open: boolean;
}

/** A command line, read as bash reads it (asks B40). */
export interface CommandLine {
  /**
   * The words, without their quotes, of a line that is one simple command whose words all stand there as they are.
   * Undefined for every other line: an operator, a substitution, a redirect, a pattern, a comment, an odd character.
   */
  words: readonly string[] | undefined;
  /** Every command in it, wherever it stands. Undefined for a line that can't be read. */
  commands: readonly FoundCommand[] | undefined;
}

const LONGEST_LINE = 32 * 1024;
/** A command that runs the words that follow it, followed by more of them, is not read. */
const MOST_WRAPPED = 256;
/** Lines within lines (`sh -c "sh -c …"`) beyond this are not read. */
const DEEPEST_LINE = 8;

const UNREADABLE: CommandLine = { words: undefined, commands: undefined };

// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\p{Surrogate}/u;
/** What a person can't see, or takes for something else: no word of a simple line holds it. */
const ODD = /[\p{C}\p{Default_Ignorable_Code_Point}]|(?! )\p{Z}/u;
/** Characters that mean something to a shell where no quotes stand around them. */
const MEANS_SOMETHING = /[\\"'`$*?[\]{}()<>|&;!\n]|^#|(?:^|[=:])~/u;
/** The same between double quotes. */
const MEANS_SOMETHING_QUOTED = /[\\`$!]/u;

let last: { text: string; line: CommandLine } | undefined;

/**
 * Reads a command line into words. Nothing is run or looked up. What can't be read for certain is said to be so: a rule
 * that allows then does not match, one that denies or asks does.
 */
export function readCommandLine(text: string): CommandLine {
  if (last?.text !== text) last = { text, line: read(text) };
  return last.line;
}

function read(text: string): CommandLine {
  if (text.length > LONGEST_LINE || CONTROL.test(text)) return UNREADABLE;
  const commands = commandsIn(text, 0);
  return commands ? { words: simpleWords(text), commands } : UNREADABLE;
}

function simpleWords(text: string): readonly string[] | undefined {
  const [statement, ...others] = parse(text).commands;
  const command = statement?.command;
  if (command?.type !== 'Command' || others.length > 0 || statement?.background === true) return undefined;
  // Nothing but blanks around the command: no comment, no `;`. A tab or a line's end is no blank here.
  if (text.slice(0, command.pos).trim() !== '' || text.slice(command.end).trim() !== '') return undefined;
  if (/[\t\n]/u.test(text) || command.prefix.length > 0 || !command.name) return undefined;
  const words: string[] = [];
  for (const word of [command.name, ...command.suffix]) {
    if (word.type !== 'Word' || !isPlain(word, text)) return undefined;
    words.push(word.value);
  }
  return words.some((word) => ODD.test(word)) ? undefined : words;
}

/** Does a word stand there as it is, or only with plain quotes around it? Looks at the text, not only at what was parsed. */
function isPlain(word: Word, text: string): boolean {
  const parts = word.parts ?? [];
  if (parts.length === 0) return !MEANS_SOMETHING.test(text.slice(word.pos, word.end));
  return parts.every((part, index) => {
    const own = text.slice(part.pos, part.end);
    if (part.type === 'SingleQuoted') return own === `'${part.value}'`;
    if (part.type === 'DoubleQuoted') return !MEANS_SOMETHING_QUOTED.test(own);
    return part.type === 'Literal' && !MEANS_SOMETHING.test(index === 0 ? own : ` ${own}`);
  });
}

/** Every command of a line, also in what it substitutes and in what its commands run; undefined if it can't be read. */
function commandsIn(text: string, depth: number): FoundCommand[] | undefined {
  if (depth > DEEPEST_LINE) return undefined;
  const found: FoundCommand[] = [];
  const waiting: SyntaxNode[] = [parse(text)];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'Script' && node.errors && node.errors.length > 0) return undefined;
    if ((node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution') && !node.script) return undefined;
    if (node.type === 'Command' && node.name) {
      const run = runBy(withPlaceholders([node.name, ...node.args].map(knownWord)), depth);
      if (!run) return undefined;
      for (const each of run) found.push(each);
    }
    forEachChild(node, (child) => waiting.push(child));
  }
  return found;
}

/** `{}` of `find -exec`, and what `xargs -I` names, stand for words that are not in the line. */
function withPlaceholders(words: readonly (string | undefined)[]): readonly (string | undefined)[] {
  if (words.every((word) => word === undefined || !takesMoreWords(word))) return words;
  const option = words.findIndex((word) => word !== undefined && /^(?:-[IiJ]|--replace)/u.test(word));
  const named = words[option]?.replace(/^(?:-[IiJ]|--replace=?)/u, '') || words[option + 1];
  return words.map((word) => {
    const stands = word !== undefined && (/\{.*\}/u.test(word) || (option >= 0 && named && word.includes(named)));
    return stands ? undefined : word;
  });
}

/** A command, and those that it runs in turn: `env git push`, `xargs git`, `sh -c 'git push'`. */
function runBy(words: readonly (string | undefined)[], depth: number): FoundCommand[] | undefined {
  const found: FoundCommand[] = [{ words, from: 0, open: false }];
  const [name] = words;
  if (name === undefined) return found;
  const wraps = runsItsWords(words);
  if (wraps && words.length > MOST_WRAPPED) return undefined;
  const open = takesMoreWords(name);
  for (let from = 0; from < (wraps ? words.length : 1); from++) {
    if (from > 0) found.push({ words, from, open });
    const lines = linesWithin(words, from, wraps);
    if (!lines) return undefined;
    for (const line of lines) {
      const inner = commandsIn(line, depth + 1);
      if (!inner) return undefined;
      for (const each of inner) found.push(each);
    }
  }
  return found;
}

/**
 * The texts that the command at `from` reads as lines of their own; undefined where it runs what is not known. What may
 * be one or not, as an argument of `ssh` or of `git -c`, counts as one.
 */
function linesWithin(words: readonly (string | undefined)[], from: number, wraps: boolean): string[] | undefined {
  const name = words[from];
  if (name === undefined) return [];
  const given = words.slice(from + 1);
  if (isShell(name)) {
    const option = given.findIndex((word) => word !== undefined && /^[-+][A-Za-z]*c/u.test(word));
    const line = option < 0 ? undefined : given.slice(option + 1).find((word) => !word?.startsWith('-'));
    if (option >= 0) return line === undefined ? undefined : [line];
    // Without anything to run, a shell runs what it is sent.
    return given.some((word) => word === undefined || !/^[-+]/u.test(word)) ? [] : undefined;
  }
  if (programName(name) === 'eval') return given.includes(undefined) ? undefined : [given.join(' ')];
  if (!readsLines(name) && !(wraps && from === 0)) return [];
  const known = given.filter((word) => word !== undefined);
  // `alias x='…'` and `git -c alias.x='!…'` name the line first.
  return known.flatMap((word) => [word, word.slice(word.indexOf('=') + 1).replace(/^!/u, '')]).filter(isLine);
}

const isLine = (text: string): boolean => /\S[\s;|&$`()<>]/u.test(text);

function knownWord(word: Word | Assignment): string | undefined {
  if (word.type === 'Word') return knownValue(word);
  const value = word.value.type === 'Word' ? knownValue(word.value) : undefined;
  return value === undefined ? undefined : `${word.name}=${value}`;
}

/** The value of a word, where it is known before the line runs. */
function knownValue(word: Word): string | undefined {
  const known = (word.parts ?? []).every(
    (part) =>
      part.type === 'Literal' ||
      part.type === 'SingleQuoted' ||
      part.type === 'AnsiCQuoted' ||
      ((part.type === 'DoubleQuoted' || part.type === 'LocaleString') &&
        part.parts.every((inner) => inner.type === 'Literal')),
  );
  return known && !/^~/u.test(word.text) ? word.value : undefined;
}

/** Does a rule that allows cover this line? One simple command, whose words are those of the rule. */
export function allowsLine(line: CommandLine, words: readonly string[], more: boolean): boolean {
  const given = line.words;
  if (!given || given.length < words.length || !words.every((word, index) => word === given[index])) return false;
  if (given.length === words.length && !more) return true;
  return more && !mayRunOthers(given, words.length);
}

/** Does a rule that denies or asks cover this line? The command stands somewhere in it, or it can't be read. */
export function holdsCommand(line: CommandLine, words: readonly string[], more: boolean): boolean {
  return line.commands?.some((command) => isOrMayBe(command, words, more)) ?? true;
}

/** Every spelling counts, a program by its whole path too, and options before the next word: `git -C x push`. */
function isOrMayBe({ words, from, open }: FoundCommand, wanted: readonly string[], more: boolean): boolean {
  let at = from;
  for (const [index, word] of wanted.entries()) {
    const same = (given: string): boolean =>
      index === 0 && !word.includes('/')
        ? programName(given) === programName(word)
        : foldName(given) === foldName(word);
    while (at < words.length) {
      const given = words[at];
      if (given === undefined) return true;
      if (same(given)) break;
      if (index === 0 || !given.startsWith('-')) return false;
      // An option, and perhaps its value: whichever of the two readings finds the word counts.
      const value = words[at + 1];
      at += value !== undefined && !value.startsWith('-') && !same(value) ? 2 : 1;
    }
    if (at >= words.length) return open;
    at++;
  }
  return more || open || at === words.length || words.slice(at).includes(undefined);
}
