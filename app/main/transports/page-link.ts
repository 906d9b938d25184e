import * as z from 'zod';
import type { Lock } from './lock-file.ts';

const Invited = z.object({ url: z.url() });

/** Asks a running host for another link to its page. Rejects when the host refuses or is gone. */
export async function askForPageLink(lock: Lock): Promise<string> {
  const response = await fetch(`${lock.origin}/session/invitations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${lock.token}` },
  });
  if (!response.ok) throw new Error(`The host at ${lock.origin} made no link (status ${response.status}).`);
  return Invited.parse(await response.json()).url;
}
