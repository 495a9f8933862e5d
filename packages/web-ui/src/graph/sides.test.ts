import { describe, expect, it } from 'vitest';
import { BOX_WIDTH, curveOf, halvesOf, sidesOf, WIDTH } from './sides.js';

const node = (id: string, group: string) => ({ id, label: id, group });
const nodes = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, index) => node(id, `room ${Math.floor(index / 2)}`));

describe('places of a picture with two sides', () => {
  it('have a box for each group, rows in it, and no overlap', () => {
    const { boxes, left, right, height } = sidesOf({ left: nodes, right: [node('x', 'room 0')] });
    const mine = boxes.filter(({ x }) => x === 0);
    expect(mine.map(({ title }) => title)).toEqual(['room 0', 'room 1', 'room 2']);
    mine.forEach((box, index) => {
      const before = mine[index - 1];
      if (before !== undefined) expect(box.y).toBeGreaterThanOrEqual(before.y + before.height);
      for (const id of nodes.slice(index * 2, index * 2 + 2).map((each) => each.id)) {
        const { x, y } = left.get(id)!;
        expect(x).toBeLessThan(BOX_WIDTH);
        expect(y > box.y && y < box.y + box.height).toBe(true);
      }
    });
    expect(new Set([...left.values()].map(({ y }) => y)).size).toBe(nodes.length);
    expect(right.get('x')!.x).toBeGreaterThan(WIDTH - BOX_WIDTH);
    expect(height).toBe(mine.at(-1)!.y + mine.at(-1)!.height);
  });

  it('are the same for the same nodes, with those in the middle spread over the height', () => {
    const given = { ...halvesOf(nodes), middle: [node('ccu', ''), node('attic', '')] };
    expect(sidesOf(given)).toEqual(sidesOf(given));
    const { middle, height } = sidesOf(given);
    expect(middle.get('ccu')).toEqual({ x: WIDTH / 2, y: height / 4 });
    expect(middle.get('attic')).toEqual({ x: WIDTH / 2, y: (height * 3) / 4 });
  });

  it('are finite without nodes', () => {
    expect(sidesOf({ left: [], right: [] })).toMatchObject({ height: 0, boxes: [] });
  });
});

describe('halves of nodes', () => {
  it('keep groups whole, lose none, and are about equally high', () => {
    const { left, right } = halvesOf(nodes);
    expect([...left, ...right]).toEqual(nodes);
    expect(new Set(left.map(({ group }) => group)).size).toBe(2);
    expect(left.filter(({ group }) => right.some((each) => each.group === group))).toEqual([]);
  });

  it('put one group alone to the left', () => {
    expect(halvesOf(nodes.slice(0, 2))).toEqual({ left: nodes.slice(0, 2), right: [] });
  });
});

describe('a line', () => {
  it('begins and ends at its nodes, level at both', () => {
    expect(curveOf({ x: 0, y: 10 }, { x: 100, y: 50 })).toBe('M0 10C50 10 50 50 100 50');
  });
});
