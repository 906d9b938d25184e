import path from 'node:path';
import { z } from 'zod';
import { CALL_LIMITS, FILE_LIMITS } from '../../../../sandbox/limits.ts';
import {
  type HostCall,
  type HostRequest,
  type JobResult,
  type Json,
  splitFrameBody,
} from '../../../../sandbox/protocol.ts';

/**
 * The seam where a guest's words become ours. The guest may forge everything, its own result included; it must not be
 * able to hand over anything but plain, bounded data (X7). Each function gives undefined for what does not fit exactly.
 */

/** Absolute, already normal, without NUL: so that what is checked is what is opened. */
const guestPath = z
  .string()
  .min(1)
  .max(FILE_LIMITS.pathCharacters)
  .refine((text) => text.startsWith('/') && !text.includes('\0') && path.posix.normalize(text) === text);
const amount = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

const at = { index: amount, path: guestPath };
const hostCall = z.discriminatedUnion('operation', [
  z.strictObject({ ...at, operation: z.literal('stat'), inline: amount.max(FILE_LIMITS.inlineBytes) }),
  z.strictObject({ ...at, operation: z.literal('list') }),
  z.strictObject({
    ...at,
    operation: z.literal('read'),
    position: amount,
    length: amount.min(1).max(FILE_LIMITS.readBytes),
  }),
  z.strictObject({ ...at, operation: z.literal('put') }),
  z.strictObject({ ...at, operation: z.literal('makeFolder') }),
  z.strictObject({ ...at, operation: z.literal('remove') }),
  z.strictObject({ ...at, operation: z.literal('removeFolder') }),
  z.strictObject({ ...at, operation: z.literal('rename'), to: guestPath }),
]);

const line = z.string().max(64 * 1024);
const jobResult = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ok'), truncated: z.boolean(), value: z.unknown().optional() }),
  z.strictObject({
    type: z.literal('error'),
    name: z.string().max(1024),
    message: line,
    traceback: line,
    truncated: z.boolean(),
  }),
]);

/** How deep a value may nest; deeper ones overflow the stack of whoever walks them. */
const DEEPEST_VALUE = 200;

/**
 * Reads a host call.
 * @param expected the index this call must have
 */
export function parseHostCall(body: Buffer, expected: number): HostCall | undefined {
  const split = splitFrameBody(body);
  if (split === undefined) return undefined;
  const parsed = hostCall.safeParse(parseJson(split.text));
  if (!parsed.success || parsed.data.index !== expected) return undefined;
  if (parsed.data.operation === 'put') {
    if (split.bytes.length > FILE_LIMITS.fileBytes) return undefined;
    return { ...parsed.data, bytes: split.bytes };
  }
  return split.bytes.length === 0 ? (parsed.data as { index: number } & HostRequest) : undefined;
}

/** Reads a job's result. */
export function parseJobResult(body: Buffer): JobResult | undefined {
  const split = splitFrameBody(body);
  if (split === undefined || split.bytes.length > 0) return undefined;
  const parsed = jobResult.safeParse(parseJson(split.text));
  if (!parsed.success) return undefined;
  if (parsed.data.type === 'error') return parsed.data;
  const { type, truncated, value } = parsed.data;
  if (value === undefined) return { type, truncated };
  const copied = copyJson(value, 0);
  if (copied === undefined || JSON.stringify(copied).length > CALL_LIMITS.valueBytes * 2) return undefined;
  return { type, truncated, value: copied };
}

/** Reads a piece of output: bytes and nothing else. */
export function parseOutput(body: Buffer): Uint8Array | undefined {
  const split = splitFrameBody(body);
  return split === undefined || split.text !== '' ? undefined : split.bytes;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON: no schema fits undefined, so the caller refuses the message
  }
}

/** Copies parsed JSON without any key named `__proto__`, which a later merge would take for a prototype. */
function copyJson(value: unknown, depth: number): Json | undefined {
  if (depth > DEEPEST_VALUE) return undefined;
  if (value === null || typeof value !== 'object') return value as Json;
  if (Array.isArray(value)) {
    const items = value.map((item) => copyJson(item, depth + 1));
    return items.includes(undefined) ? undefined : (items as Json[]);
  }
  const copied: { [key: string]: Json } = {};
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') continue;
    const inner = copyJson(item, depth + 1);
    if (inner === undefined) return undefined;
    copied[key] = inner;
  }
  return copied;
}
