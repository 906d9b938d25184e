const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
/** What is left of a key when armour, headers and line ends are taken away: less is a placeholder of a manual. */
const SHORTEST_KEY = 48;
const SERVICE_ACCOUNT = /"type"\s{0,8}:\s{0,8}"service_account"/;

const keyCharacters = (text: string): string => text.replace(/\\[nr]/g, '').replace(/[^A-Za-z0-9+/]/g, '');

/** Private keys in their armour, also where JSON has made one line of them, and one whose end is missing. Linear time. */
export function findPrivateKeys(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  BEGIN.lastIndex = 0;
  for (let begin = BEGIN.exec(text); begin; begin = BEGIN.exec(text)) {
    const body = begin.index + begin[0].length;
    END.lastIndex = body;
    const ending = END.exec(text);
    const close = ending?.index ?? text.length;
    const end = ending ? close + ending[0].length : text.length;
    if (keyCharacters(text.slice(body, close)).length >= SHORTEST_KEY) found.push({ start: begin.index, end });
    BEGIN.lastIndex = end;
  }
  return found.length > 0 && isServiceAccount(text) ? [{ start: 0, end: text.length }] : found;
}

/** A text that is the key file of a service account and nothing else: what stands beside the key goes with it. */
function isServiceAccount(text: string): boolean {
  const whole = text.trim();
  return whole.startsWith('{') && whole.endsWith('}') && SERVICE_ACCOUNT.test(whole);
}
