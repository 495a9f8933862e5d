import type { WireValue } from '@ccu-gateway/ccu-client';
import { triggered, valueChanged } from '../announce/announce.js';
import { triggerKindOf } from '../announce/trigger.js';
import { followManual } from '../custom/climate-manual.js';
import { normalise } from '../model/descriptor.js';
import type { ModelEvent, ModelEventKind } from '../model/events.js';
import { sameValue } from '../model/same-value.js';
import type { CentralRecord, DataPoint, HouseRecords, InterfaceRecord } from '../model/state.js';
import { isSilent } from '../visibility/usage.js';
import { refreshAvailability, refreshStandIns } from './connection-state.js';
import { followMotion, settleTarget } from './target.js';
import { noteUnknownValue } from './unknown.js';

export interface IncomingValue {
  readonly channelAddress: string;
  readonly parameter: string;
  readonly value: WireValue;
  /** Milliseconds since the Unix epoch at which this process learned of it. */
  readonly at: number;
  /** When the CCU says it was set. */
  readonly setAt?: number;
  /** `live` is an event, `loaded` was asked for, `first_load` for the first time, `restored` known before the last stop. */
  readonly origin: 'live' | 'loaded' | 'first_load' | 'restored';
}

export function applyValue(
  house: HouseRecords,
  central: CentralRecord,
  iface: InterfaceRecord,
  incoming: IncomingValue,
  changed: Set<DataPoint>,
): readonly ModelEvent[] {
  const point = findPoint(house, central, iface, incoming);
  if (point === undefined) return [];
  const { descriptor } = point;
  if (isSilent(point)) return [];
  if (descriptor.momentary) return incoming.origin === 'live' ? applyImpulse(point, incoming) : [];
  const value = normalise(descriptor.type, incoming.value, descriptor.valueList) as WireValue | undefined;
  if (value === undefined) return isEmptied(point, incoming) ? empty(point, incoming, changed) : [];

  const { device } = point.channel;
  const previous = point.value;
  if (incoming.origin !== 'restored') {
    point.cached = false;
    point.seenAt = incoming.at;
    device.updatedAt = incoming.at;
  } else {
    if (previous !== undefined) {
      // The CCU was faster, and what is stored is not true any more.
      if (!sameValue(previous, value)) worthKeeping(point);
      return [];
    }
    point.cached = true;
    point.seenAt = incoming.setAt;
  }
  // A re-read may simply be older than our write.
  if (incoming.origin === 'live') settleTarget(house, point, value, incoming.at);
  else if (point.pending !== undefined && sameValue(point.pending.value, value)) point.pending = undefined;
  if (previous !== undefined && sameValue(previous, value)) {
    if (incoming.origin === 'live' && point.onlyDefault) worthKeeping(point);
    return [];
  }

  point.value = value;
  point.unsaved = incoming.origin !== 'restored';
  point.onlyDefault = previous === undefined && isOnlyDefault(point, incoming, value);
  changed.add(point);
  followMotion(house, point, incoming.at);
  followManual(point, incoming.at);
  // 1 is full; what lies above means "leave it".
  if (point.parameter === 'LEVEL' && typeof value === 'number' && value > 0 && value <= 1) {
    point.channel.lastLevel = value;
  }
  point.changedAt = incoming.setAt ?? incoming.at;
  const isUnreach = point.channel.number === 0 && point.parameter === 'UNREACH';
  // Before anything is said, because the frame of the value tells of the availability, too.
  if (isUnreach) device.reachable = value !== true;
  const out: ModelEvent[] = [];
  const silent = incoming.origin === 'restored' || (incoming.origin === 'first_load' && previous === undefined);
  const kind = silent ? undefined : kindOf(central, iface, previous);
  if (kind !== undefined) {
    out.push(valueChanged(point, kind, { previous, at: point.changedAt }));
    if (triggerKindOf(point) === 'device_error' && isError(value)) {
      point.lastTrigger = { at: incoming.at, value };
      out.push(triggered(point, 'device_error', value));
    }
  }
  if (isUnreach) out.push(...refreshAvailability(device, device.iface.loaded), ...refreshStandIns(central));
  return out;
}

/** Lights that show a colour say that they have no colour temperature by saying nothing of it, and the other way round. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['HUE', 'SATURATION', 'COLOR_TEMPERATURE']);

const isEmptied = (point: DataPoint, { value, origin }: IncomingValue): boolean =>
  value === '' && origin !== 'restored' && point.value !== undefined && MAY_BE_EMPTY.has(point.parameter);

function empty(point: DataPoint, { at }: IncomingValue, changed: Set<DataPoint>): readonly ModelEvent[] {
  const previous = point.value;
  point.value = undefined;
  point.pending = undefined;
  point.seenAt = at;
  point.changedAt = at;
  changed.add(point);
  const frame = valueChanged(point, 'change', { previous, at });
  return [{ ...frame, payload: { ...frame.payload, value: null } }];
}

/**
 * What kind of frame a value becomes, or none: what a first load brings is announced by the readiness of the central alone;
 * later first sights are `initial`, differences are `change`.
 */
function kindOf(
  central: CentralRecord,
  iface: InterfaceRecord,
  previous: WireValue | undefined,
): ModelEventKind | undefined {
  if (previous !== undefined) return 'change';
  if (central.ready) return 'initial';
  return iface.loaded ? 'change' : undefined;
}

function applyImpulse(point: DataPoint, incoming: IncomingValue): readonly ModelEvent[] {
  const value =
    point.descriptor.type === 'ACTION'
      ? incoming.value
      : ((normalise(point.descriptor.type, incoming.value, point.descriptor.valueList) as WireValue | undefined) ??
        incoming.value);
  point.seenAt = incoming.at;
  point.pending = undefined;
  point.channel.device.updatedAt = incoming.at;
  point.lastTrigger = { at: incoming.at, value };
  return [triggered(point, triggerKindOf(point) ?? 'impulse', value)];
}

function worthKeeping(point: DataPoint): void {
  point.onlyDefault = false;
  point.unsaved = true;
}

/** A CCU answers with the default for what it never heard of; when it was set, it can say when. */
function isOnlyDefault({ descriptor }: DataPoint, { origin, setAt }: IncomingValue, value: WireValue): boolean {
  const wasAsked = origin === 'loaded' || origin === 'first_load';
  return wasAsked && setAt === undefined && descriptor.default !== undefined && sameValue(value, descriptor.default);
}

const isError = (value: WireValue): boolean => value !== false && value !== 0 && value !== '';

function findPoint(
  house: HouseRecords,
  central: CentralRecord,
  iface: InterfaceRecord,
  incoming: IncomingValue,
): DataPoint | undefined {
  const { channelAddress, parameter } = incoming;
  const colon = channelAddress.lastIndexOf(':');
  const deviceAddress = colon < 0 ? channelAddress : channelAddress.slice(0, colon);
  const device = central.devices.get(deviceAddress);
  const channel = device?.channels.get(colon < 0 ? 0 : Number(channelAddress.slice(colon + 1)));
  const point = channel?.points.get(parameter);
  if (point === undefined && incoming.origin === 'live') noteUnknownValue(house, iface, { device, channel, incoming });
  return point?.paramsetKey === 'VALUES' ? point : undefined;
}
