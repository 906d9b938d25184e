/** Words that stand for a password in a manual. */
const STANDS_FOR = new Set([
  'password',
  'mypassword',
  'passwd',
  'changeme',
  'example',
  'your_password',
  'yourpassword',
]);
/** The same, where databases are set up in examples with them. */
const STANDS_FOR_DATABASE = new Set([...STANDS_FOR, 'pass', 'secret', 'root', 'postgres', 'mysql', 'user', 'test']);

const SCHEME = /(?:jdbc:)?[a-z][a-z0-9+.-]*$/i;
const WEB = /^(?:https?|ftps?|wss?|git\+https?|ssh|git)$/i;
/** A name, a colon, a password; an `@` inside the password belongs to it, so the last one before the host counts. */
const PASSWORD = /([^\s:@/?#"'<>]{0,128}):([^\s/?#"'<>]{1,256})@/y;
const HOST = /[A-Za-z0-9.:_[\],-]{1,253}/y;
const REST = /[^\s<>`]{0,2000}/y;

function standsForOne(password: string, web: boolean): boolean {
  if (/[${}]/.test(password) || /^(?:your|replace|my)_/i.test(password)) return true;
  if (/^(.)\1*$/.test(password) || password.length < 4) return true;
  return (web ? STANDS_FOR : STANDS_FOR_DATABASE).has(password.toLowerCase());
}

/**
 * The address around the `://` at `at`, where a password stands in it that is not one of a manual: up to the host for
 * the web, whole for a database, where more of it may be secret. Bounded on both sides (rule K7).
 */
export function urlWithPassword(text: string, at: number): { start: number; end: number } | undefined {
  const scheme = SCHEME.exec(text.slice(Math.max(0, at - 24), at))?.[0];
  if (scheme === undefined) return undefined;
  PASSWORD.lastIndex = at + 3;
  const found = PASSWORD.exec(text);
  const [whole = '', name = '', password = ''] = found ?? [];
  const web = WEB.test(scheme);
  // `TOKEN:x-oauth-basic@` has its secret first.
  const secret = password === 'x-oauth-basic' ? name : password;
  if (!found || standsForOne(secret, web) || (!web && /[${}]/.test(name))) return undefined;
  const ending = web ? HOST : REST;
  ending.lastIndex = at + 3 + whole.length;
  const rest = ending.exec(text)?.[0] ?? '';
  return { start: at - scheme.length, end: at + 3 + whole.length + rest.length };
}
