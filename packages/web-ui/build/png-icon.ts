import { crc32, deflateSync } from 'node:zlib';

type Point = readonly [x: number, y: number];

/** A line with round ends and corners. */
interface Stroke {
  readonly points: readonly Point[];
  readonly width: number;
}

/**
 * Draws an icon of our own kind as PNG: one rounded square with a colour, and white lines of `M`, `L`, `H`, `V` and their
 * relative forms. Sizes are pixels; `square` fills the corners.
 */
export function drawPng(svg: string, { size, square }: { readonly size: number; readonly square: boolean }): Buffer {
  const [, side = '', radius = '', color = ''] = /<rect width="(\d+)"[^>]* rx="(\d+)" fill="#(\w{6})"/.exec(svg) ?? [];
  const common = Number(/stroke-width="([\d.]+)" stroke-linecap/.exec(svg)?.[1]);
  const strokes = [...svg.matchAll(/<path d="([^"]+)"(?: stroke-width="([\d.]+)")?/g)].map(
    ([, path = '', width]): Stroke => ({ points: pointsOf(path), width: Number(width ?? common) }),
  );
  if (color === '' || strokes.length === 0) throw new Error('the icon has another form than this drawing knows');
  const scale = Number(side) / size;
  const ground = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const rows = Buffer.alloc(size * (1 + 4 * size));
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const at: Point = [(column + 0.5) * scale, (row + 0.5) * scale];
      const white = Math.max(
        ...strokes.map((stroke) => covered(distanceTo(stroke.points, at) - stroke.width / 2, scale)),
      );
      const inside = square ? 1 : covered(outsideOf(at, Number(side), Number(radius)), scale);
      const place = row * (1 + 4 * size) + 1 + 4 * column;
      for (const [index, part] of ground.entries()) rows[place + index] = Math.round(part + (255 - part) * white);
      rows[place + 3] = Math.round(255 * inside);
    }
  }
  return pngOf(rows, size);
}

/** Share of a pixel that lies inside, by the distance of its centre from the edge. */
const covered = (distance: number, pixel: number): number => Math.min(1, Math.max(0, 0.5 - distance / pixel));

/** Distance from a rounded square; negative inside. */
function outsideOf([x, y]: Point, side: number, radius: number): number {
  const [dx, dy] = [x, y].map((each) => Math.abs(each - side / 2) - side / 2 + radius) as [number, number];
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
}

function distanceTo(points: readonly Point[], [x, y]: Point): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [index, [bx, by]] of points.entries()) {
    const [ax, ay] = points[Math.max(0, index - 1)]!;
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
    least = Math.min(least, Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay)));
  }
  return least;
}

function pointsOf(path: string): readonly Point[] {
  const points: Point[] = [];
  for (const [, command = '', text = ''] of path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = (text.match(/-?[\d.]+/g) ?? []).map(Number);
    const kind = command.toUpperCase();
    if (!'MLHV'.includes(kind))
      throw new Error(`the icon has the command ${command}, which this drawing does not know`);
    const step = kind === 'H' || kind === 'V' ? 1 : 2;
    for (let at = 0; at + step <= numbers.length; at += step) {
      const [x, y] = points.at(-1) ?? [0, 0];
      const [ox, oy] = command === kind ? [0, 0] : [x, y];
      if (kind === 'H') points.push([numbers[at]! + ox, y]);
      else if (kind === 'V') points.push([x, numbers[at]! + oy]);
      else points.push([numbers[at]! + ox, numbers[at + 1]! + oy]);
    }
  }
  return points;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Rows of RGBA, each after its filter byte 0, as a PNG file. */
function pngOf(rows: Buffer, size: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits for each of four channels.
  header.set([8, 6], 8);
  return Buffer.concat([
    SIGNATURE,
    chunkOf('IHDR', header),
    chunkOf('IDAT', deflateSync(rows, { level: 9 })),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

function chunkOf(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
