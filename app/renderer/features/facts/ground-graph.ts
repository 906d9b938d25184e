import type { Mark } from '#contract/mark';
import { t } from '../../strings/translate.ts';
import { faultBehind, type MarkGround } from './mark-words.ts';

/** One thing that an answer rests on, or a figure of it. Columns go in reading direction, rows may be halves. */
export interface GroundNode {
  id: string;
  kind: 'source' | 'fact' | 'call' | 'given' | 'nothing' | 'answer';
  /** The small line, and what stands below it. */
  label: string;
  text: string;
  altered: boolean;
  unsourced: boolean;
  column: 0 | 1 | 2 | 3;
  row: number;
  /** What is selected when it is pressed. */
  mark: number;
  fact?: string;
}

export interface GroundEdge {
  from: string;
  to: string;
  look: 'evid' | 'plain' | 'void';
  /** What a reader hears of it beside its ends. */
  words?: string;
}

export interface Ground {
  nodes: readonly GroundNode[];
  edges: readonly GroundEdge[];
  /** Figures that did not fit. */
  left: number;
}

type Draft = Omit<GroundNode, 'row'>;

/** The node of a figure. What was cited for it tells two of the same words apart. */
function answerId(mark: Mark): string {
  const { text, kind, fact, call, cited } = mark;
  const on =
    kind === 'unsourced' ? [fact, call, cited].filter((id) => id !== undefined).join(' ') : (fact ?? call ?? '');
  return `answer:${text}:${kind}:${on}`;
}

/** What stands behind one figure, in reading direction: its nodes and edges. */
function pathOf(mark: Mark, index: number, ground: MarkGround): { nodes: Draft[]; edges: GroundEdge[] } {
  const nodes: Draft[] = [];
  const edges: GroundEdge[] = [];
  const plain = { altered: false, unsourced: false, mark: index };
  const unsourced = mark.kind === 'unsourced';
  const answer = answerId(mark);
  const addFact = (id: string, to: string, look: GroundEdge['look'] = 'plain', words?: string): void => {
    const fact = ground.facts.get(id);
    const fault = ground.altered.get(id);
    const altered = fault !== undefined;
    const node = `fact:${id}`;
    for (const { organization } of fact?.sources ?? []) {
      nodes.push({
        ...plain,
        id: `source:${organization}`,
        kind: 'source',
        label: t('ground.source'),
        text: organization,
        column: 0,
      });
      edges.push({ from: `source:${organization}`, to: node, look: altered ? 'void' : 'evid' });
    }
    const call = fact?.sources[0] && ground.callNumber(fact.sources[0].callId);
    const name = call === undefined ? id : t('ground.factOfCall', { id, seq: call });
    const label = fault ? t(`ground.on.${fault}`, { label: name }) : name;
    nodes.push({ ...plain, id: node, kind: 'fact', label, text: fact?.claim ?? '', altered, column: 1, fact: id });
    edges.push({ from: node, to, look: altered ? 'void' : look, ...(words !== undefined && { words }) });
  };
  const fault = faultBehind(mark, ground);
  const resting = (label: string): string => (fault ? t(`ground.rests.${fault}`, { label }) : label);
  const addCall = (call: string, to: string): void => {
    const number = ground.callNumber(call);
    const label = resting(number === undefined ? t('ground.someCall') : t('ground.call', { seq: number }));
    const altered = fault !== undefined;
    nodes.push({ ...plain, id: `call:${call}`, kind: 'call', label, text: ground.callWords(call), altered, column: 2 });
    edges.push({ from: `call:${call}`, to, look: altered ? 'void' : 'plain' });
    for (const id of mark.inputs ?? []) addFact(id, `call:${call}`);
  };
  /** A call that is no ground for the figure, and why it is none. */
  const addBadCall = (call: string, key: 'ground.failedCall' | 'ground.groundlessCall'): void => {
    const id = `call:${call}:${key}`;
    const label = t(key, { seq: ground.callNumber(call) ?? t('mark.someCall') });
    nodes.push({ ...plain, id, kind: 'call', label, text: ground.callWords(call), unsourced, column: 2 });
    edges.push({ from: id, to: answer, look: 'void' });
  };
  const citedCall = mark.cited === undefined ? undefined : ground.callOfShort(mark.cited);
  const citedFact = mark.cited !== undefined && ground.facts.has(mark.cited) ? mark.cited : undefined;
  if (mark.kind === 'fact' && mark.fact !== undefined) addFact(mark.fact, answer);
  else if (mark.kind === 'computed' && mark.call !== undefined) addCall(mark.call, answer);
  else if (unsourced && mark.problem === 'failed-call' && mark.call !== undefined)
    addBadCall(mark.call, 'ground.failedCall');
  else if (unsourced && mark.problem === 'ungrounded-input' && mark.call !== undefined)
    addBadCall(mark.call, 'ground.groundlessCall');
  else if (unsourced && mark.problem === 'wrong-citation' && (citedFact ?? citedCall ?? mark.fact) !== undefined) {
    if (citedFact !== undefined) addFact(citedFact, answer, 'void', t('ground.cited'));
    else if (citedCall !== undefined) {
      const number = ground.callNumber(citedCall);
      const label = number === undefined ? t('ground.someCall') : t('ground.call', { seq: number });
      const id = `call:${citedCall}`;
      nodes.push({ ...plain, id, kind: 'call', label, text: ground.callWords(citedCall), column: 2 });
      edges.push({ from: id, to: answer, look: 'void', words: t('ground.cited') });
    }
    if (mark.fact !== undefined && mark.fact !== citedFact) addFact(mark.fact, answer, 'plain', t('ground.holdsIt'));
  } else {
    const given = mark.kind === 'given';
    const id = given ? 'given' : `nothing:${answer}`;
    const kind = given ? 'given' : 'nothing';
    const label = t(given ? 'ground.given' : 'ground.noGround');
    const text = t(given ? 'ground.yourWords' : 'ground.nothing');
    nodes.push({ ...plain, id, kind, label, text, unsourced, column: 2 });
    edges.push({ from: id, to: answer, look: given ? 'plain' : 'void' });
  }
  nodes.push({
    ...plain,
    id: answer,
    kind: 'answer',
    label: resting(t('ground.answer')),
    text: mark.text,
    altered: fault !== undefined,
    unsourced,
    column: 3,
  });
  return { nodes, edges };
}

