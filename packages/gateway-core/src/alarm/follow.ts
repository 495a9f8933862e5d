import {
  type AlarmState,
  isActiveValue,
  type OutputClass,
  type OutputConfig,
  type Plan,
  type Point,
  type SensorConfig,
} from '@ccu-gateway/alarm';
import { SABOTAGE_PARAMETERS, sabotageReport } from '@ccu-gateway/device-model';
import type { StreamEvent } from '@ccu-gateway/event-stream';
import type { House } from '../ports/house.js';
import type { AlarmEvent } from './alarm.js';
import { isVariableMissing, type MirrorPorts } from './mirrors.js';
import { partsOf } from './outputs.js';
import type { LiveReport } from './reports.js';

/** Topics of values, keys, outputs and system variables. */
export const TOPICS = [
  'device.+.channels.+.data_points.+',
  'device.+.channels.+.trigger',
  'device.+.cdps.+',
  'hub.+.sysvars.+',
];

type Reading = Pick<House, 'reading' | 'dataPoint' | 'interfaces' | 'channel'>;

interface FollowPorts {
  readonly house: Reading;
  readonly hub: MirrorPorts['hub'];
}

const HEALTH = {
  UNREACH: 'isUnreachable',
  LOW_BAT: 'isLowBattery',
  LOWBAT: 'isLowBattery',
} as const;
type HealthParameter = keyof typeof HEALTH;
const HEALTH_PARAMETERS = Object.keys(HEALTH) as HealthParameter[];

const isHealth = (parameter: string): parameter is HealthParameter => Object.hasOwn(HEALTH, parameter);
const maySabotage = (parameter: string): boolean => SABOTAGE_PARAMETERS.some((each) => each === parameter);

/** Kinds of triggers that come from a person. A device error is a state, and is also read. */
const PRESSES: ReadonlySet<string> = new Set(['homematic.keypress', 'homematic.impulse']);

type Value = boolean | number | string;
const isValue = (value: unknown): value is Value =>
  typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string';

/** Members of events that are read here. */
interface Payload {
  readonly central: string;
  readonly device_address: string;
  readonly channel: number;
  readonly parameter: string;
  readonly value?: unknown;
  readonly event_type?: string;
  readonly paramset_key?: string;
}

/** Translates events of the installation into inputs of the alarm system, and reads what it may have missed. */
export interface Follower {
  /** Inputs for an event; none for most. The number of the event identifies a press of a key. */
  inputsOf(event: StreamEvent): readonly AlarmEvent[];
  /**
   * Inputs for a report that a CCU has just sent. A keypad repeats its value with each entry, of which the stream has no
   * event, and values that were read again look there like reported ones.
   */
  pressesOf(report: LiveReport): readonly AlarmEvent[];
  /**
   * Inputs for centrals whose connection differs from the known one, for the sensors of those that are connected again,
   * and for sensors and outputs that have vanished or are back. `all`: for every sensor of a connected central whose present state
   * differs.
   */
  missed(state: AlarmState, all: boolean): readonly AlarmEvent[];
}

const keyOf = (central: string, channelAddress: string, parameter: string): string =>
  `${central} ${channelAddress} ${parameter}`;

interface Index {
  readonly plan: Plan;
  readonly sensors: ReadonlyMap<string, readonly SensorConfig[]>;
  /** Sensors of each device. */
  readonly devices: ReadonlyMap<string, readonly SensorConfig[]>;
  /** Points of bound keys. */
  readonly keys: ReadonlyMap<string, Point>;
  /** Points of bound keypads, by the point that shows an entry. */
  readonly entries: ReadonlyMap<string, Point>;
  /** Time of the last entry of each keypad that was taken for a press. */
  readonly taken: Map<Point, number>;
}

