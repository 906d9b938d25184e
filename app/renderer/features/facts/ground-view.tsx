import { type Edge, Handle, type Node, type NodeProps, Position, ReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Mark } from '#contract/mark';
import { Icon } from '../../components/icon.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { answerNode, type Ground, type GroundNode, pathTo } from './ground-graph.ts';

interface NodeData extends Record<string, unknown> {
  node: GroundNode;
  width: number;
  on: boolean;
  backward: boolean;
  onChoose: (node: GroundNode) => void;
}

const ROW = 54;
const HEIGHT = 42;
const GAP = 0.28;

function GroundCard({ data }: NodeProps<Node<NodeData>>): ReactNode {
  const { node, width, on, backward, onChoose } = data;
  const look = node.unsourced || node.altered ? 'void' : node.kind === 'fact' ? 'evid' : 'plain';
  return (
    <>
      <Handle type="target" position={backward ? Position.Right : Position.Left} isConnectable={false} />
      <button
        type="button"
        className="ground-card"
        data-look={look}
        data-on={on || undefined}
        data-part="card"
        style={{ inlineSize: width, blockSize: HEIGHT }}
        title={`${node.label}: ${node.text}`}
        onClick={() => onChoose(node)}
      >
        <span className="cut block text-cap/3.5 text-ink-3">{node.label}</span>
        <span
          dir="auto"
          className={`cut block text-small ${node.kind === 'call' ? 'font-mono' : node.kind === 'source' ? '' : 'font-medium'}`}
        >
          {node.kind === 'nothing' && <Icon of={meaning.unsourced} size="xs" className="me-1 inline align-[-2px]" />}
          {node.text}
        </span>
      </button>
      <Handle type="source" position={backward ? Position.Left : Position.Right} isConnectable={false} />
    </>
  );
}

const nodeTypes = { ground: GroundCard };

/** The width the graph has, and whether the page reads right to left. */
function useRoom(): [ref: React.RefObject<HTMLDivElement | null>, width: number] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return [box, width];
}

/**
 * The graph of an answer's ground, drawn in reading direction. It can't be edited; its cards are buttons, and the
 * path of the selected figure stands out.
 */
export default function GroundView({
  graph,
  marks,
  selected,
  onChoose,
}: {
  graph: Ground;
  marks: readonly Mark[];
  selected: number | undefined;
  onChoose: (node: GroundNode) => void;
}): ReactNode {
  const [box, width] = useRoom();
  const backward = document.documentElement.dir === 'rtl';
  const rows = Math.max(0, ...graph.nodes.map((node) => node.row));
  const cardWidth = Math.max(96, Math.floor(width / (4 + 3 * GAP)));
  const { nodes, edges } = useMemo(() => {
    const chosen = answerNode(graph, marks, selected);
    const path = pathTo(graph, chosen);
    const step = cardWidth * (1 + GAP);
    const drawn = graph.nodes.map(
      (node): Node<NodeData> => ({
        id: node.id,
        type: 'ground',
        position: { x: step * (backward ? 3 - node.column : node.column), y: node.row * ROW },
        data: { node, width: cardWidth, on: node.id === chosen, backward, onChoose },
        width: cardWidth,
        height: HEIGHT,
      }),
    );
    const lines = graph.edges.map(
      (edge): Edge => ({
        id: `${edge.from} ${edge.to}`,
        source: edge.from,
        target: edge.to,
        className: `ground-edge ground-${edge.look}${path.has(edge.from) && path.has(edge.to) ? ' ground-on' : ''}`,
        focusable: false,
        domAttributes: { 'aria-hidden': true },
      }),
    );
    return { nodes: drawn, edges: lines };
  }, [graph, marks, selected, cardWidth, backward, onChoose]);
  return (
    <div ref={box} dir="ltr" className="ground-box min-w-0" style={{ blockSize: rows * ROW + HEIGHT + 2 }}>
      {width > 0 && (
        <ReactFlow
          key={`${width} ${graph.nodes.length} ${rows}`}
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          panOnDrag={false}
          panOnScroll={false}
          zoomOnScroll={false}
          zoomOnPinch={false}
          zoomOnDoubleClick={false}
          preventScrolling={false}
          disableKeyboardA11y
          defaultViewport={{ x: 1, y: 1, zoom: 1 }}
          minZoom={1}
          maxZoom={1}
          proOptions={{ hideAttribution: true }}
        />
      )}
    </div>
  );
}
