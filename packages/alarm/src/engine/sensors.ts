import type { SensorConfig, ZoneConfig } from '../model/config.js';
import type { AlarmInput } from '../model/input.js';
import type { SensorState } from '../model/state.js';
import { detailsOf, isHazard, raise, trigger } from './incident.js';
import { notify, record, sensorState, setZone, type Turn, zoneState } from './turn.js';

type SensorInput = Extract<AlarmInput, { kind: 'sensor' }>;
type HealthInput = Extract<AlarmInput, { kind: 'health' }>;

function setSensor(turn: Turn, id: string, change: Partial<SensorState>): void {
  const sensors = { ...turn.state.sensors, [id]: { ...sensorState(turn, id), ...change } };
  turn.state = { ...turn.state, sensors };
}

/** Takes the report of a sensor. The change to active counts, and each report of a sensor without an end. */
export function onSensor(turn: Turn, input: SensorInput): void {
  const found = turn.plan.sensors.get(input.sensor);
  if (found === undefined) return;
  const wasActive = sensorState(turn, input.sensor).isActive === true;
  setSensor(turn, input.sensor, { isActive: input.isActive && !input.isPulse });
  if (input.isActive && !wasActive) activate(turn, found.zone, found.sensor);
}

/** Takes the health of a sensor. A sabotage of an armed zone is an activation. */
export function onHealth(turn: Turn, input: HealthInput): void {
  const found = turn.plan.sensors.get(input.sensor);
  if (found === undefined) return;
  const before = sensorState(turn, input.sensor);
  const { isUnreachable, isLowBattery, isSabotaged } = { ...before, ...defined(input) };
  setSensor(turn, input.sensor, { isUnreachable, isLowBattery, isSabotaged });
  const { zone, sensor } = found;
  const note = (event: string) =>
    record(turn, { class: 'fault', event, zone: zone.id, details: { sensor: sensor.id } });
  if (isUnreachable !== before.isUnreachable) note(isUnreachable ? 'unreachable' : 'reachable');
  if (isLowBattery !== before.isLowBattery) note(isLowBattery ? 'low_battery' : 'battery_good');
  if (isSabotaged !== before.isSabotaged) note(isSabotaged ? 'sabotage' : 'sabotage_over');
  if (!isSabotaged || before.isSabotaged) return;
  const { arming, bypassed } = zoneState(turn, zone.id);
  if (arming === undefined || bypassed.includes(sensor.id)) notify(turn, zone, { reason: 'tamper' });
  else raise(turn, zone, { kind: 'sensor', sensor: sensor.id });
}

const defined = ({ isUnreachable, isLowBattery, isSabotaged }: HealthInput): Partial<SensorState> => ({
  ...(isUnreachable === undefined ? {} : { isUnreachable }),
  ...(isLowBattery === undefined ? {} : { isLowBattery }),
  ...(isSabotaged === undefined ? {} : { isSabotaged }),
});

function activate(turn: Turn, zone: ZoneConfig, sensor: SensorConfig): void {
  const cause = { kind: 'sensor', sensor: sensor.id } as const;
  if (isHazard(sensor)) {
    if (sensor.isAlways || counts(turn, zone, sensor)) trigger(turn, zone, cause);
    return;
  }
  const { walkTest, arming, bypassed } = zoneState(turn, zone.id);
  if (walkTest !== undefined) {
    const seen = { ...walkTest.seen, [sensor.id]: turn.state.at };
    setZone(turn, zone.id, { walkTest: { ...walkTest, seen } });
  } else if (counts(turn, zone, sensor)) {
    if (isConfirmed(turn, zone, sensor)) react(turn, zone, sensor);
  } else if (sensor.isAlways && !bypassed.includes(sensor.id)) raise(turn, zone, cause);
  else announce(turn, zone, sensor, arming === undefined);
}

/** Announces an activation that does not count: an opened case always, others of a disarmed zone. */
function announce(turn: Turn, zone: ZoneConfig, sensor: SensorConfig, isDisarmed: boolean): void {
  if (sensor.kind === 'tamper') {
    record(turn, { class: 'fault', event: 'tamper', zone: zone.id, details: { sensor: sensor.id } });
    notify(turn, zone, { reason: 'tamper' });
  } else if (sensor.chimes && isDisarmed) turn.effects.push({ kind: 'chime', zone: zone.id, sensor: sensor.id });
}

/** True for a sensor that watches in the mode of its zone. */
function counts(turn: Turn, zone: ZoneConfig, sensor: SensorConfig): boolean {
  const { arming, bypassed } = zoneState(turn, zone.id);
  return arming !== undefined && sensor.modes.includes(arming.mode) && !bypassed.includes(sensor.id);
}

/**
 * True for a sensor without a group, and for the activation with which enough sensors of its group were active. Of a
 * group with too few sensors that watch, all of these are enough: else the others would watch in vain.
 */
function isConfirmed(turn: Turn, zone: ZoneConfig, sensor: SensorConfig): boolean {
  const group = zone.groups.find(({ id }) => id === sensor.group);
  if (group === undefined) return true;
  const { clock } = turn.state;
  const others = zoneState(turn, zone.id).recent.filter(
    (each) => !(each.group === group.id && (each.sensor === sensor.id || each.clock < clock - group.withinMs)),
  );
  const recent = [...others, { group: group.id, sensor: sensor.id, clock }];
  setZone(turn, zone.id, { recent });
  const members = zone.sensors.filter((each) => each.group === group.id && counts(turn, zone, each)).length;
  if (recent.filter((each) => each.group === group.id).length >= Math.min(group.count, members)) return true;
  record(turn, { class: 'trigger', event: 'unconfirmed', zone: zone.id, details: { sensor: sensor.id } });
  return false;
}

/** Reaction of an armed zone, or of one in its exit delay. */
function react(turn: Turn, zone: ZoneConfig, sensor: SensorConfig): void {
  const { arming, pending, incident } = zoneState(turn, zone.id);
  const cause = { kind: 'sensor', sensor: sensor.id } as const;
  const isDelayed = arming?.exitClock !== undefined || pending?.kind === 'entry_delay';
  if (incident !== undefined) trigger(turn, zone, cause);
  else if (pending?.kind === 'pre_alarm') raise(turn, zone, cause);
  else if (isDelayed && sensor.reaction !== 'instant') return;
  else if (sensor.reaction === 'entry') startEntry(turn, zone, sensor.id);
  else raise(turn, zone, cause);
}

/** Starts the entry delay of an armed zone. */
export function startEntry(turn: Turn, zone: ZoneConfig, sensor: string): void {
  const { arming } = zoneState(turn, zone.id);
  const delay = arming === undefined ? 0 : (zone.modes[arming.mode]?.entryDelayMs ?? 0);
  const cause = { kind: 'sensor', sensor } as const;
  if (delay === 0) {
    raise(turn, zone, cause);
    return;
  }
  const endClock = turn.state.clock + delay;
  setZone(turn, zone.id, { pending: { kind: 'entry_delay', endClock, totalMs: delay, cause } });
  record(turn, { class: 'trigger', event: 'entry_delay', zone: zone.id, details: detailsOf(cause) });
}
