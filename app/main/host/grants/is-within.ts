import type { Permission } from '#contract/permission';

const parts = (pattern: string): string[] => pattern.split('/').filter((part) => part !== '');

/** Whether every list of names that `inner` covers is covered by `outer` too. May say no where the answer is yes. */
export function isPatternWithin(inner: string, outer: string): boolean {
  return within(parts(inner), parts(outer));
}

function within(inner: readonly string[], outer: readonly string[]): boolean {
  const [part, ...rest] = outer;
  if (part === undefined) return inner.length === 0;
  const [first, ...others] = inner;
  if (part === '**') return within(inner, rest) || (first !== undefined && within(others, outer));
  if (first === undefined || first === '**') return false;
  return (part === '*' || part === first) && within(others, rest);
}

/** An address in numbers has no names, so no `*` of a rule that allows stands for part of it. */
const isNumeric = (host: string): boolean => host.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(host);

function isHostWithin(inner: string, outer: string): boolean {
  if (outer === '**' || inner === outer) return true;
  return !isNumeric(inner) && isPatternWithin(inner.replaceAll('.', '/'), outer.replaceAll('.', '/'));
}

type Of<Kind extends Permission['kind']> = Extract<Permission, { kind: Kind }>;

function isToolWithin(inner: Of<'tool'>, outer: Of<'tool'>): boolean {
  if (outer.tool !== '*' && outer.tool !== inner.tool) return false;
  if (!isPatternWithin(inner.command, outer.command)) return false;
  const given = new Map(Object.entries(inner.input ?? {}));
  for (const [field, value] of Object.entries(outer.input ?? {})) {
    const own = given.get(field);
    if (own === undefined || (value !== '*' && value !== '**' && value !== own)) return false;
  }
  const { line } = outer;
  if (!line) return true;
  const own = inner.line;
  if (!own || own.field !== line.field) return false;
  if (!line.more && (own.more || own.words.length !== line.words.length)) return false;
  return line.words.every((word, at) => word === own.words[at]);
}

function isFileWithin(inner: Of<'file'>, outer: Of<'file'>): boolean {
  return (
    (outer.folder === '*' || outer.folder === inner.folder) &&
    isPatternWithin(inner.path, outer.path) &&
    inner.verbs.every((verb) => outer.verbs.includes(verb)) &&
    (outer.only === undefined || outer.only === inner.only)
  );
}

/** The ports of an allow: those of the web where it names none. */
const portsOf = ({ ports }: Of<'net'>): Of<'net'>['ports'] =>
  ports.length > 0 ? ports : [80, 443].map((port) => ({ from: port, to: port }));

function isNetWithin(inner: Of<'net'>, outer: Of<'net'>): boolean {
  const reached = portsOf(outer);
  return (
    isHostWithin(inner.host, outer.host) &&
    portsOf(inner).every(({ from, to }) => reached.some((port) => port.from <= from && to <= port.to)) &&
    (outer.methods.includes('*') || inner.methods.every((method) => outer.methods.includes(method))) &&
    outer.address === inner.address
  );
}

/**
 * Whether a permission that allows gives nothing that another one does not give (row A16.10): a grant derived from one
 * that fails this would be wider. Sound, not complete: it may say no where the answer is yes. Pure.
 */
export function isWithin(inner: Permission, outer: Permission): boolean {
  if (inner.kind === 'tool' && outer.kind === 'tool') return isToolWithin(inner, outer);
  if (inner.kind === 'file' && outer.kind === 'file') return isFileWithin(inner, outer);
  if (inner.kind === 'net' && outer.kind === 'net') return isNetWithin(inner, outer);
  if (inner.kind === 'secret' && outer.kind === 'secret') return inner.name === outer.name && inner.use === outer.use;
  return inner.kind === 'config' && outer.kind === 'config' && inner.key === outer.key;
}
