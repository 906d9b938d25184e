/** A value of an attribute in PROV-JSON. A typed one has its value in `$`. */
export type ProvValue = string | number | boolean | { $: string; type: string };
export type ProvAttributes = { [name: string]: ProvValue | ProvValue[] };

/** The kinds of relations that are written, each with the names of its two ends in PROV-JSON. */
const ENDS = {
  wasGeneratedBy: ['prov:entity', 'prov:activity'],
  used: ['prov:activity', 'prov:entity'],
  wasInformedBy: ['prov:informed', 'prov:informant'],
  wasDerivedFrom: ['prov:generatedEntity', 'prov:usedEntity'],
  wasAttributedTo: ['prov:entity', 'prov:agent'],
  wasAssociatedWith: ['prov:activity', 'prov:agent'],
  actedOnBehalfOf: ['prov:delegate', 'prov:responsible'],
} as const;
export type ProvRelation = keyof typeof ENDS;

/**
 * A PROV-JSON document (W3C member submission, 24 April 2013): sections of records by their id. Sections and records keep
 * the order in which they came, so the same log gives the same text.
 */
export interface ProvJson {
  prefix: { [prefix: string]: string };
  entity: { [id: string]: ProvAttributes };
  activity: { [id: string]: ProvAttributes };
  agent: { [id: string]: ProvAttributes };
  [relation: string]: { [id: string]: ProvAttributes | string };
}

/** A qualified name as a value, as the submission writes it. */
export const qualifiedName = (name: string): ProvValue => ({ $: name, type: 'xsd:QName' });

/** A time as the submission writes it. */
export const provTime = (at: number): string => new Date(at).toISOString();

/** The part of a qualified name after its prefix: what may not stand there is written as %HH. */
export function localName(text: string): string {
  return [...text].map((character) => (/[A-Za-z0-9._-]/.test(character) ? character : encoded(character))).join('');
}

function encoded(character: string): string {
  // Half of a pair can't be encoded.
  return /[\uD800-\uDFFF]/.test(character) && character.length === 1
    ? '%EF%BF%BD'
    : hexOf(encodeURIComponent(character));
}

/** What `encodeURIComponent` leaves as it is too. */
function hexOf(text: string): string {
  return text.startsWith('%') ? text : `%${text.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Collects the records of a document, each once. */
export class ProvDocument {
  readonly #sections = { entity: new Map(), activity: new Map(), agent: new Map() } as Record<
    'entity' | 'activity' | 'agent',
    Map<string, ProvAttributes>
  >;
  readonly #relations = new Map<ProvRelation, Map<string, ProvAttributes>>();
  readonly #known = new Set<string>();

  /** Adds an element, or attributes to one that is there. Gives its id. */
  add(section: 'entity' | 'activity' | 'agent', id: string, attributes: ProvAttributes): string {
    const known = this.#sections[section].get(id);
    this.#sections[section].set(id, { ...known, ...attributes });
    return id;
  }

  has(section: 'entity' | 'activity' | 'agent', id: string): boolean {
    return this.#sections[section].has(id);
  }

  count(section: 'entity' | 'activity' | 'agent'): number {
    return this.#sections[section].size;
  }

  /** Relates two elements; the same two are related once in the same way. */
  relate(kind: ProvRelation, from: string, to: string, attributes: ProvAttributes = {}): void {
    const [one, other] = ENDS[kind];
    const record = { [one]: from, [other]: to, ...attributes };
    const text = JSON.stringify([kind, record]);
    if (this.#known.has(text)) return;
    this.#known.add(text);
    const records = this.#relations.get(kind) ?? new Map<string, ProvAttributes>();
    this.#relations.set(kind, records.set(`_:${kind}${records.size + 1}`, record));
  }

  /** The whole document. */
  toJson(prefix: { [prefix: string]: string }): ProvJson {
    const { entity, activity, agent } = this.#sections;
    const relations = [...this.#relations].map(([kind, records]) => [kind, Object.fromEntries(records)] as const);
    return {
      prefix,
      entity: Object.fromEntries(entity),
      activity: Object.fromEntries(activity),
      agent: Object.fromEntries(agent),
      ...Object.fromEntries(relations),
    };
  }
}
