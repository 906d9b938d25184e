import type { Command, ToolCall } from '#contract/tool';

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
    const url = typeof text === 'string' ? URL.parse(text) : null;
    if (!url) return { refused: `${use.field} is not an address` };
    const usual = PORTS.get(url.protocol);
    if (usual === undefined) return { refused: `${use.field} is not an address that begins with http: or https:` };
    if (url.username !== '' || url.password !== '') return { refused: `${use.field} holds a name or a password` };
    const method = use.method === undefined ? 'GET' : (fields.get(use.method) ?? 'GET');
    if (typeof method !== 'string' || !/^[A-Za-z]{1,20}$/u.test(method))
      return { refused: `${use.method} is not a method such as GET` };
    const port = url.port === '' ? usual : Number(url.port);
    nets.push({ host: url.hostname, port, method: method.toUpperCase(), url: url.href });
  }
  return { nets };
}
