/** How closely a rule is read: one that allows holds for what it says, one that denies or asks for every spelling of it. */
export type Reading = 'exact' | 'every-spelling';

/** Ports where a rule that allows names none (rule S26). */
export const USUAL_PORTS: readonly number[] = [80, 443];

/** What the host of an address never holds. A port stands in the rule, not in its host. */
const NO_HOST = /[/\\?#@:%<>^|\s]/u;

/** An address as numbers. Its parts are no names, so a `*` of a rule that allows stands for none of them. */
const isNumeric = (host: string): boolean => host.startsWith('[') || /^\d+(?:\.\d+){3}$/u.test(host);

/**
 * A host, or a pattern of one, as rules compare it: in lower case, without the dot of the root, letters of other scripts
 * as IDNA writes them, so that none is taken for one that only looks alike (rows A16.13, S23).
 * @returns undefined for what is no host
 */
export function normalHost(host: string): string | undefined {
  const bracketed = host.startsWith('[') && host.endsWith(']');
  if (!bracketed && NO_HOST.test(host)) return undefined;
  const rootless = host.endsWith('.') ? host.slice(0, -1) : host;
  if (/^(?:\d+|\*)(?:\.(?:\d+|\*))*$/u.test(rootless) && rootless.includes('*')) return rootless;
  const ascii = URL.parse(`http://${rootless}/`)?.hostname ?? '';
  return ascii === '' || ascii.split('.').includes('') ? undefined : ascii;
}

/** The labels of a host that is already normal, from the root down; a `**` then stands at the end of what it leaves open. */
export function hostLabels(host: string): string[] {
  return (host.startsWith('[') ? [host] : host.split('.')).reverse();
}

/**
 * Does a host pattern cover a host? `*` is exactly one label, `**` any number (row A16.13). A pattern that is no host
 * covers none if it allows, and every one if it denies or asks (rule A14).
 * @param host as `URL` gives it
 */
export function matchesHost(pattern: string, host: string, reading: Reading): boolean {
  const wanted = normalHost(pattern);
  const given = normalHost(host);
  if (wanted === undefined || given === undefined) return reading === 'every-spelling';
  if (wanted === '**' || wanted === given) return true;
  if (reading === 'exact' && isNumeric(given)) return false;
  return matchesLabels(hostLabels(wanted), hostLabels(given));
}

function matchesLabels(pattern: readonly string[], labels: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return labels.length === 0;
  if (first === '**')
    return (
      rest.length === 0 || labels.some((_, at) => matchesLabels(rest, labels.slice(at))) || matchesLabels(rest, [])
    );
  const [label, ...others] = labels;
  return label !== undefined && (first === '*' || first === label) && matchesLabels(rest, others);
}

/** Does a rule's list of ports hold this one? None named: the usual two for a rule that allows, else every one. */
export function coversPort(
  ports: readonly { from: number; to: number }[],
  port: number,
  reading: Reading = 'exact',
): boolean {
  if (ports.length === 0) return reading === 'every-spelling' || USUAL_PORTS.includes(port);
  return ports.some(({ from, to }) => from <= port && port <= to);
}

/** Does a rule's list of methods hold this one? None named: no method for a rule that allows, else every one. */
export function coversMethod(methods: readonly string[], method: string, reading: Reading): boolean {
  if (methods.length === 0) return reading === 'every-spelling';
  return methods.some(
    (each) => each === '*' || each === method || (reading !== 'exact' && each.toUpperCase() === method),
  );
}

/**
 * Reads a host of a binding: `rates.example.org`, `*.example.com:8080-8090`, `[::1]:*`. Without a port: 80 and 443.
 * @returns undefined for what is no host with a port
 */
export function readHostPattern(text: string): { host: string; ports: { from: number; to: number }[] } | undefined {
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\*|\d{1,5}(?:-\d{1,5})?))?$/u.exec(text) ?? [];
  const normal = normalHost(host);
  if (normal === undefined) return undefined;
  if (port === undefined) return { host: normal, ports: [] };
  if (port === '*') return { host: normal, ports: [{ from: 1, to: 65_535 }] };
  const [from = 0, to = from] = port.split('-').map(Number);
  return from >= 1 && from <= to && to <= 65_535 ? { host: normal, ports: [{ from, to }] } : undefined;
}
