import type { Device, Point, PointKey } from '../../store/points.js';
import { tilePointsOf } from '../../store/primary.js';
import type { Row } from './facets.js';
import type { devicesTexts } from './texts.js';

/** Columns that every device has. */
export const PROPERTIES = [
  'name',
  'model',
  'address',
  'room',
  'function',
  'ccu',
  'interface',
  'value',
  'last',
  'state',
  'battery',
  'rssi',
  'firmware',
  'channels',
] as const satisfies readonly (keyof typeof devicesTexts)[];

export type Property = (typeof PROPERTIES)[number];

/** Column of an id. */
export type Column =
  | { readonly kind: 'property'; readonly property: Property }
  | { readonly kind: 'parameter'; readonly parameter: string };

/** `undefined` for an unknown id, as from a view of a newer version. */
export function columnOf(id: string): Column | undefined {
  if (id.startsWith('.') && id.length > 1) return { kind: 'parameter', parameter: id.slice(1) };
  const property = PROPERTIES.find((each) => each === id);
  return property === undefined ? undefined : { kind: 'property', property };
}

type Peek = (key: PointKey) => Point | undefined;

/**
 * Finds the data points of columns. The data points of a device never change while it exists, so each is found once.
 */
export interface PointFinder {
  /** That of the first channel that has it; shown channels before hidden ones. */
  parameter(device: Device, parameter: string): PointKey | undefined;
  /** Main data point of the device. */
  primary(device: Device): PointKey | undefined;
}

export function createPointFinder(peek: Peek): PointFinder {
  const parameters = new WeakMap<Device['channels'], Map<string, PointKey>>();
  const primaries = new WeakMap<Device['channels'], PointKey | undefined>();

  function index(device: Device): Map<string, PointKey> {
    const known = parameters.get(device.channels);
    if (known !== undefined) return known;
    const found = new Map<string, PointKey>();
    const hiddenLast = [...device.channels].sort(
      (a, b) => Number(a.summary.hidden ?? 0) - Number(b.summary.hidden ?? 0),
    );
    for (const { points } of hiddenLast) {
      for (const key of points) {
        const name = peek(key)?.summary.parameter;
        if (name !== undefined && !found.has(name)) found.set(name, key);
      }
    }
    parameters.set(device.channels, found);
    return found;
  }

  return {
    parameter: (device, parameter) => index(device).get(parameter),
    primary(device) {
      if (primaries.has(device.channels)) return primaries.get(device.channels);
      const { control, readings } = tilePointsOf(device, peek);
      const found = control ?? readings[0];
      primaries.set(device.channels, found);
      return found;
    },
  };
}

/** Sort key of a row in a column; undefined values come last in both directions. */
export function sortValue(row: Row, column: Column, finder: PointFinder, peek: Peek): string | number | undefined {
  const { device, facts } = row;
  const { summary } = device;
  if (column.kind === 'parameter') return comparable(peekAt(peek, finder.parameter(device, column.parameter)));
  switch (column.property) {
    case 'name':
      return summary.name;
    case 'model':
      return summary.model;
    case 'address':
      return summary.address;
    case 'room':
      return summary.rooms?.[0];
    case 'function':
      return summary.functions?.[0];
    case 'ccu':
      return summary.central;
    case 'interface':
      return summary.interface;
    case 'value':
      return comparable(peekAt(peek, finder.primary(device)));
    case 'last':
      return device.lastEventAt === undefined ? undefined : -device.lastEventAt;
    case 'state':
      return facts.available ? (facts.configPending || facts.lowBattery || facts.sabotage ? 1 : 2) : 0;
    case 'battery':
      return facts.lowBattery ? 0 : facts.hasBattery ? 1 : undefined;
    case 'rssi':
      return facts.rssi;
    case 'firmware':
      return summary.firmware.Current;
    case 'channels':
      return summary.channels_count;
  }
}

const peekAt = (peek: Peek, key: PointKey | undefined): Point | undefined =>
  key === undefined ? undefined : peek(key);

function comparable(point: Point | undefined): string | number | undefined {
  const value = point?.summary.value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return Number.isFinite(value) ? value * (point?.summary.multiplier ?? 1) : undefined;
  return typeof value === 'string' ? value : undefined;
}

export interface Order {
  readonly valueOf: (row: Row) => string | number | undefined;
  readonly descending: boolean;
  readonly compare: (a: string, b: string) => number;
}

/** Numbers before texts, equal ones by name, unknown ones last. */
export function sortRows(rows: readonly Row[], { valueOf: of, descending, compare }: Order): readonly Row[] {
  const direction = descending ? -1 : 1;
  const byName = (a: Row, b: Row) =>
    compare(a.device.summary.name, b.device.summary.name) || compare(a.device.key, b.device.key);
  return rows
    .map((row) => ({ row, value: of(row) }))
    .sort((a, b) => {
      if (a.value === undefined || b.value === undefined) {
        return Number(a.value === undefined) - Number(b.value === undefined) || byName(a.row, b.row);
      }
      const order =
        typeof a.value === 'number' && typeof b.value === 'number'
          ? a.value - b.value
          : typeof a.value === typeof b.value
            ? compare(String(a.value), String(b.value))
            : typeof a.value === 'number'
              ? -1
              : 1;
      return order * direction || byName(a.row, b.row);
    })
    .map(({ row }) => row);
}

export interface ParameterChoice {
  readonly parameter: string;
  readonly label: string;
  /** Devices that have it. */
  readonly count: number;
}

/** Every parameter that any of the devices has, the most frequent first. */
export function parametersOf(devices: readonly Device[], peek: Peek): readonly ParameterChoice[] {
  const found = new Map<string, { label: string; devices: Set<string> }>();
  for (const device of devices) {
    for (const { points } of device.channels) {
      for (const key of points) {
        const summary = peek(key)?.summary;
        if (summary === undefined) continue;
        const entry = found.get(summary.parameter) ?? {
          label: summary.parameter_label ?? summary.parameter,
          devices: new Set(),
        };
        entry.devices.add(device.key);
        found.set(summary.parameter, entry);
      }
    }
  }
  return [...found]
    .map(([parameter, { label, devices: having }]) => ({ parameter, label, count: having.size }))
    .sort((a, b) => b.count - a.count || (a.parameter < b.parameter ? -1 : 1));
}