function indexOf(plan: Plan): Index {
  const sensors = new Map<string, SensorConfig[]>();
  const devices = new Map<string, SensorConfig[]>();
  const keys = new Map<string, Point>();
  const entries = new Map<string, Point>();
  for (const { sensor } of plan.sensors.values()) {
    const { central, channelAddress, parameter } = sensor.point;
    push(sensors, keyOf(central, channelAddress, parameter), sensor);
    push(devices, `${central} ${partsOf(channelAddress).address}`, sensor);
  }
  for (const { binding } of plan.config.codes) {
    if (binding === undefined) continue;
    const { central, channelAddress, parameter } = binding.point;
    const key = keyOf(central, channelAddress, parameter);
    const point = keys.get(key) ?? binding.point;
    keys.set(key, point);
    if (parameter === 'CODE_ID') entries.set(keyOf(central, channelAddress, 'CODE_STATE'), point);
  }
  return { plan, sensors, devices, keys, entries, taken: new Map() };
}

/** Follows the data points of a configuration. An event of another one costs a look-up. */
export function createFollower(plan: Plan, ports: FollowPorts): Follower {
  const { house } = ports;
  const index = indexOf(plan);
  return {
    inputsOf(event) {
      if (event.type === 'datapoint.value_changed') return ofValue(index, house, event, false);
      return event.type === 'device.trigger' ? ofValue(index, house, event, true) : [];
    },
    pressesOf: (report) => ofReport(index, house, report),
    missed: (state, all) => missedBy(plan, ports, { state, isAll: all }),
  };
}

function ofValue(
  index: Index,
  house: Reading,
  { payload, seq }: StreamEvent,
  isTrigger: boolean,
): readonly AlarmEvent[] {
  const asked = payload as unknown as Payload;
  const { central, device_address: address, parameter, value, paramset_key: set } = asked;
  if (set !== undefined && set !== 'VALUES') return [];
  const key = keyOf(central, `${address}:${asked.channel}`, parameter);
  const made: AlarmEvent[] = [];
  const point = index.keys.get(key);
  if (point !== undefined && isTrigger && PRESSES.has(asked.event_type ?? '') && isValue(value)) {
    made.push({ kind: 'press', point, pressedAt: seq, value });
  }
  for (const sensor of index.sensors.get(key) ?? []) {
    if (isTrigger) made.push({ kind: 'sensor', sensor: sensor.id, isActive: true, isPulse: true });
    else if (isValue(value)) made.push({ kind: 'sensor', sensor: sensor.id, isActive: isActiveValue(sensor, value) });
  }
  if (isHealth(parameter) && typeof value === 'boolean') {
    for (const { id } of index.devices.get(`${central} ${address}`) ?? []) {
      made.push({ kind: 'health', sensor: id, [HEALTH[parameter]]: value });
    }
  }
  if (maySabotage(parameter)) {
    for (const { id, point } of index.devices.get(`${central} ${address}`) ?? []) {
      const isSabotaged = sabotageOf(house, point);
      if (isSabotaged !== undefined) made.push({ kind: 'health', sensor: id, isSabotaged });
    }
  }
  return made;
}

/**
 * True while the device of a sensor reports sabotage; undefined where nothing of it is known. The whole device
 * counts through channel 0, other channels for their own sensors.
 */
function sabotageOf(house: Reading, { central, channelAddress }: Point): boolean | undefined {
  const at = { central, ...partsOf(channelAddress) };
  const channels = at.channel === 0 ? [0] : [0, at.channel];
  const reports = channels.flatMap((channel) =>
    SABOTAGE_PARAMETERS.map((parameter) => {
      const found = house.dataPoint({ ...at, channel, parameter });
      const isKnown = found.ok && isValue(found.value.value);
      return isKnown ? sabotageReport(parameter, found.value.value, found.value.value_list) : undefined;
    }),
  );
  const known = reports.filter((each) => each !== undefined);
  return known.length === 0 ? undefined : known.includes(true);
}

