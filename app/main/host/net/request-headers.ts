const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** What the transport says itself: a caller that set one could name another host, or end the request within its body. */
const OF_TRANSPORT = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'content-length',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'http2-settings',
]);

/** Why the headers of a tool can't be sent, in words that hold no value; undefined if they can. */
export function headersFault(headers: Readonly<Record<string, string>>): string | undefined {
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (!NAME.test(name)) return `${JSON.stringify(name)} is no name of a header`;
    if (OF_TRANSPORT.has(lower)) return `the header ${name} is set by the connection itself`;
    if (seen.has(lower)) return `the header ${name} is there twice`;
    if (!VALUE.test(value)) return `the value of the header ${name} holds a character that can’t stand there`;
    seen.add(lower);
  }
  return undefined;
}

/** A header that may hold a credential, by its name (row A6.11). */
function isCredentialHeader(name: string): boolean {
  return /^(?:authorization|cookie2?|proxy-authorization|x-api-key)$|api-?key|secret|token|password|credential|session|^x-auth/i.test(
    name,
  );
}

/** The headers without those that may hold a credential (rule S20). */
export function withoutCredentials(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isCredentialHeader(name)));
}

/** The headers without those that describe a body: for a redirect that asks without one. */
export function withoutBodyHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !/^content-/i.test(name)));
}
