import { describe, expect, it } from 'vitest';
import { afterKey, byArea, movedTo } from './places.js';

const place = (device_address: string, x: number, y: number) => ({ central: 'home', device_address, x, y });
const places = [place('A', 0.5, 0.5), place('B', 0.1, 0.995)];

describe('the places of a floor plan', () => {
  it('move one device, and keep it on the plan', () => {
    expect(movedTo(places, 'home/A', 0.25, -3)).toEqual([place('A', 0.25, 0), places[1]]);
    expect(movedTo(places, 'home/A', 9, 0.123456)).toEqual([place('A', 1, 0.1235), places[1]]);
  });

  it('move by arrows, wider with Shift, up to the edge', () => {
    const press = (key: string, shiftKey = false) => afterKey(places, 'home/B', { key, shiftKey })?.[1];
    expect(press('ArrowRight')).toEqual(place('B', 0.11, 0.995));
    expect(press('ArrowUp', true)).toEqual(place('B', 0.1, 0.945));
    expect(press('ArrowDown')).toEqual(place('B', 0.1, 1));
    expect(press('Enter')).toBeUndefined();
  });

  it('lose a device by Delete', () => {
    expect(afterKey(places, 'home/A', { key: 'Delete', shiftKey: false })).toEqual([places[1]]);
  });

  it('are grouped by areas in their order, those without one last', () => {
    const plans = [
      { name: 'attic', area: 'gone' },
      { name: 'cellar', area: 'b' },
      { name: 'garden' },
      { name: 'hall', area: 'a' },
    ];
    const groups = byArea(plans, [{ id: 'a' }, { id: 'empty' }, { id: 'b' }]);
    expect(groups.map(({ area, plans: those }) => [area?.id, those.map(({ name }) => name)])).toEqual([
      ['a', ['hall']],
      ['b', ['cellar']],
      [undefined, ['attic', 'garden']],
    ]);
  });
});
