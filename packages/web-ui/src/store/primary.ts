import type { Channel, Device, Point, PointKey } from './points.js';

/** What a tile shows of a device. */
export interface TilePoints {
  /** What is switched or set, where there is such a thing. */
  readonly control: PointKey | undefined;
  /** What is told beside it, the most telling first. */
  readonly readings: readonly PointKey[];
}

/** Meanings worth a place on a tile, the most telling first. */
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
  return { control: control?.key, readings };
}

/** Whether a tile has anything to show of a device; looks no further than the first such thing. */
export function hasTilePoints(device: Device, peek: Peek): boolean {
  return device.channels.some(
    (channel) =>
      isShown(channel) &&
      channel.points.some((key) => {
        const point = peek(key);
        return point !== undefined && (isControl(point) || (isReading(point) && rankOf(point) >= 0));
      }),
  );
}

function isShown({ summary }: Channel): boolean {
  return summary.number > 0 && summary.hidden !== true;
}

function isControl({ summary }: Point): boolean {
  return summary.usage === 'ce_primary' && summary.operations.write;
}

function isReading({ summary }: Point): boolean {
  return (
    !summary.operations.write &&
    (summary.usage === 'data_point' || summary.usage === 'ce_visible' || summary.usage === 'ce_secondary')
  );
}

/** What an actuator is set to is also told by a channel of its own; one row says both. */
function isToldBy(control: Point | undefined, reading: Point): boolean {
  return control !== undefined && reading.summary.parameter === control.summary.parameter;
}

function rankOf({ summary }: Point): number {
  return TELLING.indexOf(summary.ui_hint?.semantic ?? '');
}
