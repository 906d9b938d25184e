import type { Mark } from '#contract/mark';
import type { CitedItems } from './cited-items.ts';
import { ADMITS } from './find-badges.ts';
import { type Asked, askedOf, type Found, findFigure } from './find-figure.ts';
import type { Item } from './find-items.ts';
import { findQuotation, findUrl } from './find-words.ts';
import type { Ground, Standing } from './ground.ts';
import { placeOfHit } from './place-of-hit.ts';

/** What a part of an answer rests on: the parts of its mark besides where it stands. */
export type Rest = Omit<Mark, 'start' | 'end' | 'text' | 'item'>;

/**
 * Decides what items rest on. What was cited comes first, and is right only if the value stands there: an id alone
 * proves nothing (rule A12). Else facts, then what calls computed, then the person's words; an exact match before a
 * rounded one.
 */
export function matchItem(text: string, cited: CitedItems, ground: Ground): (item: Item) => Rest {
  const finder = new Finder(text, ground);
  return (item) => {
    const ids = cited.idsOf(item);
    if (ids.length === 0) return finder.uncited(item);
    for (const id of ids) {
      const standing = finder.inCited(item, id);
      if (standing) return { ...standing, cited: id };
    }
    // Words that hold more than one figure were quoted for another of them.
    const [id = ''] = ids;
    const forAnother = ids.some((each) =>
      cited.sharing(item, each).some((other) => other !== item && finder.inCited(other, each)),
    );
    if (forAnother) return finder.uncited(item);
    const known = ids.find((each) => ground.factById.has(each) || ground.callByShort.has(each));
    if (known === undefined) return { kind: 'unsourced', cited: id, problem: 'unknown-id' };
    const failed = ground.callByShort.get(known);
    const rest = finder.uncited(item);
    if (failed && !failed.ok) return { kind: 'unsourced', cited: known, problem: 'failed-call', call: failed.id };
    return {
      kind: 'unsourced',
      cited: known,
      problem: 'wrong-citation',
      ...(rest.kind === 'fact' && rest.fact !== undefined && { fact: rest.fact, ...(rest.at && { at: rest.at }) }),
    };
  };
}

/** After these a figure is what a failure was told by. */
const STATUS =
  /(?:answered|responded|returned|replied|status|http|code|error|antwortete|répondu|respondió|respondeu|erro)(?:\W+\p{L}+){0,2}\W*$/iu;
const BUT = /[,:]\s+(?:but|however|still|yet|though|aber|mais|pero|mas)(?!\p{L})/iu;
const MESSAGE = /error|status|http|fail|refus|timed? ?out|exceed|limit|denied|not (?:be|found)|stopped|ended|answered/i;

/** Whether a clause admits a failure, and the figure stands in the message of that failure. */
function tellsOfFailure({ figure, clause }: Asked, { hit }: Found, answer: string): boolean {
  const { text } = hit.piece;
  const line = text.slice(text.lastIndexOf('\n', hit.start) + 1, hit.end + 200).split('\n')[0] ?? '';
  if (!MESSAGE.test(line)) return false;
  const before = answer.slice(Math.max(0, figure.start - 60), figure.start);
  if (STATUS.test(before)) return true;
  const stated = answer.slice(figure.start, figure.end);
  const part = clause.split(BUT).find((each) => each.includes(stated));
  return part !== undefined && ADMITS.test(part);
}

class Finder {
  readonly #text: string;
  readonly #ground: Ground;

  constructor(text: string, ground: Ground) {
    this.#text = text;
    this.#ground = ground;
  }

  /** The item in the one fact or call that was cited for it. */
  inCited(item: Item, id: string): Standing | undefined {
    const { facts, calls, factById, callByShort, names } = this.#ground;
    const call = callByShort.get(id);
    if (item.of === 'name') return names.get(item.name)?.includes(id) ? { kind: 'fact', fact: id } : undefined;
    if (item.of === 'url') return findUrl(item.text, this.#ground, id);
    if (item.of === 'quotation') return findQuotation(item.quote, this.#ground, id);
    const asked = askedOf(item.figure, this.#text);
    if (factById.has(id)) return this.#asFact(findFigure(asked, facts, id));
    if (!call) return undefined;
    if (call.kind === 'outside')
      return this.#ofCall(call.id)
        .map((fact) => this.#asFact(findFigure(asked, facts, fact)))
        .find((standing) => standing !== undefined);
    const found = findFigure(asked, calls.index, call.id);
    return found && calls.grounds(found.hit, item.figure) ? this.#asCall(found) : undefined;
  }

  /** The facts that a call gave. */
  #ofCall(call: string): string[] {
    return this.#ground.sources.facts
      .filter(({ fact }) => fact.sources.some((source) => source.callId === call))
      .map(({ fact }) => fact.id);
  }

  /** The item wherever it stands. */
  uncited(item: Item): Rest {
    const { names } = this.#ground;
    if (item.of === 'name') {
      const fact = names.get(item.name)?.[0];
      return fact === undefined ? { kind: 'unsourced' } : { kind: 'fact', fact };
    }
    if (item.of === 'url') return findUrl(item.text, this.#ground) ?? { kind: 'unsourced' };
    if (item.of === 'quotation') return findQuotation(item.quote, this.#ground) ?? { kind: 'unsourced' };
    const asked = askedOf(item.figure, this.#text);
    const inFact = findFigure(asked, this.#ground.facts);
    if (inFact && inFact.value === undefined) return this.#asFact(inFact) ?? { kind: 'unsourced' };
    const computed = this.#computed(asked);
    if (computed && computed.value === undefined) return this.#asCall(computed);
    const given = findFigure(asked, this.#ground.given);
    if (given && given.value === undefined) return { kind: 'given' };
    const near = this.#asFact(inFact);
    if (near) return near;
    if (computed) return this.#asCall(computed);
    if (given) return { kind: 'given', ...(given.value !== undefined && { value: given.value }) };
    return this.#without(asked);
  }

  /** A figure with no ground, and why a call that shows it is none. */
  #without(asked: Asked): Rest {
    const { calls } = this.#ground;
    const laundered = findFigure(asked, calls.index);
    if (laundered) return { kind: 'unsourced', problem: 'ungrounded-input', call: laundered.hit.piece.owner };
    const failed = findFigure(asked, calls.failed);
    if (failed && tellsOfFailure(asked, failed, this.#text)) return this.#asCall(failed);
    if (failed) return { kind: 'unsourced', problem: 'failed-call', call: failed.hit.piece.owner };
    return { kind: 'unsourced' };
  }

  /** The figure in the output of a call that is ground for it; the last one, as it is the nearest to the answer. */
  #computed(asked: Asked): Found | undefined {
    const { calls } = this.#ground;
    return findFigure(asked, calls.index, undefined, (hit) => calls.grounds(hit, asked.figure));
  }

  #asCall({ hit, value }: Found): Standing {
    const call = hit.piece.owner;
    const inputs = this.#ground.calls.factsBehind(call);
    return {
      kind: 'computed',
      call,
      ...(inputs.length > 0 && { inputs }),
      ...(value !== undefined && { value }),
    };
  }

  #asFact(found: Found | undefined): Standing | undefined {
    if (!found) return undefined;
    const { hit, value } = found;
    const bytes = this.#ground.factById.get(hit.piece.owner)?.bytes;
    const at = placeOfHit(hit, bytes);
    return {
      kind: 'fact',
      fact: hit.piece.owner,
      ...(at && { at }),
      ...(value !== undefined && { value }),
    };
  }
}
