import type { Grant, Permission } from '#contract/permission';

/** What the sentence of a rule is made from. */
export interface SentenceNames {
  /** The names of folders, by id. A folder that is not named is called by its id. */
  folders: ReadonlyMap<string, string>;
  /** False for an allow that only says what may be reached, and leaves asking to the other rules. */
  standing?: boolean;
}

const ODD = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

/** Characters that can't be seen, or that turn the text around them, as their numbers. */
function visible(text: string): string {
  return text.replace(ODD, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Bytes that a rule compares exactly, set apart from the words around them. */
function exact(text: string): string {
  return `\`${visible(text)}\``;
}

function listed(words: readonly string[], last: 'and' | 'or'): string {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

type Of<Kind extends Permission['kind']> = Extract<Permission, { kind: Kind }>;

function filesOf({ folder, path, only }: Of<'file'>, { folders }: SentenceNames): string {
  const place = folder === 'agent' ? 'its own disk' : folder === '*' ? '' : visible(folders.get(folder) ?? folder);
  const secret = only === 'secret-files' ? ' that hold secrets' : '';
  const inPlace = place === '' ? '' : ` ${folder === 'agent' ? 'on' : 'in'} ${place}`;
  const parts = path.split('/').filter((part) => part !== '');
  const plain = (some: readonly string[]): boolean => !some.includes('*') && !some.includes('**');
  const below = parts.slice(0, -1);
  const last = parts.at(-1);
  if (last === '**' && below.length === 0) return `files${secret}${inPlace || (secret === '' ? ' anywhere' : '')}`;
  const at = (some: readonly string[]): string =>
    folder === 'agent' || folder === '*'
      ? `${exact(some.join('/'))}${inPlace || ' in any folder'}`
      : exact([place, ...some].join('/'));
  if (last === undefined) return `the folder${inPlace || ' of any place'} itself`;
  if (plain(parts)) return secret === '' ? at(parts) : `${at(parts)}, where it holds secrets`;
  if (plain(below) && last === '**') return `${at(below)} and all files${secret} below it`;
  if (plain(below) && last === '*' && below.length === 0) return `files${secret} directly${inPlace || ' in any place'}`;
  if (plain(below) && last === '*') return `files${secret} directly in ${at(below)}`;
  return `files${secret}${inPlace} that fit ${exact(parts.join('/'))}`;
}

function hostOf(host: string): string {
  if (host === '**') return 'any host';
  const rest = host.startsWith('**.') ? host.slice(3) : undefined;
  return rest !== undefined && !rest.includes('*') ? `${visible(rest)} and every host below it` : visible(host);
}

/** That a host is not a public one: the person's own machine or network (decision D6). */
function privateWords(host: string, address: string): string {
  const alone = address.replace(/\/(?:32|128)$/u, '') === host.replace(/^\[|\]$/gu, '');
  return alone ? ', which is not public' : ` at addresses ${visible(address)}, which are not public`;
}

function netOf({ host, ports, methods, address }: Of<'net'>, type: Grant['type']): string {
  const ranges = ports.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
  const all = ports.some(({ from, to }) => from <= 1 && to >= 65_535);
  const unsaid = type === 'allow' ? ', on ports 80 and 443' : '';
  const port = all ? '' : ranges.length === 0 ? unsaid : `, on port ${listed(ranges, 'or')}`;
  const any = methods.includes('*') || (methods.length === 0 && type !== 'allow');
  const method = any ? '' : methods.length === 0 ? ', by no method' : `, by ${listed(methods.map(visible), 'or')}`;
  return `${hostOf(host)}${address === undefined ? '' : privateWords(host, address)}${port}${method}`;
}

function inputOf(input: Of<'tool'>['input']): string {
  const fields = Object.entries(input ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  const words = fields.map(([field, value]) =>
    value === '*' || value === '**' ? `any ${visible(field)}` : `${visible(field)} ${exact(value)}`,
  );
  return words.length === 0 ? '' : ` with ${listed(words, 'and')}`;
}

function toolOf({ tool, command, input }: Of<'tool'>): string {
  const named = tool === '*' ? 'any tool' : visible(tool);
  const path = command.split('/').filter((part) => part !== '');
  const whole = path.length === 1 && path[0] === '**';
  const plain = path.length > 0 && !path.includes('*') && !path.includes('**');
  const words = whole || path.length === 0 ? '' : plain ? ` ${path.map(visible).join(' ')}` : ` ${exact(command)}`;
  return `${named}${words}${inputOf(input)}`;
}

/** The command line of a rule. One that denies or asks holds for a line in which the command stands anywhere (B40). */
function lineOf(permission: Of<'tool'>, line: NonNullable<Of<'tool'>['line']>, type: Grant['type']): string {
  const words = exact(line.words.map((word) => (/^[\w./:=@%+,-]+$/u.test(word) ? word : `'${word}'`)).join(' '));
  const tool = permission.tool === '*' ? '' : ` in ${toolOf(permission)}`;
  if (type === 'allow') return line.more ? `a line that begins with ${words}${tool}` : `the line ${words}${tool}`;
  return line.more
    ? `a line with a command that begins with ${words}${tool}`
    : `a line with the command ${words}${tool}`;
}

/** What is done, and to what: "write", "files in ledger". */
function deedOf(type: Grant['type'], permission: Permission, names: SentenceNames): [verb: string, object: string] {
  switch (permission.kind) {
    case 'tool':
      return permission.line ? ['run', lineOf(permission, permission.line, type)] : ['use', toolOf(permission)];
    case 'file':
      return [listed(permission.verbs, type === 'allow' ? 'and' : 'or'), filesOf(permission, names)];
    case 'net':
      return ['reach', netOf(permission, type)];
    case 'secret': {
      const secret =
        permission.name === '*' && type !== 'allow' ? 'any secret' : `the secret ${exact(permission.name)}`;
      return permission.use === 'header' ? ['send', `${secret} in a header`] : ['see', `the value of ${secret}`];
    }
    case 'config':
      return [
        'read',
        permission.key === '*' && type !== 'allow' ? 'any setting' : `the setting ${exact(permission.key)}`,
      ];
  }
}

/** What a rule is about, in the words of its sentence without whom and whether: "write files in ledger". */
export function deedWords(type: Grant['type'], permission: Permission, names: SentenceNames): string {
  return deedOf(type, permission, names).join(' ');
}

const THIRD: Record<string, string> = { use: 'uses', run: 'runs', reach: 'reaches', send: 'sends', see: 'sees' };

/**
 * The sentence of a rule: what a person reads before they give it, and finds in the log, on the card and in `explain`.
 * A rule hits what its sentence says.
 * @param agent the agent's name; undefined for a rule about every agent
 */
export function sentenceOf(
  agent: string | undefined,
  type: Grant['type'],
  permission: Permission,
  names: SentenceNames,
): string {
  const [verb, object] = deedOf(type, permission, names);
  const pause = permission.kind === 'net' && object.includes(', ') ? ',' : '';
  if (type === 'deny')
    return agent === undefined ? `No agent may ${verb} ${object}.` : `${agent} may not ${verb} ${object}.`;
  if (type === 'allow')
    return `${agent ?? 'Every agent'} may ${verb} ${object}${names.standing === false ? '' : `${pause} without asking`}.`;
  const third = verb
    .split(/\b/u)
    .map((word) => (/^(?:read|list|write|delete)$/u.test(word) ? `${word}s` : (THIRD[word] ?? word)))
    .join('');
  return `${agent ?? 'Every agent'} asks before it ${third} ${object}.`;
}
