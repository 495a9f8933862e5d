import type { SensorConfig, ZoneConfig } from '../model/config.js';
import type { Cause, Incident } from '../model/state.js';
import { notify, record, setZone, type Turn, zoneState } from './turn.js';

/** Causes that an incident keeps. */
const MOST_CAUSES = 32;

/** True for kinds whose alarm waits for nothing and is never bypassed. */
export const isHazard = ({ kind }: SensorConfig): boolean => kind === 'hazard' || kind === 'panic';

/** Details of a cause in the journal. */
export function detailsOf({ kind, sensor, central, isWhileAway }: Cause): Record<string, string | boolean> {
  return {
    cause: kind,
    ...(sensor === undefined ? {} : { sensor }),
    ...(central === undefined ? {} : { central }),
    ...(isWhileAway ? { while_away: true } : {}),
  };
}

/** Starts the pre-alarm of a zone that has one, else the alarm. A second cause during the pre-alarm starts the alarm. */
export function raise(turn: Turn, zone: ZoneConfig, cause: Cause): void {
  const { pending, incident } = zoneState(turn, zone.id);
  const hasPreAlarm = zone.preAlarmMs > 0 && cause.kind === 'sensor' && incident === undefined;
  const isSecond = pending?.kind === 'pre_alarm' && pending.cause.sensor !== cause.sensor;
  if (!hasPreAlarm || isSecond) {
    trigger(turn, zone, cause);
    return;
  }
  if (pending?.kind === 'pre_alarm') return;
  const endClock = turn.state.clock + zone.preAlarmMs;
  setZone(turn, zone.id, { pending: { kind: 'pre_alarm', endClock, totalMs: zone.preAlarmMs, cause } });
  record(turn, { class: 'trigger', event: 'pre_alarm', zone: zone.id, details: detailsOf(cause) });
}

/** Starts the alarm of a zone, or adds a cause to the one that runs. */
export function trigger(turn: Turn, zone: ZoneConfig, cause: Cause): void {
  const sensor = cause.sensor === undefined ? undefined : turn.plan.sensors.get(cause.sensor)?.sensor;
  const hazard = sensor !== undefined && isHazard(sensor);
  const { incident } = zoneState(turn, zone.id);
  if (incident === undefined) start(turn, zone, cause, hazard);
  else if (!add(turn, zone, incident, cause, hazard)) return;
  if (sensor !== undefined && !hazard) countAlarm(turn, zone, sensor.id);
}

function soundingOf({ state: { clock } }: Turn, zone: ZoneConfig) {
  const soundEndClock = clock + zone.alarmMs;
  return {
    soundClock: clock,
    soundEndClock,
    endClock: soundEndClock + zone.coolDownMs,
    isSilenced: false,
    isQuiet: false,
  };
}

function start(turn: Turn, zone: ZoneConfig, cause: Cause, hazard: boolean): void {
  const id = turn.state.nextIncident;
  turn.state = { ...turn.state, nextIncident: id + 1 };
  const incident = { id, startedAt: turn.state.at, causes: [cause], isHazard: hazard, ...soundingOf(turn, zone) };
  setZone(turn, zone.id, { incident, pending: undefined });
  record(turn, { class: 'trigger', event: 'triggered', zone: zone.id, incident: id, details: detailsOf(cause) });
  notify(turn, zone, { reason: 'alarm', incident: id });
}

/** False where the cause changes nothing: its sensor is one of the causes, and the alarm sounds or was silenced. */
function add(turn: Turn, zone: ZoneConfig, incident: Incident, cause: Cause, hazard: boolean): boolean {
  const isKnown = incident.causes.some(({ kind, sensor }) => kind === cause.kind && sensor === cause.sensor);
  if (isKnown && (incident.isSilenced || !incident.isQuiet)) return false;
  const causes = isKnown ? incident.causes : [...incident.causes, cause].slice(0, MOST_CAUSES);
  const changed = { ...incident, causes, isHazard: incident.isHazard || hazard, ...soundingOf(turn, zone) };
  setZone(turn, zone.id, { incident: changed, pending: undefined });
  const { id } = incident;
  record(turn, { class: 'trigger', event: 'triggered_again', zone: zone.id, incident: id, details: detailsOf(cause) });
  return true;
}

/** Bypasses a sensor that has reached the limit of alarms of one arming. */
function countAlarm(turn: Turn, zone: ZoneConfig, sensor: string): void {
  const { alarms, bypassed } = zoneState(turn, zone.id);
  const count = (alarms[sensor] ?? 0) + 1;
  setZone(turn, zone.id, { alarms: { ...alarms, [sensor]: count } });
  if (count < zone.swingerLimit || bypassed.includes(sensor)) return;
  setZone(turn, zone.id, { bypassed: [...bypassed, sensor] });
  record(turn, { class: 'bypass', event: 'swinger', zone: zone.id, details: { sensor, alarms: count } });
}

/** Ends an incident. It stays unacknowledged. */
export function endIncident(turn: Turn, zone: string): void {
  const { incident } = zoneState(turn, zone);
  if (incident === undefined) return;
  setZone(turn, zone, { incident: undefined, unacknowledged: incident.id });
}
