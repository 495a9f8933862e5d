import type { ComponentChildren } from 'preact';
import { BOX_WIDTH, curveOf, type GraphNode, type Place, type SideNodes, type Sides, sidesOf, WIDTH } from './sides.js';
import './graph.css';

/** A line between two nodes. */
export interface GraphLine {
  readonly id: string;
  /** Ids of nodes; `side` is the column of each, because a node may stand in two of them. */
  readonly from: LineEnd;
  readonly to: LineEnd;
  /** Class of its colour and dashes. */
  readonly look: string;
  /** Both ends and the meaning, for screen readers and the tooltip. */
  readonly label: string;
  /** Drawn at an end that has no other line, the one at `to` first. */
  readonly text?: string;
}

interface LineEnd {
  readonly side: 'left' | 'middle' | 'right';
  readonly id: string;
}

interface GraphPictureProps {
  readonly label: string;
  readonly nodes: SideNodes;
  readonly lines: readonly GraphLine[];
  /** Address of the page of a node. */
  readonly pageOf: (id: string) => string | undefined;
  /** Opens a line; without it lines are a picture alone. */
  readonly onOpen?: (id: string) => void;
}

/** Nodes in boxes at both sides, lines between them. A table beside it has the same for screen readers. */
export function GraphPicture({ label, nodes, lines, pageOf, onOpen }: GraphPictureProps) {
  const sides = sidesOf(nodes);
  const { left, middle = [], right } = nodes;
  const margin = 4;
  const counts = new Map<string, number>();
  for (const end of lines.flatMap(({ from, to }) => [from, to])) {
    counts.set(`${end.side} ${end.id}`, (counts.get(`${end.side} ${end.id}`) ?? 0) + 1);
  }
  const isAlone = ({ side, id }: LineEnd) => counts.get(`${side} ${id}`) === 1;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="graph-scroll" tabIndex={0} aria-label={label}>
      <svg
        class="graph"
        viewBox={`${-margin} ${-margin} ${WIDTH + 2 * margin} ${sides.height + 2 * margin}`}
        role="group"
        aria-label={label}
      >
        {sides.boxes.map(({ title, x, y, height }) => (
          <g key={`${x}/${title}`}>
            <rect class="graph-box" x={x} y={y} width={BOX_WIDTH} height={height} rx={8} />
            <text class="graph-title private" x={x + 12} y={y + 20}>
              {shortened(title, 34)}
            </text>
          </g>
        ))}
        {lines.map((line) => (
          <Line key={line.id} line={line} sides={sides} textAt={[line.to, line.from].find(isAlone)} onOpen={onOpen} />
        ))}
        {left.map((node) => (
          <Node key={node.id} node={node} at={sides.left.get(node.id)!} anchor="end" href={pageOf(node.id)} />
        ))}
        {right.map((node) => (
          <Node key={node.id} node={node} at={sides.right.get(node.id)!} anchor="start" href={pageOf(node.id)} />
        ))}
        {middle.map((node) => (
          <Node key={node.id} node={node} at={sides.middle.get(node.id)!} anchor="middle" href={pageOf(node.id)} />
        ))}
      </svg>
    </section>
  );
}

/** Between a node and the text of its line: the edge of the box is between them. */
const TEXT_INSET = 22;

interface LineProps {
  readonly line: GraphLine;
  readonly sides: Sides;
  readonly textAt: LineEnd | undefined;
  readonly onOpen: ((id: string) => void) | undefined;
}

function Line({ line: { id, from, to, look, label, text }, sides, textAt, onOpen }: LineProps) {
  const [begin, end] = [sides[from.side].get(from.id), sides[to.side].get(to.id)];
  if (begin === undefined || end === undefined) return null;
  const path = curveOf(begin, end);
  const content = (
    <>
      <title>{label}</title>
      <path class="graph-reach" d={path} />
      <path class={`graph-line ${look}`} d={path} />
      {text !== undefined && textAt !== undefined && (
        <text
          class="graph-text"
          x={textAt === to ? end.x - TEXT_INSET : begin.x + TEXT_INSET}
          y={(textAt === to ? end.y : begin.y) - 5}
          text-anchor={textAt === to ? 'end' : 'start'}
        >
          {shortened(text, 30)}
        </text>
      )}
    </>
  );
  if (onOpen === undefined) return <g>{content}</g>;
  return (
    <g
      class="graph-open"
      role="button"
      // The names of attributes of SVG are case-sensitive.
      tabindex={0}
      aria-label={label}
      onClick={() => onOpen(id)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onOpen(id);
      }}
    >
      {content}
    </g>
  );
}

interface NodeProps {
  readonly node: GraphNode;
  readonly at: Place;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly href: string | undefined;
}

function Node({ node: { label }, at: { x, y }, anchor, href }: NodeProps): ComponentChildren {
  const offset = { start: 12, middle: 0, end: -12 }[anchor];
  const content = (
    <>
      <title>{label}</title>
      <circle class={`graph-node ${anchor}`} cx={x} cy={y} r={anchor === 'middle' ? 12 : 5} />
      <text
        class={`graph-label private ${anchor}`}
        x={x + offset}
        y={anchor === 'middle' ? y + 30 : y + 4}
        text-anchor={anchor}
      >
        {shortened(label, 38)}
      </text>
    </>
  );
  return href === undefined ? <g>{content}</g> : <a href={href}>{content}</a>;
}

/** The whole label is in the tooltip and in the table. */
const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
