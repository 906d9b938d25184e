import { type BrowserWindow, dialog, shell } from 'electron';

/** What may happen with an address that a page wants opened outside. */
export type ExternalVerdict = { type: 'refuse'; reason: string } | { type: 'ask'; address: string; encrypted: boolean };

/**
 * Judges an address for the person's browser: https, and http with a warning; nothing else (E8).
 * `file:`, `smb:`, `javascript:`, `vscode:`, `ms-msdt:` and the like start programs or open shares; an address with a
 * user name shows a host that it does not lead to. Pure.
 */
export function judgeExternal(address: string): ExternalVerdict {
  if (typeof address !== 'string' || address.length > 4_096) return { type: 'refuse', reason: 'not an address' };
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return { type: 'refuse', reason: 'not an address' };
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { type: 'refuse', reason: `${url.protocol} is not opened from here` };
  }
  if (url.username !== '' || url.password !== '') return { type: 'refuse', reason: 'it holds a user name' };
  return { type: 'ask', address: url.href, encrypted: url.protocol === 'https:' };
}

/**
 * Opens an address in the person's browser after they saw it in full: text of a model or a page may have made it, and
 * an address can carry words out (E8, E10). Cancel is the default.
 */
export async function openExternal(window: BrowserWindow | undefined, address: string): Promise<void> {
  const verdict = judgeExternal(address);
  if (verdict.type === 'refuse') return;
  const question = {
    type: 'question' as const,
    message: 'Open this address in your browser?',
    detail: verdict.encrypted ? verdict.address : `${verdict.address}\n\nThe connection is not encrypted (http).`,
    buttons: ['Open', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  const { response } = await (window ? dialog.showMessageBox(window, question) : dialog.showMessageBox(question));
  if (response === 0) await shell.openExternal(verdict.address);
}
