import { RunEvent } from '#contract/event';
import type { FileChange } from '#contract/file-change';
import type { Hash } from '#contract/ids';
import type { TextRef } from '#contract/text-ref';
import type { ToolOutcome } from '#contract/tool';
import type { PayloadRole } from './bundle-format.ts';

/** Bytes that an entry names, and what they are to it. */
export interface NamedBlob {
  hash: Hash;
  role: PayloadRole;
}

/**
 * The bytes that an event names in its own fields. What a model or a tool wrote is not looked at: no call can have bytes
 * put into a bundle by writing their hash.
 */
export function namedBlobs(value: unknown): NamedBlob[] {
  const event = RunEvent.safeParse(value).data;
  switch (event?.type) {
    case 'run-started':
      return event.run.goal.type === 'prompt' ? ofText(event.run.goal.text) : [];
    case 'user-message-added':
    case 'repair-requested':
    case 'memories-recalled':
      return ofText(event.text);
    case 'approval-requested':
      return event.approval.changes.flatMap(ofChange);
    case 'host-call-started':
      return files(event.before, event.after);
    case 'host-call-ended':
      return files(event.data);
    case 'changes-staged':
      return [...event.changes.flatMap(ofChange), ...ofOutcome(event.outcome)];
    case 'tool-call-ended':
      return ofOutcome(event.outcome);
    case 'file-changed':
      return ofChange(event.change);
    case 'files-restored':
      return event.changes.flatMap(ofChange);
    case 'run-ended':
      return event.end.type === 'completed' ? ofText(event.end.text) : [];
    default:
      return [];
  }
}

function ofText(text: TextRef | undefined): NamedBlob[] {
  return text !== undefined && 'blob' in text ? [{ hash: text.blob, role: 'text' }] : [];
}

function ofOutcome(outcome: ToolOutcome): NamedBlob[] {
  const facts = outcome.type === 'ok' ? outcome.facts : [];
  return [
    ...facts.map(({ payloadHash }): NamedBlob => ({ hash: payloadHash, role: 'payload' })),
    ...ofText(outcome.output),
  ];
}

function files(...hashes: (Hash | undefined)[]): NamedBlob[] {
  return hashes.flatMap((hash): NamedBlob[] => (hash === undefined ? [] : [{ hash, role: 'file' }]));
}

function ofChange(change: FileChange): NamedBlob[] {
  return change.kind === 'file' ? files(change.before, change.after) : [];
}
