import { WarrantError } from '#contract/errors';
import type { Json } from '#contract/ids';
import type { HostCall, HostReply } from '../../../../sandbox/protocol.ts';
import { refuse } from './guest-files.ts';

/** The secrets that one guest may read, and what is known of all of them. */
export interface GuestSecrets {
  /** Those whose value the call may see. */
  names(): string[];
  /** A value, once that it is given is on the log; throws where it is not to be had. */
  reveal(name: string): Promise<{ value: string; version: number }>;
  /** The names of secrets whose value stands in a content or a path, in any form. */
  heldIn(content: Uint8Array | string): string[];
}

/** A reply about secrets, and what is kept of it in place of a value. */
export interface SecretReply {
  reply: HostReply;
  record: { secret: string; version: number } | undefined;
}

const FOLDER = '/secrets';

/** Whether a path is among the secrets, which are files of no disk. */
export function isSecretPath(path: string): boolean {
  return path === FOLDER || path.startsWith(`${FOLDER}/`);
}

const attributes = (kind: 'file' | 'folder', size: number): { [key: string]: Json } => ({
  kind,
  size,
  modified: 0,
  writable: false,
});

/**
 * Answers a guest’s call below `/secrets`, where each secret that its call may see is a file of that name. A secret that
 * it may not see does not exist. Nothing can be changed there.
 */
export async function answerSecret(call: HostCall, secrets: GuestSecrets): Promise<SecretReply> {
  const only = (reply: HostReply): SecretReply => ({ reply, record: undefined });
  const names = secrets.names();
  if (names.length === 0) return only(refuse('ENOENT', `${call.path} does not exist`));
  if (call.operation !== 'stat' && call.operation !== 'list' && call.operation !== 'read')
    return only(refuse('EROFS', 'secrets can’t be changed by code'));
  if (call.path === FOLDER) {
    const entries = names.map((name) => ({ name, ...attributes('file', 0) }));
    if (call.operation === 'list') return only({ ok: true, json: { entries } });
    if (call.operation === 'stat') return only({ ok: true, json: attributes('folder', 0) });
    return only(refuse('EISDIR', `${FOLDER} is a folder`));
  }
  const name = call.path.slice(FOLDER.length + 1);
  if (!names.includes(name)) return only(refuse('ENOENT', `${call.path} does not exist`));
  if (call.operation === 'list') return only(refuse('ENOTDIR', `${call.path} is a file`));
  const revealed = await secrets.reveal(name).catch((fault: unknown) => {
    if (fault instanceof WarrantError) return refuse('EACCES', fault.message);
    throw fault;
  });
  if ('ok' in revealed) return only(revealed);
  const { value, version } = revealed;
  const bytes = new TextEncoder().encode(value);
  const record = { secret: name, version };
  if (call.operation === 'read')
    return {
      reply: { ok: true, json: null, bytes: bytes.subarray(call.position, call.position + call.length) },
      record,
    };
  const json = attributes('file', bytes.length);
  return { reply: bytes.length <= call.inline ? { ok: true, json, bytes } : { ok: true, json }, record };
}

/** Why a call may not be made that would write a value, or name a file by one; undefined where it may. */
export function refuseHeldSecret(call: HostCall, heldIn: GuestSecrets['heldIn']): string | undefined {
  const inName = [call.path, ...(call.operation === 'rename' ? [call.to] : [])].flatMap((path) => heldIn(path))[0];
  if (inName !== undefined) return `the name holds the secret ${inName}; secrets are not written to names of files`;
  return call.operation === 'put' ? refuseSecretContent(call.bytes, heldIn) : undefined;
}

/** Why a content may not be written; undefined where it may. */
export function refuseSecretContent(content: Uint8Array, heldIn: GuestSecrets['heldIn']): string | undefined {
  const [name] = heldIn(content);
  return name === undefined ? undefined : `the content holds the secret ${name}; secrets are not written to files`;
}
