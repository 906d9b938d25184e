interface Node<Value> {
  named: Map<string, Node<Value>>;
  /** Where `*` leads: one segment of any name. */
  one: Node<Value> | undefined;
  /** Where `**` leads: any number of segments. Any further segment stays there. */
  any: Node<Value> | undefined;
  stays: boolean;
  values: Value[];
}

function makeNode<Value>(stays = false): Node<Value> {
  return { named: new Map(), one: undefined, any: undefined, stays, values: [] };
}

function child<Value>(at: Node<Value>, part: string): Node<Value> {
  if (part === '*') {
    at.one ??= makeNode();
    return at.one;
  }
  if (part === '**') {
    at.any ??= makeNode(true);
    return at.any;
  }
  const named = at.named.get(part) ?? makeNode();
  at.named.set(part, named);
  return named;
}

/** Reaches a node, and what `**` leads to from there without a segment. */
function reach<Value>(reached: Set<Node<Value>>, node: Node<Value> | undefined): void {
  for (let at = node; at && !reached.has(at); at = at.any) reached.add(at);
}

/**
 * Values by pattern, so that finding those whose pattern fits a path costs what fits, not what there is. Names are
 * compared as they are: whoever adds and finds folds them alike.
 */
export class PatternTrie<Value> {
  readonly #root = makeNode<Value>();

  /** Adds a value under a pattern: `*` is one segment, `**` any number, also none. */
  add(parts: readonly string[], value: Value): void {
    parts.reduce(child, this.#root).values.push(value);
  }

  /** The values whose pattern fits, each as often as it was added. */
  find(segments: readonly string[]): Value[] {
    let reached = new Set<Node<Value>>();
    reach(reached, this.#root);
    for (const segment of segments) {
      const next = new Set<Node<Value>>();
      for (const node of reached) {
        if (node.stays) reach(next, node);
        reach(next, node.named.get(segment));
        reach(next, node.one);
      }
      reached = next;
    }
    return [...reached].flatMap(({ values }) => values);
  }
}
