import { signal } from '@preact/signals';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { Device, DeviceKey, Point, PointKey } from '../../store/points.js';
import { comparing, createRowKeeper } from './rows.js';

// Of devices and points only what the table looks at.
const deviceOf = (key: DeviceKey, more: object = {}): Device =>
  ({
    key,
    summary: { name: key, address: key, model: 'M', interface: 'I', available: true, firmware: {}, availability: {} },
    channels: [{ summary: { number: 0 }, points: [`${key}/0/LOW_BAT`, `${key}/0/UNREACH`] }],
    ...more,
  }) as unknown as Device;
const pointOf = (parameter: string, value: unknown): Point => ({ summary: { parameter, value } }) as unknown as Point;

function startHouse() {
  const keys = Array.from({ length: 20 }, (_, index) => `home/D${index}`);
  const devices = new Map(keys.map((key) => [key, deviceOf(key)]));
  const points = new Map<PointKey, Point>(keys.map((key) => [`${key}/0/LOW_BAT`, pointOf('LOW_BAT', false)]));
  const peekPoint = vi.fn((key: PointKey) => points.get(key));
  const store = {
    devices: signal<readonly DeviceKey[]>(keys),
    peekDevice: (key: DeviceKey) => devices.get(key),
    peekPoint,
  };
  return { store, devices, points, peekPoint, keeper: createRowKeeper(store) };
}

it('reads only the values of devices with an event, each value once', () => {
  const { keeper, devices, points, peekPoint } = startHouse();
  const first = keeper.rows();
  expect(peekPoint).toHaveBeenCalledTimes(40);
  expect(keeper.rows()).toBe(first);
  peekPoint.mockClear();
  points.set('home/D3/0/LOW_BAT', pointOf('LOW_BAT', true));
  devices.set('home/D3', { ...devices.get('home/D3')!, lastEventAt: 5 });
  const second = keeper.rows();
  expect(peekPoint.mock.calls).toEqual([['home/D3/0/LOW_BAT'], ['home/D3/0/UNREACH']]);
  expect(second.filter((row, index) => row !== first[index])).toMatchObject([
    { device: { key: 'home/D3', lastEventAt: 5 }, facts: { lowBattery: true, hasBattery: true } },
  ]);
});

it('follows devices that come, go and are named otherwise', () => {
  const { keeper, devices, store } = startHouse();
  keeper.rows();
  const { summary } = devices.get('home/D1')!;
  devices.set('home/D1', deviceOf('home/D1', { summary: { ...summary, name: 'Flur' } }));
  devices.set('home/NEW', deviceOf('home/NEW'));
  devices.delete('home/D2');
  store.devices.value = ['home/D0', 'home/D1', 'home/D2', 'home/NEW'];
  const rows = keeper.rows();
  expect(rows.map(({ device }) => device.key)).toEqual(['home/D0', 'home/D1', 'home/NEW']);
  expect(rows[1]?.text).toContain('flur');
});

it('has the areas of the rooms of a device, and makes the rows again with other areas', () => {
  const { keeper, devices } = startHouse();
  const { summary } = devices.get('home/D1')!;
  devices.set('home/D1', deviceOf('home/D1', { summary: { ...summary, rooms: ['Küche', 'Flur', 'Hof'] } }));
  const ground = { name: 'Erdgeschoss' };
  const areas = new Map([
    ['Küche', ground],
    ['Flur', ground],
  ]);
  const rows = keeper.rows(areas);
  expect(rows.map((row) => row.areas.join())).toEqual(rows.map((_, index) => (index === 1 ? 'Erdgeschoss' : '')));
  expect(keeper.rows(areas)).toBe(rows);
  expect(keeper.rows(new Map([['Hof', { name: 'Garten' }]]))[1]?.areas).toEqual(['Garten']);
});

it('compares known texts and others as the function that it was given', () => {
  const { compare } = new Intl.Collator('de', { numeric: true, sensitivity: 'base' });
  const text = fc.oneof(fc.constantFrom('Küche', 'kuche', 'KÜCHE', 'Küche 2', 'Küche 10', ''), fc.string());
  fc.assert(
    fc.property(fc.array(text), text, (known, other) => {
      const fast = comparing(known, compare);
      const all = [...known, other];
      for (const a of all) for (const b of all) expect(Math.sign(fast(a, b))).toBe(Math.sign(compare(a, b)));
    }),
    { numRuns: 30 },
  );
});
