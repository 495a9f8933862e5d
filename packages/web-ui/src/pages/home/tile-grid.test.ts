import { describe, expect, it } from 'vitest';
import { tileAfter } from './tile-grid.js';

/** Three tiles, two tiles of another room below, and three below these. */
const boxes = [3, 2, 3].flatMap((count, row) =>
  Array.from({ length: count }, (_, column) => ({ left: column * 100, top: row * 80, width: 90, height: 70 })),
);

describe('the keys of the tiles', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 7, 7],
    ['ArrowLeft', 3, 2],
    ['ArrowLeft', 0, 0],
    ['j', 2, 3],
    ['k', 3, 2],
    ['ArrowDown', 1, 4],
    ['ArrowDown', 2, 4],
    ['ArrowDown', 4, 6],
    ['ArrowDown', 6, 6],
    ['ArrowUp', 7, 4],
    ['ArrowUp', 3, 0],
    ['ArrowUp', 1, 1],
    ['Home', 5, 0],
    ['End', 1, 7],
    ['x', 1, undefined],
  ] as const)('%s leads from tile %i to %s', (key, from, to) => {
    expect(tileAfter(key, from, boxes)).toBe(to);
  });
});
