import type { CallAnswer } from '@ccu-gateway/client';

export type Energy = CallAnswer<'getEnergy'>;
type Device = Energy['devices'][number];

/** Consumption in one part of the shown time, of one or several devices. Watt-hours. */
export interface Part {
  readonly ts: string;
  readonly consumed: number;
  readonly feedIn: number;
  readonly reset: boolean;
  readonly gap: boolean;
}

/** Devices that the page shows: `of` is `device:ADDRESS`, `room:NAME`, or anything else for all. */
export function chosenDevices({ devices }: Pick<Energy, 'devices'>, of = ''): readonly Device[] {
  const [kind, name] = [of.slice(0, of.indexOf(':')), of.slice(of.indexOf(':') + 1)];
  if (kind === 'device') return devices.filter(({ address }) => address === name);
  if (kind === 'room') return devices.filter(({ rooms }) => rooms.includes(name));
  return devices;
}

/** The parts of all devices together, in order of their times. */
export function partsOf(devices: readonly Device[]): readonly Part[] {
  const parts = new Map<string, Part>();
  for (const { ts, consumed_wh: consumed, feed_in_wh: feedIn, reset, gap } of devices.flatMap((each) => each.buckets)) {
    const before = parts.get(ts) ?? { ts, consumed: 0, feedIn: 0, reset: false, gap: false };
    parts.set(ts, {
      ts,
      consumed: before.consumed + consumed,
      feedIn: before.feedIn + feedIn,
      reset: before.reset || reset,
      gap: before.gap || gap,
    });
  }
  return [...parts.values()].sort((one, other) => Date.parse(one.ts) - Date.parse(other.ts));
}

export const consumedBy = (devices: readonly Device[]): number =>
  devices.reduce((sum, { total_consumed_wh: wh }) => sum + wh, 0);

/** Change in percent, rounded; undefined where there is nothing to compare with. */
export function changeOf(now: number, before: number): number | undefined {
  return before > 0 ? Math.round((now / before - 1) * 100) : undefined;
}
