import { createHash } from 'node:crypto';
import { canonicalJson } from '#contract/canonical-json';
import type { Hash, Json } from '#contract/ids';
import type { Message, ModelRequest } from '#contract/model';
import type { Run } from '#contract/run';

const sha256 = (text: string): Hash => createHash('sha256').update(text).digest('hex');

/** The messages of a run's last request, each with the hash of everything up to it. */
interface Chain {
  head: Hash;
  messages: readonly Message[];
  hashes: Hash[];
}

const chains = new WeakMap<Run, Chain>();

function sameMessage(one: Message, other: Message | undefined): boolean {
  if (one.role === 'assistant') return other?.role === 'assistant' && one.reply === other.reply;
  if (one.role === 'user') return other?.role === 'user' && one.text === other.text;
  return (
    other?.role === 'tool' &&
    one.callId === other.callId &&
    one.tool === other.tool &&
    one.error === other.error &&
    one.text === other.text
  );
}

/**
 * Names a request exactly: a chain of hashes over what stays the same for the run (model, protocol, instructions, tools)
 * and then over each message. What the request before held already is not hashed again, so a step of a long run costs
 * what it adds.
 */
export function hashOfRequest(run: Run, request: ModelRequest): Hash {
  const { messages, step, ...fixed } = request;
  const known = chains.get(run);
  const head = known?.head ?? sha256(canonicalJson(fixed as unknown as Json));
  let same = 0;
  for (const message of messages) {
    if (!sameMessage(message, known?.messages[same])) break;
    same += 1;
  }
  const hashes = known?.hashes.slice(0, same) ?? [];
  for (const message of messages.slice(same))
    hashes.push(sha256(`${hashes.at(-1) ?? head} ${canonicalJson(message as unknown as Json)}`));
  chains.set(run, { head, messages, hashes });
  return sha256(`${hashes.at(-1) ?? head} ${step}`);
}
