import type { NamedState } from '../../find/state-words.js';
import { aspectsOf, type LivingState, livingStatesOf, measured, opposites } from '../../store/aspects.js';
import type { Device, Point, PointKey } from '../../store/points.js';

/** Facts for filters and sorting, beside the summary of a device. */
export interface Facts {
  readonly available: boolean;
  /** Milliseconds since 1970. */
  readonly unreachableSince?: number;
  readonly lowBattery: boolean;
  /** True for a battery that reports its state. Volts and percent are not part of it. */
  readonly hasBattery: boolean;
  readonly configPending: boolean;
  readonly updatable: boolean;
  readonly sabotage: boolean;
  /** An open window, a burning light and the like. */
  readonly living: readonly LivingState[];
  /** Everything that a search by state finds; for some the time since which, in milliseconds since 1970. */
  readonly states: readonly NamedState[];
  readonly since: Readonly<Partial<Record<NamedState, number>>>;
  /** Newest event of any of its data points, in milliseconds since 1970. */
  readonly changedAt?: number;
  /** °C. */
  readonly temperature?: number;
  /** Percent. */
  readonly humidity?: number;
  /** dBm, as received by the CCU. */
  readonly rssi?: number;
}

type Peek = (key: PointKey) => Point | undefined;

const NO_RSSI = 0;

export function factsOf(device: Device, peek: Peek): Facts {
  const { summary, channels } = device;
  // One pass through the channel, because this runs for each device once a second while anything changes.
  const found = new Map<string, Point>();
  for (const key of channels.find((channel) => channel.summary.number === 0)?.points ?? []) {
    const each = peek(key);
    if (each !== undefined) found.set(each.summary.parameter, each);
  }
  const point = (parameter: string, other = parameter) => found.get(parameter) ?? found.get(other);
  const raised = (parameter: string, other?: string) => point(parameter, other)?.summary.value === true;
  const unreach = summary.available ? undefined : point('UNREACH');
  const since = unreach?.summary.modified_at;
  const rssi = rssiOf(point('RSSI_DEVICE'), point('RSSI_PEER')) ?? summary.availability.SignalStrength ?? undefined;
  const living = livingStatesOf(device, peek);
  const aspects = aspectsOf(device, peek);
  const temperature = measured(aspects.temperature === undefined ? undefined : peek(aspects.temperature));
  const humidity = measured(aspects.humidity === undefined ? undefined : peek(aspects.humidity));
  const flags = {
    lowBattery: raised('LOW_BAT', 'LOWBAT') || summary.availability.LowBattery === true,
    configPending: raised('CONFIG_PENDING'),
    updatable: summary.update_available,
    sabotage: raised('SABOTAGE', 'ERROR_SABOTAGE'),
  };
  const changedAt = device.lastEventAt;
  return {
    ...flags,
    available: summary.available,
    ...(since === undefined ? {} : { unreachableSince: Date.parse(since) }),
    hasBattery: point('LOW_BAT', 'LOWBAT') !== undefined || typeof summary.availability.LowBattery === 'boolean',
    living,
    states: [
      summary.available ? 'reachable' : 'unreachable',
      ...(flags.lowBattery ? (['low_battery'] as const) : []),
      ...(flags.configPending ? (['config_pending'] as const) : []),
      ...(flags.updatable ? (['update'] as const) : []),
      ...(flags.sabotage ? (['sabotage'] as const) : []),
      ...living,
      ...opposites(aspects, living),
    ],
    since: {
      ...(since === undefined ? {} : { unreachable: Date.parse(since) }),
      ...changedAtOf(aspects, peek),
    },
    ...(changedAt === undefined ? {} : { changedAt }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(humidity === undefined ? {} : { humidity }),
    ...(rssi === undefined ? {} : { rssi }),
  };
}

/** When the states of openings, lights, blinds and locks last changed. */
function changedAtOf(aspects: ReturnType<typeof aspectsOf>, peek: Peek): Facts['since'] {
  const newest = (keys: readonly PointKey[]) => {
    const times = keys.map((key) => Date.parse(peek(key)?.summary.modified_at ?? ''));
    const known = times.filter((time) => Number.isFinite(time));
    return known.length === 0 ? undefined : Math.max(...known);
  };
  const both = (states: readonly NamedState[], keys: readonly PointKey[]) => {
    const at = newest(keys);
    return at === undefined ? {} : Object.fromEntries(states.map((state) => [state, at]));
  };
  return {
    ...both(['window_open', 'window_closed'], aspects.openings),
    ...both(['light_on', 'light_off'], aspects.lights),
    ...both(['blind_down', 'blind_up'], aspects.covers),
    ...both(['unlocked', 'locked'], aspects.locks),
    ...both(['motion'], aspects.motion),
  };
}

/** 0 and values above say that it was not measured; one direction is better than none. */
function rssiOf(...points: readonly (Point | undefined)[]): number | undefined {
  return points
    .map((point) => point?.summary.value)
    .find((value): value is number => typeof value === 'number' && value < NO_RSSI && value > -128);
}
