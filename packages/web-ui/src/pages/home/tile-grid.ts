/** Where a tile is on the page. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Next tile for a key press; undefined where the key does not move. Tiles are in rows, in reading order. */
export function tileAfter(key: string, current: number, boxes: readonly Box[]): number | undefined {
  const last = boxes.length - 1;
  switch (key) {
    case 'ArrowRight':
    case 'j':
      return Math.min(last, current + 1);
    case 'ArrowLeft':
    case 'k':
      return Math.max(0, current - 1);
    case 'ArrowDown':
      return beside(current, boxes, 1);
    case 'ArrowUp':
      return beside(current, boxes, -1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/** In the next row, the tile that is the nearest sideways; the current one where there is no such row. */
function beside(current: number, boxes: readonly Box[], direction: 1 | -1): number {
  const here = boxes[current];
  if (here === undefined) return current;
  const centre = ({ left, width }: Box) => left + width / 2;
  let best = current;
  let rowTop: number | undefined;
  for (let index = current + direction; index >= 0 && index < boxes.length; index += direction) {
    const box = boxes[index]!;
    if (box.top === here.top) continue;
    rowTop ??= box.top;
    if (box.top !== rowTop) break;
    const isNearer =
      best === current || Math.abs(centre(box) - centre(here)) < Math.abs(centre(boxes[best]!) - centre(here));
    if (isNearer) best = index;
  }
  return best;
}
