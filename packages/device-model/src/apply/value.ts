import type { WireValue } from '@ccu-gateway/ccu-client';
import { triggered, valueChanged } from '../announce/announce.js';
import { triggerKindOf } from '../announce/trigger.js';
import { followManual } from '../custom/climate-manual.js';
import type { CentralRecord, Channel, DataPoint, Device, HouseRecords, InterfaceRecord } from '../model/state.js';
import { shownOf, statusOf, statusOwner, statusWord, type ValueStatus, withholds } from '../model/status.js';
import type { ModelEvent, ModelEventKind } from '../requests/events.js';
import { normalise } from '../values/descriptor.js';
import { sameValue } from '../values/same-value.js';
import { signalStrength } from '../values/signal.js';
import { isSilent } from '../visibility/usage.js';
import { refreshAvailability, refreshStandIns } from './connection-state.js';
import { followMotion, settleTarget } from './target.js';
import { noteUnknownValue } from './unknown.js';

export interface IncomingValue {
  readonly channelAddress: string;
  readonly parameter: string;
  /** `null` where the CCU has none; a text that is no value of the parameter's type means the same. */
  readonly value: WireValue | null;
  /** Milliseconds since the Unix epoch at which this process learned of it. */
  readonly at: number;
  /** Time of the value, as the CCU reports it. */
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
  if (isSilent(point)) return [];
  if (point.descriptor.momentary) return incoming.origin === 'live' ? applyImpulse(point, incoming) : [];
  const owner = statusOwner(point);
  const before = owner === undefined ? undefined : statusOf(owner);
  const told = readValue(point, incoming.value);
  const context = { house, incoming, changed };
  const out = takeTold(context, point, told);
  return owner === undefined ? out : [...out, ...followStatus(context, owner, before)];
}

/**
 * The values of a batch in the order in which no value is shown that its own status denies: words that withhold a value come
 * first, words that release one come last.
 */
export function inOrderOfStatus<V extends Pick<IncomingValue, 'channelAddress' | 'parameter' | 'value'>>(
  central: CentralRecord,
  values: readonly V[],
): readonly V[] {
  const first: V[] = [];
  const others: V[] = [];
  const last: V[] = [];
  for (const each of values) {
    const point = each.parameter.endsWith('_STATUS') ? pointAt(central, each) : undefined;
    if (point === undefined || statusOwner(point) === undefined) others.push(each);
    else {
      const option = readValue(point, each.value);
      const word = typeof option === 'number' ? statusWord(point.descriptor, option) : undefined;
      (withholds(word) ? first : last).push(each);
    }
  }
  return [...first, ...others, ...last];
}

interface Context {
  readonly house: HouseRecords;
  readonly incoming: IncomingValue;
  readonly changed: Set<DataPoint>;
}

/** The value in the type of its parameter; undefined when the CCU reports it as unknown. */
function readValue({ descriptor, parameter }: DataPoint, value: WireValue | null): WireValue | undefined {
  const read = normalise(descriptor.type, value, descriptor.valueList) as WireValue | undefined;
  return RSSI.test(parameter) && signalStrength(read) === undefined ? undefined : read;
}

/** Radio modules that measured nothing tell a number all the same. */
const RSSI = /^RSSI_(DEVICE|PEER)$/;

function takeTold(context: Context, point: DataPoint, told: WireValue | undefined): readonly ModelEvent[] {
  const { house, incoming } = context;
  const wasHeard = point.seenAt !== undefined;
  const isOther = !sameTold(toldBefore(point), told);
  // A CCU that is asked for a value it never had reports nothing new.
  if (told === undefined && !wasHeard && (incoming.origin === 'loaded' || incoming.origin === 'first_load')) return [];
  if (incoming.origin === 'restored') {
    // The CCU was faster, and the stored value is outdated.
    if (wasHeard && isOther) worthKeeping(point);
    if (wasHeard) return [];
    point.cached = true;
    point.seenAt = incoming.setAt;
  } else {
    point.cached = false;
    point.seenAt = incoming.at;
    point.channel.device.updatedAt = incoming.at;
  }
  const shown = shownOf(point, told);
  point.withheld = shown === undefined ? told : undefined;
  // A re-read may simply be older than our write.
  if (incoming.origin === 'live') settleTarget(house, point, shown, incoming.at);
  else if (point.pending !== undefined && sameTold(point.pending.value, shown)) point.pending = undefined;
  if (isOther && incoming.origin !== 'restored') point.unsaved = true;
  if (sameTold(point.value, shown)) {
    if (incoming.origin === 'live' && point.onlyDefault) worthKeeping(point);
    return [];
  }
  point.unsaved = incoming.origin !== 'restored';
  point.onlyDefault = point.value === undefined && shown !== undefined && isOnlyDefault(point, incoming, shown);
  return show(context, point, shown, wasHeard);
}