/** The value counts as far as this very report brought it: a key that is no state has none here. */
function ofReport(index: Index, house: Reading, report: LiveReport): readonly AlarmEvent[] {
  const { central, channelAddress, parameter, at } = report;
  const key = keyOf(central, channelAddress, parameter);
  const point = index.keys.get(key) ?? index.entries.get(key);
  if (point === undefined) return [];
  const channel = { central, ...partsOf(channelAddress) };
  const found = house.reading({ ...channel, parameter: point.parameter });
  if (!found.ok) return [];
  const { value, seenAt } = found.value;
  const entry = house.reading({ ...channel, parameter: 'CODE_STATE' });
  const isPress =
    point.parameter === 'CODE_ID' && entry.ok ? isEntry(index, point, seenAt, entry.value) : seenAt === at;
  return isPress && isValue(value) ? [{ kind: 'press', point, value }] : [];
}

/** `KNOWN_CODE_ID_RECEIVED` of `CODE_STATE`. */
const KNOWN_CODE = 1;
/** The two values of an entry come with one message of the CCU, in any order. */
const ONE_MESSAGE_MS = 500;

/**
 * True once for each entry of a code. A keypad repeats the last `CODE_ID` in its cyclic status, where `CODE_STATE` shows
 * that none was entered.
 */
function isEntry(
  { taken }: Index,
  point: Point,
  codeAt: number | undefined,
  { value, seenAt }: { readonly value: unknown; readonly seenAt: number | undefined },
): boolean {
  if (value !== KNOWN_CODE || seenAt === undefined || codeAt === undefined) return false;
  if (Math.abs(codeAt - seenAt) > ONE_MESSAGE_MS || taken.get(point) === seenAt) return false;
  taken.set(point, seenAt);
  return true;
}

/** Differences of one sensor. A value counts only when its CCU has confirmed it in this connection. */
function missedOf(house: Reading, sensor: SensorConfig, state: AlarmState): readonly AlarmEvent[] {
  const { central, channelAddress, parameter } = sensor.point;
  const at = { central, ...partsOf(channelAddress) };
  const known = state.sensors[sensor.id];
  const made: AlarmEvent[] = [];
  const found = house.dataPoint({ ...at, parameter });
  if (found.ok && found.value.source === 'live') {
    const { value } = found.value;
    const isActive = isValue(value) && isActiveValue(sensor, value);
    if (isActive !== known?.isActive) made.push({ kind: 'sensor', sensor: sensor.id, isActive });
  }
  for (const health of HEALTH_PARAMETERS) {
    const reading = house.reading({ ...at, channel: 0, parameter: health });
    const value = reading.ok ? reading.value.value : undefined;
    if (typeof value === 'boolean' && value !== (known?.[HEALTH[health]] ?? false)) {
      made.push({ kind: 'health', sensor: sensor.id, [HEALTH[health]]: value });
    }
  }
  const isSabotaged = sabotageOf(house, sensor.point);
  if (isSabotaged !== undefined && isSabotaged !== (known?.isSabotaged ?? false)) {
    made.push({ kind: 'health', sensor: sensor.id, isSabotaged });
  }
  return made;
}

/** True while the CCU has the data point of a sensor. */
const exists = (house: Reading, { central, channelAddress, parameter }: Point): boolean =>
  house.reading({ central, ...partsOf(channelAddress), parameter }).ok;

/** A sensor that no longer exists reports nothing more: it is unreachable. */
function absenceOf({ id }: SensorConfig, state: AlarmState): readonly AlarmEvent[] {
  return state.sensors[id]?.isUnreachable ? [] : [{ kind: 'health', sensor: id, isUnreachable: true }];
}

/** One that exists again is reachable unless its device reports the opposite, or has yet to report. */
function returnOf(house: Reading, { id, point }: SensorConfig, state: AlarmState): readonly AlarmEvent[] {
  if (!state.sensors[id]?.isUnreachable) return [];
  const { central, channelAddress } = point;
  const unreach = house.reading({ central, ...partsOf(channelAddress), channel: 0, parameter: 'UNREACH' });
  if (unreach.ok && unreach.value.value !== false) return [];
  return [{ kind: 'health', sensor: id, isUnreachable: false }];
}