function drafted(fresh: ReadonlyMap<string, Draft>, column: number): boolean {
  return [...fresh.values()].some((node) => node.column === column);
}

/**
 * What an answer rests on as a graph: sources, facts, calls, figures. Takes the marks and at most how many nodes may be
 * shown; the path of the selected figure is always among them, others follow in the order of the text. Pure.
 */
export function groundGraph(
  marks: readonly Mark[],
  ground: MarkGround,
  selected: number | undefined,
  most = Number.POSITIVE_INFINITY,
): Ground {
  const nodes = new Map<string, GroundNode>();
  const edges = new Map<string, GroundEdge>();
  const lowest = [-1, -1, -1, -1];
  const order = marks.map((_, index) => index);
  if (selected !== undefined && selected < marks.length)
    order.sort((a, b) => Number(b === selected) - Number(a === selected) || a - b);
  let left = 0;
  for (const index of order) {
    const mark = marks[index];
    if (!mark) continue;
    const path = pathOf(mark, index, ground);
    const fresh = new Map(path.nodes.filter((node) => !nodes.has(node.id)).map((node) => [node.id, node]));
    if (nodes.size > 0 && nodes.size + fresh.size > most) {
      left += 1;
      continue;
    }
    // A figure of facts that stand already takes the next free row of its own column.
    const known = path.nodes.some((node) => node.column === 1) && !drafted(fresh, 1);
    const base = known ? 0 : Math.max(...lowest) + 1;
    const place = (column: GroundNode['column'], wanted: number): number => {
      const row = Math.max(wanted, (lowest[column] ?? -1) + 1);
      lowest[column] = row;
      return row;
    };
    for (const edge of path.edges) edges.set(`${edge.from} ${edge.to}`, edge);
    // Facts first, one below the other; what they feed stands at their middle, where they come from beside the first.
    const drafts = [...fresh.values()];
    let next = base;
    for (const draft of drafts.filter((node) => node.column === 1)) {
      const row = place(1, next);
      next = row + 1;
      nodes.set(draft.id, { ...draft, row });
    }
    for (const draft of drafts.filter((node) => node.column === 0)) {
      const facts = path.edges.flatMap((edge) => (edge.from === draft.id ? [nodes.get(edge.to)?.row ?? base] : []));
      nodes.set(draft.id, { ...draft, row: place(0, Math.min(...facts)) });
    }
    // A call and its figure stand side by side, at the middle of the facts where those are new.
    const fed = path.edges.flatMap(({ from }) => (fresh.has(from) ? [nodes.get(from)?.row ?? base] : []));
    const middle = fed.length === 0 ? base : (Math.min(...fed) + Math.max(...fed)) / 2;
    const ends = drafts.filter((node) => node.column > 1);
    const row = Math.max(middle, ...ends.map((node) => (lowest[node.column] ?? -1) + 1));
    for (const draft of ends) nodes.set(draft.id, { ...draft, row: place(draft.column, row) });
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()], left };
}

/** The nodes and edges that lead to one figure. */
export function pathTo(graph: Ground, answer: string | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const edge of graph.edges) if (edge.to === id) visit(edge.from);
  };
  if (answer !== undefined) visit(answer);
  return found;
}

/** The node of a figure, where it is shown. */
export function answerNode(graph: Ground, marks: readonly Mark[], selected: number | undefined): string | undefined {
  const mark = selected === undefined ? undefined : marks[selected];
  if (!mark) return undefined;
  const id = answerId(mark);
  return graph.nodes.some((node) => node.id === id) ? id : undefined;
}