const toldBefore = (point: DataPoint): WireValue | undefined => point.value ?? point.withheld;

const sameTold = (a: WireValue | undefined, b: WireValue | undefined): boolean =>
  a === undefined || b === undefined ? a === b : sameValue(a, b);

/** Shows another value than before, or none any more. */
function show(
  { house, incoming, changed }: Context,
  point: DataPoint,
  value: WireValue | undefined,
  wasHeard: boolean,
): readonly ModelEvent[] {
  const { channel } = point;
  const { device } = channel;
  const previous = point.value;
  point.value = value;
  changed.add(point);
  followMotion(house, point, incoming.at);
  followManual(point, incoming.at);
  // 1 is full; a value above means "leave it".
  if (point.parameter === 'LEVEL' && typeof value === 'number' && value > 0 && value <= 1) channel.lastLevel = value;
  point.changedAt = incoming.setAt ?? incoming.at;
  const isUnreach = value !== undefined && channel.number === 0 && point.parameter === 'UNREACH';
  // Before any event, because the frame of the value contains the availability, too.
  const wasReachable = device.reachable;
  if (isUnreach) device.reachable = value !== true;
  const out: ModelEvent[] = [];
  const silent = incoming.origin === 'restored' || (incoming.origin === 'first_load' && previous === undefined);
  const kind = silent ? undefined : kindOf(device, wasHeard);
  if (kind !== undefined) {
    out.push(valueChanged(point, kind, { previous, at: point.changedAt }));
    if (value !== undefined && triggerKindOf(point) === 'device_error' && isError(value)) {
      point.lastTrigger = { at: incoming.at, value };
      out.push(triggered(point, 'device_error', value));
    }
  }
  if (isUnreach) out.push(...refreshAvailability(device, device.iface.loaded));
  // A start hears of every device, and each question about all groups takes longer the more of them there are.
  if (device.reachable !== wasReachable) out.push(...refreshStandIns(device.central));
  return out;
}

/** Another word of the CCU on a value may withhold or release it, and is news of the value where it does neither. */
function followStatus(context: Context, owner: DataPoint, before: ValueStatus | undefined): readonly ModelEvent[] {
  const { house, incoming } = context;
  if (owner.seenAt === undefined || isSilent(owner)) return [];
  const told = toldBefore(owner);
  const shown = shownOf(owner, told);
  owner.withheld = shown === undefined ? told : undefined;
  if (!sameTold(owner.value, shown)) {
    if (incoming.origin === 'live') settleTarget(house, owner, shown, incoming.at);
    return show(context, owner, shown, true);
  }
  const isLoading = incoming.origin === 'restored' || incoming.origin === 'first_load';
  if (shown === undefined || isLoading || statusOf(owner) === before || !owner.channel.device.iface.loaded) return [];
  return [valueChanged(owner, 'change', { previous: shown, at: incoming.setAt ?? incoming.at })];
}

/**
 * Kind of frame for a value, or none: values of a first load are announced by the readiness of the central alone; later
 * first sights are `initial`, differences are `change`.
 */
function kindOf({ central, iface }: Device, wasHeard: boolean): ModelEventKind | undefined {
  if (wasHeard) return 'change';
  if (central.ready) return 'initial';
  return iface.loaded ? 'change' : undefined;
}

function applyImpulse(point: DataPoint, incoming: IncomingValue): readonly ModelEvent[] {
  const value =
    point.descriptor.type === 'ACTION'
      ? (incoming.value ?? true)
      : ((normalise(point.descriptor.type, incoming.value, point.descriptor.valueList) as WireValue | undefined) ??
        incoming.value ??
        true);
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

/**
 * A CCU answers with the default for a value that it never received; for a value that was set, it may report the time.
 */
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
  const { device, channel } = placeAt(central, channelAddress);
  const point = channel?.points.get(parameter);
  if (point === undefined && incoming.origin === 'live') noteUnknownValue(house, iface, { device, channel, incoming });
  return point?.paramsetKey === 'VALUES' ? point : undefined;
}

function placeAt(
  central: CentralRecord,
  address: string,
): { device: Device | undefined; channel: Channel | undefined } {
  const colon = address.lastIndexOf(':');
  const device = central.devices.get(colon < 0 ? address : address.slice(0, colon));
  return { device, channel: device?.channels.get(colon < 0 ? 0 : Number(address.slice(colon + 1))) };
}

const pointAt = (
  central: CentralRecord,
  { channelAddress, parameter }: Pick<IncomingValue, 'channelAddress' | 'parameter'>,
): DataPoint | undefined => placeAt(central, channelAddress).channel?.points.get(parameter);
