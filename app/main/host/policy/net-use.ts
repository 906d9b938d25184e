import type { Command, ToolCall } from '#contract/tool';
import { addressTextFault } from '#contract/web-address';

/** One use of the network by a call, after its address was read. The parsed address is matched, shown and connected (S22). */
export interface NetUseOfCall {
  /** In lower case, as IDNA writes it, with the dot of the root if it has one. */
  host: string;
  port: number;
  /** In upper case. */
  method: string;
  url: string;
}

const PORTS: ReadonlyMap<string, number> = new Map([
  ['http:', 80],
  ['https:', 443],
]);

const METHOD = /^[A-Za-z]{1,20}$/u;

/**
 * Reads one address with its method, or says why it is none: by its text, which a parser would mend (rule S22), then by
 * what the parser makes of it. The reason never holds the text (row A6.22).
 */
export function readNetUse(text: string, method: string): NetUseOfCall | { refused: string } {
  const fault = addressTextFault(text);
  if (fault !== undefined) return { refused: fault };
  const url = URL.parse(text);
  const usual = url && PORTS.get(url.protocol);
  if (!url || usual === undefined || usual === null) return { refused: 'it can’t be read' };
  if (url.username !== '' || url.password !== '') return { refused: 'it holds a name or a password before the host' };
  if (!METHOD.test(method)) return { refused: 'its method is not one such as GET' };
  const port = url.port === '' ? usual : Number(url.port);
  return { host: url.hostname, port, method: method.toUpperCase(), url: url.href };
}

/** The uses of the network of a call, from its address arguments; or the reason why one of them is no address. */
export function netUsesOf(call: ToolCall, command: Command): { nets: NetUseOfCall[] } | { refused: string } {
  const { input } = call;
  const fields = new Map(
    input !== null && typeof input === 'object' && !Array.isArray(input) ? Object.entries(input) : [],
  );
  const nets: NetUseOfCall[] = [];
  for (const use of command.hosts ?? []) {
    const text = fields.get(use.field);
    if (text === undefined) continue;
    if (typeof text !== 'string') return { refused: `${use.field} is not an address` };
    const method = use.method === undefined ? 'GET' : (fields.get(use.method) ?? 'GET');
    if (typeof method !== 'string' || !METHOD.test(method))
      return { refused: `${use.method} is not a method such as GET` };
    const read = readNetUse(text, method);
    if ('refused' in read) return { refused: `${use.field} can’t be used as an address: ${read.refused}` };
    nets.push(read);
  }
  return { nets };
}
