import type { FactPlace } from '#contract/fact';
import { CallGround, type CallSource } from './call-ground.ts';
import { addFact, type FactSource, type ReadPayloads } from './fact-pieces.ts';
import { FigureIndex, type Piece, SHORT_TEXT } from './figure-index.ts';
import { addName, addNames, capitalsOf } from './find-names.ts';
import { numberWords } from './number-words.ts';

/** All that an answer may rest on. */
export interface Sources {
  facts: readonly FactSource[];
  /** The calls that have ended, in order. */
  calls: readonly CallSource[];
  /** What the person wrote, and the agent's instructions. */
  given: readonly string[];
  /** The entry of the person's last message. */
  since: number;
}

/** What a matcher looks through, made once for an answer. */
export interface Ground {
  facts: FigureIndex;
  given: FigureIndex;
  calls: CallGround;
  sources: Sources;
  factTexts: readonly Piece[];
  factById: ReadonlyMap<string, FactSource>;
  callByShort: ReadonlyMap<string, CallSource>;
  callById: ReadonlyMap<string, CallSource>;
  names: ReadonlyMap<string, readonly string[]>;
}

/** A ground that was found, as a mark tells it. */
export interface Standing {
  kind: 'fact' | 'computed' | 'given';
  fact?: string;
  at?: FactPlace;
  call?: string;
  value?: string;
}

/** Names are read from values of so many characters. */
const LONGEST_NAMED = 20_000;

/** So many facts of one organisation are kept beside its name. */
const MOST_OF_ONE = 20;

/** Reads all that an answer may rest on, once; of names, those that may stand in it. A fact whose bytes are gone or changed is no ground. */
export function groundOf(sources: Sources, answer: string): Ground {
  const capitals = capitalsOf(answer);
  const facts = new FigureIndex();
  const given = new FigureIndex();
  const read: ReadPayloads = { json: new Map(), text: new Map() };
  const names = new Map<string, string[]>();
  const organizations = new Map<string, number>();
  const factTexts: Piece[] = [];
  for (const [order, source] of sources.facts.entries()) {
    const pieces = addFact(source, order, facts, read);
    if (pieces.length === 0) continue;
    factTexts.push(...pieces);
    addNames(names, source.fact.claim, source.fact.id, capitals);
    for (const piece of pieces)
      if (piece.text.length <= LONGEST_NAMED) addNames(names, piece.text, source.fact.id, capitals);
    for (const { organization } of source.fact.sources) {
      const told = organizations.get(organization) ?? 0;
      if (told < MOST_OF_ONE) addName(names, organization, source.fact.id);
      organizations.set(organization, told + 1);
    }
  }
  for (const [order, text] of sources.given.entries()) {
    const piece: Piece = { text, owner: '', order, document: text.length > SHORT_TEXT };
    given.addText(piece);
    for (const value of numberWords(text)) given.addValue(value, piece);
  }
  const calls = new CallGround(sources.calls, facts, given, sources.given);
  return {
    facts,
    given,
    calls,
    sources,
    factTexts,
    factById: new Map(sources.facts.map((source) => [source.fact.id, source])),
    callByShort: new Map(sources.calls.map((call) => [call.short, call])),
    callById: new Map(sources.calls.map((call) => [call.id, call])),
    names,
  };
}
