import { createHash } from 'node:crypto';
import type { Fact, FactPlace } from '#contract/fact';
import type { Json } from '#contract/ids';
import type { CallSource } from '../marks/call-ground.ts';
import type { FactSource } from '../marks/fact-pieces.ts';
import type { Sources } from '../marks/ground.ts';

/** A fact at a place of a payload, which is JSON unless it is a text. */
export function factIn(id: string, claim: string, payload: Json, at: FactPlace, more: Partial<Fact> = {}): FactSource {
  const bytes = Buffer.from(typeof payload === 'string' && !('pointer' in at) ? payload : JSON.stringify(payload));
  const fact: Fact = {
    id,
    claim,
    payloadHash: createHash('sha256').update(bytes).digest('hex'),
    at,
    sources: [
      { organization: 'Statistics Office', url: 'https://stats.example.org/x', collectedAt: 1, callId: 'call-1' },
    ],
    ...more,
  };
  return { fact, bytes };
}

/** A fact that is a whole text. */
export function textFact(id: string, claim: string, text: string): FactSource {
  return factIn(id, claim, text, { from: 0, to: Buffer.byteLength(text) });
}

/** A call that ended well with a text, the `n`th of its run. */
export function callOf(n: number, tool: string, input: Json, text: string, more: Partial<CallSource> = {}): CallSource {
  return {
    id: `call-${n}`,
    short: `C${n}`,
    seq: 2 * n,
    tool,
    command: [],
    input,
    text,
    ok: true,
    kind: 'computed',
    reads: [],
    changes: [],
    effect: { change: 'none', where: 'local', repeat: 'safe' },
    ...more,
  };
}

/** What an answer may rest on; left out, nothing. */
export function sourcesOf(part: Partial<Sources> = {}): Sources {
  return { facts: [], calls: [], given: [], since: 0, ...part };
}
