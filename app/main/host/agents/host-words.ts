import { permissionOfHost } from '../grants/host-entry.ts';
import { readHostPattern } from '../policy/host-pattern.ts';

/** Ends of names that are given inside a house or a company, and have no public address by themselves. */
const INNER = ['internal', 'local', 'lan', 'home', 'corp', 'private', 'intranet', 'home.arpa'];

/** A host of an agent's file as its sheet says it: words, and what stands in code beside them. */
export interface HostWords {
  /** Begins with a space or a comma, or is empty. */
  text: string;
  code?: string;
}

/**
 * A host or a pattern of one in words: what it means where it does not say so itself, the letters by which it is reached
 * where they are not those that are shown (rule S23), and that it is not public, or must be (decision D6).
 */
export function wordsOfHost(text: string): HostWords {
  const pattern = readHostPattern(text);
  if (!pattern) return { text: '', code: text };
  const { host } = pattern;
  if (host === '**') return { text: ` any host${onPorts(pattern.ports)}` };
  if (host === '*')
    return { text: ` hosts with one name, such as intranet, where it is public${onPorts(pattern.ports)}` };
  const read = permissionOfHost(text);
  const isPrivate = 'permission' in read && read.permission.address !== undefined;
  const isInner = INNER.some((end) => host === end || host.endsWith(`.${end}`)) || /^[^.[]+$/u.test(host);
  const about = isPrivate ? ' a place that is not public,' : isInner ? ', where it is public,' : '';
  return { text: about, code: isAscii(text) ? text : `${text} (${host})` };
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/u.test(text);

function onPorts(ports: readonly { from: number; to: number }[]): string {
  const [first] = ports;
  if (!first) return '';
  if (first.from <= 1 && first.to >= 65_535) return ', on any port';
  return first.from === first.to ? `, on port ${first.from}` : `, on ports ${first.from} to ${first.to}`;
}
