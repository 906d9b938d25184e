import type { ReactNode } from 'react';
import { t } from '../../strings/translate.ts';
import type { Ground, GroundNode } from './ground-graph.ts';

function Behind({ graph, node, words }: { graph: Ground; node: GroundNode; words?: string | undefined }): ReactNode {
  const before = graph.edges.flatMap((edge) => {
    const from = edge.to === node.id ? graph.nodes.find((one) => one.id === edge.from) : undefined;
    return from ? [{ from, words: edge.words }] : [];
  });
  return (
    <li>
      {node.label}: {node.text}
      {words && `, ${words}`}
      {before.length > 0 && (
        <ul>
          {before.map(({ from, words }) => (
            <Behind key={from.id} graph={graph} node={from} words={words} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** The same graph as a nested list, for readers: each figure, then what it rests on. */
export function GroundList({ graph }: { graph: Ground }): ReactNode {
  return (
    <ul aria-label={t('ground.label')} className="sr-only">
      {graph.nodes
        .filter((node) => node.kind === 'answer')
        .map((node) => (
          <Behind key={node.id} graph={graph} node={node} />
        ))}
    </ul>
  );
}
