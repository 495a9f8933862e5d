import type { ZoneConfig } from '../model/config.js';
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

/** Arms a zone after its exit delay. A door that was left open then starts the entry delay. */
function endExit(turn: Turn, zone: ZoneConfig): void {
  const { arming, bypassed, incident, pending } = zoneState(turn, zone.id);
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
  const open = watching(zone, arming.mode).find(
    ({ id, kind }) => kind !== 'motion' && !bypassed.includes(id) && sensorState(turn, id).isActive,
  );
  if (open !== undefined) startEntry(turn, zone, open.id);
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
