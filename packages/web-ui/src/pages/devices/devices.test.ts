import { describe, expect, it } from 'vitest';
import type { Device, Point, PointKey } from '../../store/points.js';
import { columnOf, createPointFinder, parametersOf, sortRows, sortValue } from './columns.js';
import { applyFacets, NONE, type Row } from './facets.js';
import { factsOf } from './facts.js';
import { matches, parseSearch, searchText } from './search.js';
import { joinList, queryOf, splitList, toggled, viewOf } from './view.js';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const DAY_MS = 86_400_000;

interface Made {
  readonly name: string;
  readonly rooms?: readonly string[];
  readonly model?: string;
  readonly available?: boolean;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly maintenance?: Readonly<Record<string, unknown>>;
  readonly unreachableForMs?: number;
}

function house(made: readonly Made[]) {
  const points = new Map<PointKey, Point>();
  const devices = made.map((each, index) => deviceOf(each, index, points));
  const peek = (key: PointKey) => points.get(key);
  const rows = devices.map(
    (device): Row => ({ device, facts: factsOf(device, peek), text: searchText(device), areas: [] }),
  );
  return { devices, rows, peek };
}

function deviceOf(made: Made, index: number, points: Map<PointKey, Point>): Device {
  const key = `ccu/DEV${index}`;
  const channel = (number: number, values: Readonly<Record<string, unknown>>) => ({
    summary: { address: `DEV${index}:${number}`, number, paramset_key: 'VALUES', data_points_count: 1 },
    points: Object.entries(values).map(([parameter, value]) => {
      const at = `${key}/${number}/${parameter}`;
      const summary = {
        parameter,
        parameter_label: `Label ${parameter}`,
        value,
        modified_at: new Date(NOW - (made.unreachableForMs ?? 0)).toISOString(),
      };
      // Devices and points with the members that are looked at here.
      points.set(at, { key: at, device: key, channel: number, summary } as unknown as Point);
      return at;
    }),
  });
  const { name, rooms, model = 'HmIP-X', available = true } = made;
  return {
    key,
    summary: {
      address: `DEV${index}`,
      central: 'ccu',
      name,
      rooms,
      model,
      available,
      interface: 'HmIP-RF',
      availability: {},
      firmware: {},
    },
    channels: [channel(0, made.maintenance ?? {}), channel(1, made.values ?? {})],
  } as unknown as Device;
}

const found = (search: string, rows: readonly Row[]) =>
  rows.filter((row) => matches(parseSearch(search), row.facts, row.text, NOW)).map(({ device }) => device.summary.name);

describe('the search over devices', () => {
  const { rows } = house([
    { name: 'Küchenlampe', rooms: ['Küche'], model: 'HmIP-BSM' },
    {
      name: 'Fenster Straße',
      rooms: ['Bad'],
      available: false,
      maintenance: { UNREACH: true },
      unreachableForMs: 3 * DAY_MS,
    },
    { name: 'Taster', available: false, maintenance: { UNREACH: true, LOW_BAT: true }, unreachableForMs: 1_000 },
  ]);

  it('finds names, rooms, models and addresses without accents and case', () => {
    expect(found('kuche bsm', rows)).toEqual(['Küchenlampe']);
    expect(found('STRASSE', rows)).toEqual(['Fenster Straße']);
    expect(found('dev2', rows)).toEqual(['Taster']);
  });

  it('finds names with quotes as they are, and words that quotes hold together', () => {
    const { rows: quoted } = house([{ name: 'Heizkörper="Bad <groß>"' }, { name: 'Bad Heizkörper' }]);
    expect(found('Heizkörper="Bad', quoted)).toEqual(['Heizkörper="Bad <groß>"']);
    expect(found('"bad heiz"', quoted)).toEqual(['Bad Heizkörper']);
  });

  it('understands unreachable devices, with a duration, in both languages', () => {
    expect(found('unreachable', rows)).toEqual(['Fenster Straße', 'Taster']);
    expect(found('nicht erreichbar bad', rows)).toEqual(['Fenster Straße']);
    expect(found('unreachable > 1 d', rows)).toEqual(['Fenster Straße']);
    expect(found('nicht erreichbar > 2 Tage', rows)).toEqual(['Fenster Straße']);
    expect(found('unreachable > 1 w', rows)).toEqual([]);
  });

  it('understands low batteries', () => {
    expect(found('low battery', rows)).toEqual(['Taster']);
    expect(found('Batterie schwach', rows)).toEqual(['Taster']);
  });
});

