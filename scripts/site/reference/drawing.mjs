// Draws boxes with arrows between them. The colours are fixed: a picture of a page does not know its theme.
import { dagre } from '../../../tools/layout.mjs';

const HEIGHT = 34;
const widthOf = (name) => 24 + 8 * name.length;

/** An SVG of boxes with names; each has an arrow to those that it `uses`. */
export function drawArrows(boxes) {
  const graph = new dagre.graphlib.Graph().setGraph({ ranksep: 56, nodesep: 18, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { name } of boxes) graph.setNode(name, { width: widthOf(name), height: HEIGHT });
  for (const { name, uses } of boxes) for (const use of uses) graph.setEdge(name, use);
  dagre.layout(graph);
  const { width, height } = graph.graph();
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}" font-family="system-ui, sans-serif">`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">',
    '<path d="M0 0 8 4 0 8z" fill="#76809a"/></marker></defs>',
    '<rect width="100%" height="100%" rx="12" fill="#f5f6f9"/>',
    ...graph.edges().map((edge) => arrow(graph.edge(edge).points)),
    ...boxes.map(({ name }) => box(name, graph.node(name))),
    '</svg>\n',
  ].join('\n');
}

function arrow(points) {
  const path = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join(' L');
  return `<path d="M${path}" fill="none" stroke="#76809a" marker-end="url(#tip)"/>`;
}

function box(name, { x, y, width, height }) {
  const rect = `<rect x="${(x - width / 2).toFixed(1)}" y="${(y - height / 2).toFixed(1)}" width="${width}" height="${height}" rx="8" fill="#e6ecfd" stroke="#2f55cf"/>`;
  return `${rect}<text x="${x.toFixed(1)}" y="${(y + 5).toFixed(1)}" font-size="14" text-anchor="middle" fill="#171b26">${name}</text>`;
}
