import { expect, test } from 'vitest';
import type { Fact } from '#contract/fact';
import type { Mark } from '#contract/mark';
import { answerNode, groundGraph, pathTo } from './ground-graph.ts';
import type { MarkGround } from './mark-words.ts';

function fact(id: string, organization: string): [string, Fact] {
  const source = { organization, url: 'https://example.org/', collectedAt: 0, callId: `call-${id}` };
  return [id, { id, claim: `claim of ${id}`, payloadHash: 'a'.repeat(64), at: { pointer: '' }, sources: [source] }];
}

const ground: MarkGround = {
  facts: new Map([fact('F1', 'Institute'), fact('F2', 'Atlas'), fact('F3', 'Atlas')]),
  callNumber: () => 12,
  callWords: () => 'pop / area',
  callOfShort: (id) => (id === 'C5' ? 'call-5' : undefined),
  altered: new Map([['F3', 'changed']]),
};

function mark(text: string, rest: Partial<Mark>): Mark {
  return { start: 0, end: text.length, text, item: 'number', kind: 'unsourced', ...rest };
}

const marks = [
  mark('315,732', { kind: 'fact', fact: 'F1' }),
  mark('786', { kind: 'computed', call: 'call-9', inputs: ['F1', 'F2'] }),
  mark('3 days', { kind: 'given' }),
  mark('42 hills', { kind: 'unsourced' }),
  mark('1536', { kind: 'fact', fact: 'F3' }),
];

const sketch = (graph: ReturnType<typeof groundGraph>) => graph.nodes.map(({ id, column }) => `${column} ${id}`);

test('leads from sources by facts and calls to the figures, in reading direction', () => {
  const graph = groundGraph(marks, ground, undefined);
  expect(sketch(graph).sort()).toEqual([
    '0 source:Atlas',
    '0 source:Institute',
    '1 fact:F1',
    '1 fact:F2',
    '1 fact:F3',
    '2 call:call-9',
    '2 given',
    '2 nothing:answer:42 hills:unsourced:',
    '3 answer:1536:fact:F3',
    '3 answer:3 days:given:',
    '3 answer:315,732:fact:F1',
    '3 answer:42 hills:unsourced:',
    '3 answer:786:computed:call-9',
  ]);
  for (const edge of graph.edges) {
    const [from, to] = [edge.from, edge.to].map((id) => graph.nodes.find((node) => node.id === id));
    expect(from && to && from.column < to.column, `${edge.from} → ${edge.to}`).toBe(true);
  }
  expect(graph.left).toBe(0);
});

test('puts no two nodes on one another', () => {
  for (const selected of [undefined, 0, 1, 2, 3, 4]) {
    const { nodes } = groundGraph(marks, ground, selected);
    for (const [index, node] of nodes.entries())
      for (const other of nodes.slice(index + 1))
        expect(node.column !== other.column || Math.abs(node.row - other.row) >= 1, `${node.id} ${other.id}`).toBe(
          true,
        );
  }
});

test('keeps the path of the selected figure among the nodes that fit, and counts the figures that do not', () => {
  const graph = groundGraph(marks, ground, 4, 5);
  expect(graph.nodes.length).toBeLessThanOrEqual(5);
  expect(answerNode(graph, marks, 4)).toBe('answer:1536:fact:F3');
  expect(graph.left).toBe(3);
});

test('names what leads to one figure and nothing else', () => {
  const graph = groundGraph(marks, ground, 1);
  expect([...pathTo(graph, answerNode(graph, marks, 1))].sort()).toEqual([
    'answer:786:computed:call-9',
    'call:call-9',
    'fact:F1',
    'fact:F2',
    'source:Atlas',
    'source:Institute',
  ]);
});

test('shows a fact whose bytes have changed, and a figure with nothing behind it, as without warrant', () => {
  const { nodes, edges } = groundGraph(marks, ground, undefined);
  expect(nodes.filter((node) => node.altered).map(({ id }) => id)).toEqual(['fact:F3', 'answer:1536:fact:F3']);
  expect(
    nodes
      .filter((node) => node.unsourced)
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(['answer', 'nothing']);
  expect(edges.filter((edge) => edge.look === 'void')).toHaveLength(3);
});

test('shows what a figure of computed inputs rests on as altered: its call and itself, by its words too', () => {
  const altered = (state: 'changed' | 'missing') => {
    const { nodes } = groundGraph(marks, { ...ground, altered: new Map([['F2', state]]) }, 1);
    return nodes.filter((node) => node.altered).map(({ id, label }) => `${id}: ${label}`);
  };
  expect(altered('changed').sort()).toEqual([
    'answer:786:computed:call-9: Answer, changed bytes',
    'call:call-9: Call 12, changed bytes',
    'fact:F2: F2, call 12, changed',
  ]);
  expect(altered('missing').join()).toContain('Call 12, missing bytes');
});

test.each([
  ['a call that failed', { problem: 'failed-call', call: 'call-9' }, ['call: Call 12, failed']],
  [
    'a call without ground',
    { problem: 'ungrounded-input', call: 'call-9' },
    ['call: Call 12, from figures without a ground'],
  ],
  [
    'the fact that was cited',
    { problem: 'wrong-citation', cited: 'F1' },
    ['fact: F1, call 12 (cited, but does not hold this)'],
  ],
  [
    'the fact that was cited and the one that has it',
    { problem: 'wrong-citation', cited: 'F1', fact: 'F2' },
    ['fact: F1, call 12 (cited, but does not hold this)', 'fact: F2, call 12 (not cited, but holds this)'],
  ],
  [
    'the call that was cited',
    { problem: 'wrong-citation', cited: 'C5' },
    ['call: Call 12 (cited, but does not hold this)'],
  ],
  ['an id that names nothing', { problem: 'unknown-id', cited: 'F9' }, ['nothing: No call, no fact']],
  ['nothing at all', {}, ['nothing: No call, no fact']],
] as const)('shows a figure without a source beside %s', (_, rest, expected) => {
  const graph = groundGraph([mark('42', rest)], ground, 0);
  const end = answerNode(graph, [mark('42', rest)], 0);
  const before = graph.edges.flatMap(({ from, to, words }) => {
    const node = to === end ? graph.nodes.find((one) => one.id === from) : undefined;
    return node ? [`${node.kind}: ${node.label}${words ? ` (${words})` : ''}`] : [];
  });
  expect(before).toEqual(expected);
});