describe('the search by state', () => {
  it('finds devices above and below a value, and those that changed since a time', () => {
    const { rows } = house([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
    const facts = [{ temperature: 26, changedAt: NOW - 1_000 }, { temperature: 17, changedAt: NOW - 3 * DAY_MS }, {}];
    const known = rows.map((row, index) => ({ ...row, facts: { ...row.facts, ...facts[index] } }));
    expect(found('above 25', known)).toEqual(['a']);
    expect(found('unter 20', known)).toEqual(['b']);
    expect(found('since yesterday', known)).toEqual(['a']);
    expect(found('seit 5 Tagen', known)).toEqual(['a', 'b']);
  });

  it('finds states that last, and a name for a word that is both', () => {
    const { rows } = house([{ name: 'Fenster' }, { name: 'Bewegungsmelder' }, { name: 'Taster' }]);
    const open = { states: ['window_open'], since: { window_open: NOW - 2 * DAY_MS } } as const;
    const known = rows.map((row, index) => (index === 0 ? { ...row, facts: { ...row.facts, ...open } } : row));
    expect(found('offen', known)).toEqual(['Fenster']);
    expect(found('open windows since yesterday', known)).toEqual(['Fenster']);
    expect(found('offen seit 5 Tagen', known)).toEqual([]);
    expect(found('Bewegung', known)).toEqual(['Bewegungsmelder']);
  });
});

describe('the facets', () => {
  const { rows } = house([
    { name: 'a', rooms: ['Küche'], model: 'M1' },
    { name: 'b', rooms: ['Küche', 'Flur'], model: 'M2' },
    { name: 'c', model: 'M1', available: false },
  ]);
  const counts = (chosen: Parameters<typeof applyFacets>[1], id: string) =>
    Object.fromEntries(applyFacets(rows, chosen).facets.find((facet) => facet.id === id)!.counts);

  it('keep devices that have one of the chosen values of each facet', () => {
    const { rows: kept } = applyFacets(rows, { room: ['Küche', NONE], model: ['M1'] });
    expect(kept.map(({ device }) => device.summary.name)).toEqual(['a', 'c']);
  });

  it('count the devices that each value would leave with the other facets alone', () => {
    expect(counts({ room: ['Flur'] }, 'room')).toEqual({ Küche: 2, Flur: 1, [NONE]: 1 });
    expect(counts({ room: ['Flur'] }, 'model')).toEqual({ M2: 1 });
    expect(counts({}, 'state')).toEqual({ reachable: 2, unreachable: 1 });
  });

  it('keep a chosen value in sight that no device has any more', () => {
    expect(counts({ room: ['Keller'] }, 'room')).toMatchObject({ Keller: 0 });
  });
});

describe('the address of a view', () => {
  it('holds all of it and reads it back', () => {
    const view = viewOf({ q: 'x', sort: '-rssi', columns: 'name,.HUMIDITY', room: 'Küche\\, klein,Bad' });
    expect(view).toMatchObject({ search: 'x', sort: 'rssi', descending: true, columns: ['name', '.HUMIDITY'] });
    expect(view.chosen.room).toEqual(['Küche, klein', 'Bad']);
    expect(viewOf(Object.fromEntries(Object.entries(queryOf(view)).filter(([, text]) => text !== '')))).toEqual(view);
  });

  it('leaves out default values', () => {
    expect(new Set(Object.values(queryOf(viewOf({}))))).toEqual(new Set(['']));
  });

  it('keeps names with commas and backslashes apart', () => {
    const names = ['a,b', 'c\\', '\\,', 'd'];
    expect(splitList(joinList(names))).toEqual(names);
  });

  it('toggles one value of a facet', () => {
    const once = toggled(viewOf({}), 'room', 'Bad');
    expect(once.chosen.room).toEqual(['Bad']);
    expect(toggled(once, 'room', 'Bad').chosen.room).toEqual([]);
  });
});

describe('the columns', () => {
  const { rows, devices, peek } = house([
    { name: 'b', values: { TEMPERATURE: 20 } },
    { name: 'a', values: { TEMPERATURE: 3 } },
    { name: 'd', values: { TEMPERATURE: Number.NaN } },
    { name: 'c' },
  ]);
  const finder = createPointFinder(peek);
  const order = (descending: boolean) =>
    sortRows(rows, {
      valueOf: (row) => sortValue(row, columnOf('.TEMPERATURE')!, finder, peek),
      descending,
      compare: (a, b) => a.localeCompare(b),
    }).map(({ device }) => device.summary.name);

  it('sort by any parameter, with unknown values last in both directions', () => {
    expect(order(false)).toEqual(['a', 'b', 'c', 'd']);
    expect(order(true)).toEqual(['b', 'a', 'c', 'd']);
  });

  it('pass over ids that are none', () => {
    expect([columnOf('.'), columnOf('nonsense'), columnOf('name')?.kind]).toEqual([undefined, undefined, 'property']);
  });

  it('offer each parameter once with the number of devices that have it', () => {
    expect(parametersOf(devices, peek)).toEqual([{ parameter: 'TEMPERATURE', label: 'Label TEMPERATURE', count: 3 }]);
  });
});
