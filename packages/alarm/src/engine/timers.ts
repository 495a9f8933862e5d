import type { AlarmMode, SensorConfig, ZoneConfig } from '../model/config.js';
import { stopWalkTest } from './commands.js';
import { endIncident, raise, trigger } from './incident.js';
import { isLost, watching } from './readiness.js';
import { endWaiting } from './schedules.js';
import { startEntry } from './sensors.js';
import { record, sensorState, setZone, type Turn, zoneState } from './turn.js';

/** Ends each delay whose time has passed. `isWhileAway`: it passed while the process did not run. */
export function runTimers(turn: Turn, isWhileAway: boolean): void {
  for (const zone of turn.plan.config.zones) {
    endWalkTest(turn, zone);
    endExit(turn, zone);
    endPending(turn, zone, isWhileAway);
    endSounding(turn, zone);
    watchCentrals(turn, zone);
    endWaiting(turn, zone);
  }
}

function endWalkTest(turn: Turn, zone: ZoneConfig): void {
  const { walkTest } = zoneState(turn, zone.id);
  if (walkTest !== undefined && walkTest.endClock <= turn.state.clock) stopWalkTest(turn, zone);
}

/** Arms a zone after its exit delay. A door that was left open then starts the entry delay, or leaves itself out. */
function endExit(turn: Turn, zone: ZoneConfig): void {
  const { arming, incident, pending } = zoneState(turn, zone.id);
  if (arming?.exitClock === undefined || arming.exitClock > turn.state.clock) return;
  const { exitClock: _, ...armed } = arming;
  setZone(turn, zone.id, { arming: armed });
  record(turn, {
    class: 'arm',
    event: 'armed',
    zone: zone.id,
    actor: arming.by,
    source: arming.source,
    details: { mode: arming.mode },
  });
  if (incident !== undefined || pending !== undefined) return;
  const open = leaveOut(turn, zone, leftOpen(turn, zone, arming.mode));
  if (open[0] !== undefined) startEntry(turn, zone, open[0].id);
}

function leftOpen(turn: Turn, zone: ZoneConfig, mode: AlarmMode): readonly SensorConfig[] {
  const { bypassed } = zoneState(turn, zone.id);
  return watching(zone, mode).filter(
    ({ id, kind }) => kind !== 'motion' && !bypassed.includes(id) && sensorState(turn, id).isActive,
  );
}

/** Bypasses open entry doors that leave themselves out, unless nothing else would watch. Returns the other sensors. */
function leaveOut(turn: Turn, zone: ZoneConfig, open: readonly SensorConfig[]): readonly SensorConfig[] {
  const { arming, bypassed } = zoneState(turn, zone.id);
  const left = open.filter(({ reaction, bypass }) => reaction === 'entry' && bypass === 'automatic');
  const next = [...bypassed, ...left.map(({ id }) => id)];
  const isRestWatching = arming !== undefined && watching(zone, arming.mode).some(({ id }) => !next.includes(id));
  if (left.length === 0 || !isRestWatching) return open;
  setZone(turn, zone.id, { bypassed: next });
  for (const { id } of left) {
    record(turn, { class: 'bypass', event: 'left_open', zone: zone.id, details: { sensor: id } });
  }
  return open.filter((sensor) => !left.includes(sensor));
}

function endPending(turn: Turn, zone: ZoneConfig, isWhileAway: boolean): void {
  const { pending } = zoneState(turn, zone.id);
  if (pending === undefined || pending.endClock > turn.state.clock) return;
  const cause = isWhileAway ? ({ ...pending.cause, isWhileAway: true } as const) : pending.cause;
  if (pending.kind === 'pre_alarm' || isWhileAway) trigger(turn, zone, cause);
  else {
    setZone(turn, zone.id, { pending: undefined });
    raise(turn, zone, cause);
  }
}

function endSounding(turn: Turn, zone: ZoneConfig): void {
  const { clock } = turn.state;
  const { incident, arming } = zoneState(turn, zone.id);
  if (incident === undefined) return;
  if (!incident.isQuiet && incident.soundEndClock <= clock) {
    setZone(turn, zone.id, { incident: { ...incident, isQuiet: true } });
    record(turn, { class: 'trigger', event: 'quiet', zone: zone.id, incident: incident.id });
  }
  if (!zone.rearms || incident.endClock > clock) return;
  endIncident(turn, zone.id);
  const event = arming === undefined ? 'ended' : 'rearmed';
  record(turn, { class: 'trigger', event, zone: zone.id, incident: incident.id });
}

/** Triggers an armed zone whose CCU is not proven connected for too long, once for each loss. */
function watchCentrals(turn: Turn, zone: ZoneConfig): void {
  const { arming, lostTriggered } = zoneState(turn, zone.id);
  if (arming === undefined || arming.exitClock !== undefined || zone.centralLostMs === undefined) return;
  for (const central of turn.plan.centralsOf(zone.id)) {
    if (!isLost(turn.state, central) || lostTriggered.includes(central)) continue;
    const lostClock = turn.state.centrals[central]?.lostClock ?? 0;
    if (lostClock + zone.centralLostMs > turn.state.clock) continue;
    setZone(turn, zone.id, { lostTriggered: [...zoneState(turn, zone.id).lostTriggered, central] });
    trigger(turn, zone, { kind: 'central_lost', central });
  }
}
