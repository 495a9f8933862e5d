import { describe, expect, it } from 'vitest';
import type { Device } from '../../store/points.js';
import { groupDevices, groupingOf } from './grouping.js';

const device = (name: string, summary: Partial<Device['summary']>): Device =>
  ({ key: `home/${name}`, channels: [], summary: { name, central: 'home', available: true, ...summary } }) as never;

const devices = [
  device('lamp', { rooms: ['Kitchen', 'Attic'], functions: ['Light'] }),
  device('blind', { rooms: ['Kitchen'] }),
  device('away', { rooms: ['Kitchen'], available: false }),
  device('probe', { central: 'garage' }),
];
const grouped = (by: string | undefined, favourites: readonly string[] = []) =>
  groupDevices(devices, groupingOf(by), new Set(favourites), (a, b) => a.localeCompare(b)).map(
    ({ kind, name, devices: keys }) => [kind, name, keys.map((key) => key.slice(5)).join()],
  );

describe('the groups of tiles', () => {
  it('are rooms by name, unreachable devices first, and devices without a room last', () => {
    const rooms = [
      ['named', 'Attic', 'lamp'],
      ['named', 'Kitchen', 'away,blind,lamp'],
      ['rest', '', 'probe'],
    ];
    expect(grouped(undefined)).toEqual(rooms);
    expect(grouped('nonsense')).toEqual(rooms);
  });

  it('follow the order of the areas, and rooms without an area come last', () => {
    const areas = new Map([['Kitchen', { name: 'Ground floor', position: 0 }]]);
    const groups = groupDevices(devices, 'room', new Set(), (a, b) => a.localeCompare(b), areas);
    expect(groups.map(({ name, area }) => [name, area])).toEqual([
      ['Kitchen', 'Ground floor'],
      ['Attic', ''],
      ['', ''],
    ]);
  });

  it('are functions or CCUs where these are wanted, with the favourites before them', () => {
    expect(grouped('function', ['home/lamp', 'home/gone'])).toEqual([
      ['favourites', '', 'lamp'],
      ['named', 'Light', 'lamp'],
      ['rest', '', 'away,blind,probe'],
    ]);
    expect(grouped('ccu')).toEqual([
      ['named', 'garage', 'probe'],
      ['named', 'home', 'away,blind,lamp'],
    ]);
  });
});
