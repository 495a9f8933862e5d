import type { Sending } from '../../../radio/cost.js';
import type { Device, DeviceKey, Point, PointKey, PointSummary } from '../../../store/points.js';

type Peek = (key: PointKey) => Point | undefined;

/** A parameter that can be set on several devices at once. */
export interface SettableParameter {
  /** Differs where the same name means something else: another type, unit or list. */
  readonly id: string;
  readonly parameter: string;
  readonly label: string;
  /** Describes it; narrowest bounds of all of them. */
  readonly summary: PointSummary;
  readonly points: readonly { readonly device: DeviceKey; readonly key: PointKey }[];
  /** Number of devices that have it. */
  readonly devices: number;
}

const SETTABLE: ReadonlySet<string> = new Set(['BOOL', 'ACTION', 'INTEGER', 'FLOAT', 'ENUM', 'STRING']);

/** Parameters that can be written on at least one of the devices; those of most devices first. */
export function settableParameters(devices: readonly Device[], peek: Peek): readonly SettableParameter[] {
  const found = new Map<string, { summary: PointSummary; points: { device: DeviceKey; key: PointKey }[] }>();
  for (const device of devices) {
    for (const { points, summary: channel } of device.channels) {
      if (channel.hidden === true || channel.locked === true) continue;
      for (const key of points) {
        const summary = peek(key)?.summary;
        if (summary === undefined || !isSettable(summary)) continue;
        const id = [summary.parameter, summary.type, summary.unit ?? '', summary.value_list?.join() ?? ''].join('|');
        const entry = found.get(id);
        found.set(id, {
          summary: entry === undefined ? summary : narrowed(entry.summary, summary),
          points: [...(entry?.points ?? []), { device: device.key, key }],
        });
      }
    }
  }
  return [...found]
    .map(([id, { summary, points }]) => ({
      id,
      parameter: summary.parameter,
      label: summary.parameter_label ?? summary.parameter,
      summary,
      points,
      devices: new Set(points.map(({ device }) => device)).size,
    }))
    .sort((a, b) => b.devices - a.devices || Number(isMain(b.summary)) - Number(isMain(a.summary)));
}

const isMain = ({ usage }: PointSummary): boolean => usage === 'ce_primary' || usage === 'data_point';

function isSettable({ operations, type = '', usage }: PointSummary): boolean {
  return operations.write && SETTABLE.has(type) && usage !== 'ignored' && usage !== 'no_create';
}

function narrowed(a: PointSummary, b: PointSummary): PointSummary {
  const min = Math.max(a.min ?? Number.NEGATIVE_INFINITY, b.min ?? Number.NEGATIVE_INFINITY);
  const max = Math.min(a.max ?? Number.POSITIVE_INFINITY, b.max ?? Number.POSITIVE_INFINITY);
  return { ...a, ...(Number.isFinite(min) ? { min } : {}), ...(Number.isFinite(max) ? { max } : {}) };
}

/** The points that are written: of each device the first channel, or all that have the parameter. */
export function targetsOf({ points }: SettableParameter, allChannels: boolean): SettableParameter['points'] {
  if (allChannels) return points;
  const seen = new Set<DeviceKey>();
  return points.filter(({ device }) => !seen.has(device) && seen.add(device));
}

/** One message for each point, as the interface sends them one by one. */
export function sendingsOf(
  targets: SettableParameter['points'],
  deviceAt: (key: DeviceKey) => Device | undefined,
): readonly Sending[] {
  const counts = new Map<DeviceKey, number>();
  for (const { device } of targets) counts.set(device, (counts.get(device) ?? 0) + 1);
  return [...counts].flatMap(([key, messages]) => {
    const device = deviceAt(key);
    return device === undefined ? [] : [{ device: device.summary, messages }];
  });
}

/** The rooms of a device after it was put into some; none of them twice. */
export function roomsAfter(before: readonly string[], chosen: readonly string[], replace: boolean): readonly string[] {
  return [...new Set(replace ? chosen : [...before, ...chosen])];
}
