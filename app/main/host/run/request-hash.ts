import { createHash } from 'node:crypto';
import { canonicalJson } from '#contract/canonical-json';
import type { Hash, Json } from '#contract/ids';
import type { Message, ModelReply, ModelRequest } from '#contract/model';
import type { Run } from '#contract/run';

const sha256 = (text: string): Hash => createHash('sha256').update(text).digest('hex');

/** Values of the log never change, so the hash of one is computed once. */
const known = new WeakMap<Run | ModelReply, Hash>();

function once(value: Run | ModelReply, text: () => string): Hash {
  const hash = known.get(value) ?? sha256(text());
  known.set(value, hash);
  return hash;
}

function partOf(message: Message): Json {
  switch (message.role) {
    case 'user':
      return [message.role, sha256(message.text)];
    case 'assistant':
      return [message.role, once(message.reply, () => canonicalJson(message.reply as Json))];
    case 'tool':
      return [message.role, message.callId, message.tool, message.error, sha256(message.text)];
  }
}

/**
 * Names a request exactly: a hash over what stays the same for the run (model, protocol, instructions, tools) and over
 * one part for each message. A long history is not written out again at every step.
 */
export function hashOfRequest(run: Run, request: ModelRequest): Hash {
  const { messages, step, ...fixed } = request;
  const head = once(run, () => canonicalJson(fixed as unknown as Json));
  return sha256(canonicalJson([head, step, ...messages.map(partOf)]));
}