/** Sensors come before the connection of their central, so that a reconnection shows no zone ready with old values. */
function missedBy(
  plan: Plan,
  ports: FollowPorts,
  { state, isAll }: { readonly state: AlarmState; readonly isAll: boolean },
): readonly AlarmEvent[] {
  const { house } = ports;
  const all = [...plan.sensors.values()].map(({ sensor }) => sensor);
  const centrals = [...new Set(all.map(({ point }) => point.central))];
  const connected = new Map(centrals.map((central) => [central, isConnected(house, central, all)]));
  const wasConnected = (central: string) => {
    const known = state.centrals[central];
    return known !== undefined && known.lostClock === undefined;
  };
  const changes = [...connected]
    .filter(([central, is]) => is !== wasConnected(central) || state.centrals[central] === undefined)
    .map(([central, is]): AlarmEvent => ({ kind: 'central', central, isConnected: is }));
  const isRead = new Set(centrals.filter((central) => connected.get(central) && (isAll || !wasConnected(central))));
  const missed = all.flatMap((sensor) => {
    const { central } = sensor.point;
    if (!connected.get(central)) return [];
    if (!exists(house, sensor.point)) return absenceOf(sensor, state);
    // A value that is confirmed after the connection, and is the same as before, has no event.
    const isUnknown = state.sensors[sensor.id]?.isActive === undefined;
    return isUnknown || isRead.has(central) ? missedOf(house, sensor, state) : returnOf(house, sensor, state);
  });
  return [...missed, ...missingOutputs(plan, house, state), ...missingVariables(plan, ports, state), ...changes];
}

const WITHOUT_DEVICE: readonly OutputClass[] = ['notification', 'sysvar_mirror'];

/** Outputs that have vanished or are back. Without a connection to its CCU nothing shows whether one exists. */
function missingOutputs(plan: Plan, house: Reading, { missingOutputs: known = [] }: AlarmState): readonly AlarmEvent[] {
  const outputs = [...plan.outputs.values()].flatMap(({ output }) =>
    WITHOUT_DEVICE.includes(output.class) ? [] : output,
  );
  const isWhole = wholeCentrals(house, outputs);
  return outputs.flatMap(({ id, central, channelAddress }): readonly AlarmEvent[] => {
    if (!isWhole.has(central)) return [];
    const isMissing = !house.channel({ central, ...partsOf(channelAddress) }).ok;
    return isMissing === known.includes(id) ? [] : [{ kind: 'output_missing', output: id, isMissing }];
  });
}

/** Centrals of outputs with a connection to each interface. */
function wholeCentrals(house: Reading, outputs: readonly OutputConfig[]): ReadonlySet<string> {
  const centrals = new Set(outputs.map(({ central }) => central));
  return new Set(
    [...centrals].filter((central) => {
      const links = house.interfaces({ central });
      return links.length > 0 && links.every(({ connected }) => connected);
    }),
  );
}

/** Mirrors whose variable has vanished or is back. */
function missingVariables(
  plan: Plan,
  { house, hub }: FollowPorts,
  { missingOutputs: known = [] }: AlarmState,
): readonly AlarmEvent[] {
  const mirrors = [...plan.outputs.values()].flatMap(({ output }) => (output.class === 'sysvar_mirror' ? output : []));
  const isWhole = wholeCentrals(house, mirrors);
  return mirrors.flatMap((output): readonly AlarmEvent[] => {
    if (!isWhole.has(output.central)) return [];
    const isMissing = isVariableMissing({ hub }, output);
    if (isMissing === undefined || isMissing === known.includes(output.id)) return [];
    return [{ kind: 'output_missing', output: output.id, isMissing }];
  });
}

/** Adds an item to the list of a key. */
export function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** True while each interface of the sensors is proven connected. */
function isConnected(house: Reading, central: string, sensors: readonly SensorConfig[]): boolean {
  const needed = new Set(
    sensors.filter(({ point }) => point.central === central).map(({ point }) => point.interfaceId),
  );
  const states = house.interfaces({ central });
  return [...needed].every((id) => states.some((each) => (each.interface === id || each.id === id) && each.connected));
}
