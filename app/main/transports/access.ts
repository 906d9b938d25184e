import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a token proved: a program that could read the data folder (`host`), or a page a person opened (`page`). */
export type Access = 'host' | 'page';

/** The three kinds of token of browser mode and who may hold each (M6, H5). */
export interface AccessControl {
  /** Makes a token for one page link; it is worth one exchange. */
  invite(): string;
  /** Turns the token of a link into a page's own token, once; undefined when unknown or used. */
  exchange(invitation: string): string | undefined;
  /** What a presented token proves; undefined when it proves nothing. */
  check(token: string | undefined): Access | undefined;
}

const MAX_INVITATIONS = 64;
const PAGE_TOKEN = /^page\.([A-Za-z0-9_-]{32})\.([A-Za-z0-9_-]{43})$/;

/**
 * Access under one host token, which lives in the data folder (0600) and outlasts the host.
 * A page's token is derived from it, so an open page survives a restart of the host and nothing more is stored;
 * the tokens of links live in memory only and are forgotten after use.
 */
export function createAccessControl(hostToken: string): AccessControl {
  const invitations = new Set<string>();
  return {
    invite() {
      const token = randomBytes(24).toString('base64url');
      const oldest = invitations.size < MAX_INVITATIONS ? undefined : invitations.values().next().value;
      if (oldest !== undefined) invitations.delete(oldest);
      invitations.add(token);
      return token;
    },
    exchange(invitation) {
      if (!invitations.delete(invitation)) return undefined;
      const id = randomBytes(24).toString('base64url');
      return `page.${id}.${signatureOf(hostToken, id)}`;
    },
    check(token) {
      if (token === undefined) return undefined;
      if (sameText(token, hostToken)) return 'host';
      const [, id, signature] = PAGE_TOKEN.exec(token) ?? [];
      if (id === undefined || signature === undefined) return undefined;
      return sameText(signature, signatureOf(hostToken, id)) ? 'page' : undefined;
    },
  };
}

function signatureOf(hostToken: string, id: string): string {
  return createHmac('sha256', hostToken).update(`warrant page ${id}`).digest('base64url');
}

/** Equal texts, in a time that tells nothing about where two texts part. */
function sameText(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
