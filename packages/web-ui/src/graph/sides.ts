/** One thing in the picture. */
export interface GraphNode {
  readonly id: string;
  readonly label: string;
  /** Title of its box, for example the name of a room. */
  readonly group: string;
}

interface Box {
  readonly title: string;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/** Place of a node: lines end there, and its label stands beside it, away from the middle. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Places in units of the picture, which is `WIDTH` wide. */
export interface Sides {
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly left: ReadonlyMap<string, Place>;
  readonly middle: ReadonlyMap<string, Place>;
  readonly right: ReadonlyMap<string, Place>;
}

export const WIDTH = 960;
export const BOX_WIDTH = 300;
const ROW = 26;
const TITLE = 30;
const PADDING = 8;
const GAP = 12;
/** Between the edge of a box and its places. */
const INSET = 14;

export interface SideNodes {
  readonly left: readonly GraphNode[];
  readonly middle?: readonly GraphNode[];
  readonly right: readonly GraphNode[];
}

/**
 * Places for a picture with boxes at both sides and nodes between them. The same nodes have the same places: boxes and
 * rows are in the order of the nodes.
 */
export function sidesOf({ left, middle = [], right }: SideNodes): Sides {
  const one = column(left, 0, BOX_WIDTH - INSET);
  const other = column(right, WIDTH - BOX_WIDTH, WIDTH - BOX_WIDTH + INSET);
  const height = Math.max(one.height, other.height, middle.length * ROW * 3);
  return {
    height,
    boxes: [...one.boxes, ...other.boxes],
    left: one.places,
    right: other.places,
    middle: new Map(middle.map(({ id }, index) => [id, { x: WIDTH / 2, y: (height * (index + 0.5)) / middle.length }])),
  };
}

/** Both halves of nodes with whole boxes, so that the columns are about equally high. */
export function halvesOf(nodes: readonly GraphNode[]): Pick<SideNodes, 'left' | 'right'> {
  const groups = [...grouped(nodes).values()];
  const heights = groups.map(heightOf);
  const all = heights.reduce((sum, each) => sum + each, 0);
  let above = 0;
  const left = groups.filter((_, index) => {
    const isLeft = above + heights[index]! / 2 <= all / 2;
    above += heights[index]!;
    return isLeft;
  });
  return { left: left.flat(), right: groups.filter((each) => !left.includes(each)).flat() };
}

function grouped(nodes: readonly GraphNode[]): ReadonlyMap<string, readonly GraphNode[]> {
  const groups = new Map<string, GraphNode[]>();
  for (const node of nodes) groups.set(node.group, [...(groups.get(node.group) ?? []), node]);
  return groups;
}

const heightOf = (nodes: readonly GraphNode[]): number => TITLE + nodes.length * ROW + PADDING;

function column(nodes: readonly GraphNode[], x: number, placeX: number) {
  const boxes: Box[] = [];
  const places = new Map<string, Place>();
  let y = 0;
  for (const [title, members] of grouped(nodes)) {
    const height = heightOf(members);
    boxes.push({ title, x, y, height });
    members.forEach(({ id }, index) => {
      places.set(id, { x: placeX, y: y + TITLE + (index + 0.5) * ROW });
    });
    y += height + GAP;
  }
  return { boxes, places, height: Math.max(0, y - GAP) };
}

/** Outline of a line between two places, level at both ends. */
export function curveOf(from: Place, to: Place): string {
  const bend = (to.x - from.x) / 2;
  return `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`;
}
