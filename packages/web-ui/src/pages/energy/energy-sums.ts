import type { CallAnswer } from '@ccu-gateway/client';

export type Energy = CallAnswer<'getEnergy'>;
export type EnergyKind = Energy['kind'];
/** The shown time and the one before. */
export interface Compared {
  readonly now: Energy;
  readonly before: Energy;
}

type Device = Energy['devices'][number];
type Bucket = Device['buckets'][number];

/** Figures of one part of the shown time, of one or several devices. Watt-hours, cubic metres, thousandths of a cent. */
export interface Part
  extends Pick<
    Bucket,
    'ts' | 'consumed_wh' | 'feed_in_wh' | 'volume_m3' | 'cost_mct' | 'feed_in_mct' | 'reset' | 'gap'
  > {
  /** Consumption without a price, in watt-hours or cubic metres. */
  readonly unpriced: number;
}

/** Devices that the page shows: `of` is `device:ADDRESS`, `room:NAME`, or anything else for all. */
export function chosenDevices({ devices }: Pick<Energy, 'devices'>, of = ''): readonly Device[] {
  const [kind, name] = [of.slice(0, of.indexOf(':')), of.slice(of.indexOf(':') + 1)];
  if (kind === 'device') return devices.filter(({ address }) => address === name);
  if (kind === 'room') return devices.filter((each) => !each.is_main && each.rooms.includes(name));
  // A main meter contains the consumption of all others.
  const main = devices.filter((each) => each.is_main);
  return main.length > 0 ? main : devices;
}

/** The parts of all devices together, in order of their times. */
export function partsOf(devices: readonly Device[]): readonly Part[] {
  const parts = new Map<string, Part>();
  for (const bucket of devices.flatMap((each) => each.buckets)) {
    const before = parts.get(bucket.ts);
    const sum = (name: 'consumed_wh' | 'feed_in_wh' | 'volume_m3' | 'cost_mct' | 'feed_in_mct') =>
      (before?.[name] ?? 0) + bucket[name];
    parts.set(bucket.ts, {
      ts: bucket.ts,
      consumed_wh: sum('consumed_wh'),
      feed_in_wh: sum('feed_in_wh'),
      volume_m3: sum('volume_m3'),
      cost_mct: sum('cost_mct'),
      feed_in_mct: sum('feed_in_mct'),
      unpriced: (before?.unpriced ?? 0) + bucket.unpriced_wh + bucket.unpriced_m3,
      reset: (before?.reset ?? false) || bucket.reset,
      gap: (before?.gap ?? false) || bucket.gap,
    });
  }
  return [...parts.values()].sort((one, other) => Date.parse(one.ts) - Date.parse(other.ts));
}

/** Sums of the shown time. */
export type Totals = Omit<Part, 'ts' | 'reset' | 'gap'>;

export function totalsOf(parts: readonly Part[]): Totals {
  const sum = (name: keyof Totals) => parts.reduce((all, part) => all + part[name], 0);
  return {
    consumed_wh: sum('consumed_wh'),
    feed_in_wh: sum('feed_in_wh'),
    volume_m3: sum('volume_m3'),
    cost_mct: sum('cost_mct'),
    feed_in_mct: sum('feed_in_mct'),
    unpriced: sum('unpriced'),
  };
}

/** Amount that is shown and compared: kilowatt-hours, or cubic metres. */
export function amountOf(
  kind: EnergyKind,
  { consumed_wh: wh, volume_m3: volume }: Pick<Totals, 'consumed_wh' | 'volume_m3'>,
) {
  return kind === 'electricity' ? wh / 1_000 : volume;
}

/** Change in percent, rounded; undefined where there is nothing to compare with. */
export function changeOf(now: number, before: number): number | undefined {
  return before > 0 ? Math.round((now / before - 1) * 100) : undefined;
}

/** Devices whose counter of the CCU has another number: by more than a twentieth, and by more than a tenth of a kWh. */
export function differingFromCcu(devices: readonly Device[]): readonly Device[] {
  return devices.filter(({ ccu_consumed_wh: ccu, total_consumed_wh: own }) => {
    const difference = Math.abs((ccu ?? own) - own);
    return difference > 100 && difference > Math.max(ccu ?? 0, own) / 20;
  });
}
