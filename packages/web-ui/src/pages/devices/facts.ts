import { type LivingState, livingStatesOf } from '../../store/aspects.js';
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
  return {
    available: summary.available,
    ...(since === undefined ? {} : { unreachableSince: Date.parse(since) }),
    lowBattery: raised('LOW_BAT', 'LOWBAT') || summary.availability.LowBattery === true,
    hasBattery: point('LOW_BAT', 'LOWBAT') !== undefined || typeof summary.availability.LowBattery === 'boolean',
    configPending: raised('CONFIG_PENDING'),
    updatable: summary.update_available,
    sabotage: raised('SABOTAGE', 'ERROR_SABOTAGE'),
    living: livingStatesOf(device, peek),
    ...(rssi === undefined ? {} : { rssi }),
  };
}

/** 0 and values above say that it was not measured; one direction is better than none. */
function rssiOf(...points: readonly (Point | undefined)[]): number | undefined {
  return points
    .map((point) => point?.summary.value)
    .find((value): value is number => typeof value === 'number' && value < NO_RSSI && value > -128);
}
