import type { Channel, Device, Point, PointKey } from './points.js';

/** Data points on the tile of a device. */
export interface TilePoints {
  /** Data point that the tile sets, where there is one. */
  readonly control: PointKey | undefined;
  /** Readings beside it, the most important first. */
  readonly readings: readonly PointKey[];
  /** Stops the movement that the control began, at blinds and the like. */
  readonly stop: PointKey | undefined;
  /** Keys of a remote control that can be pressed here; none at a device with a control. */
  readonly keys: readonly PointKey[];
}

/** Semantics that are shown on a tile, the most important first. */
const TELLING = [
  'temperature',
  'humidity',
  'window',
  'state',
  'motion',
  'smoke',
  'water',
  'power',
  'illuminance',
  'selection',
  'level',
];

/** Above this number a device is no remote control in a hand, but the virtual one of a CCU. */
const MOST_KEYS = 8;

type Peek = (key: PointKey) => Point | undefined;

export function tilePointsOf(device: Device, peek: Peek): TilePoints {
  const shown = device.channels
    .filter(isShown)
    .flatMap(({ points }) => points.map(peek))
    .filter((point): point is Point => point !== undefined);
  const control = shown.find(isControl);
  const readings = shown
    .filter((point) => isReading(point) && !isToldBy(control, point))
    .map((point) => ({ key: point.key, rank: rankOf(point) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, 3)
    .map(({ key }) => key);
  return {
    control: control?.key,
    readings,
    stop: shown.find((point) => point.channel === control?.channel && isStop(point))?.key,
    keys: control === undefined ? keysOf(shown) : [],
  };
}

function keysOf(shown: readonly Point[]): readonly PointKey[] {
  const keys = shown.filter(isKey).map(({ key }) => key);
  return keys.length > MOST_KEYS ? [] : keys;
}

/** True when a tile has any data point to show; stops at the first one. */
export function hasTilePoints(device: Device, peek: Peek): boolean {
  let keys = 0;
  for (const channel of device.channels) {
    if (!isShown(channel)) continue;
    for (const key of channel.points) {
      const point = peek(key);
      if (point === undefined) continue;
      if (isControl(point) || (isReading(point) && rankOf(point) >= 0)) return true;
      if (isKey(point)) keys += 1;
    }
  }
  return keys > 0 && keys <= MOST_KEYS;
}

function isShown({ summary }: Channel): boolean {
  return summary.number > 0 && summary.hidden !== true;
}

function isControl({ summary }: Point): boolean {
  return summary.usage === 'ce_primary' && summary.operations.write;
}

function isStop({ summary: { parameter, type, operations } }: Point): boolean {
  return parameter === 'STOP' && type === 'ACTION' && operations.write;
}

function isKey({ summary: { parameter, type, operations } }: Point): boolean {
  return parameter === 'PRESS_SHORT' && type === 'ACTION' && operations.write;
}

function isReading({ summary }: Point): boolean {
  return (
    !summary.operations.write &&
    (summary.usage === 'data_point' || summary.usage === 'ce_visible' || summary.usage === 'ce_secondary')
  );
}

/** A channel of its own also reports the value that an actuator is set to; one row shows both. */
function isToldBy(control: Point | undefined, reading: Point): boolean {
  return control !== undefined && reading.summary.parameter === control.summary.parameter;
}

function rankOf({ summary }: Point): number {
  return TELLING.indexOf(summary.ui_hint?.semantic ?? '');
}
