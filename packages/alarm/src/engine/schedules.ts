import type { ZoneConfig } from '../model/config.js';
import type { AlarmInput } from '../model/input.js';
import type { Waiting } from '../model/state.js';
import { armBySchedule, scheduleEntry } from './commands.js';
import { isLost } from './readiness.js';
import { reasonOf } from './refused.js';
import { record, setZone, type Turn, zoneState } from './turn.js';

/** Time for which an arming waits for a CCU, as after a start. */
const WAIT_MS = 5 * 60_000;
/** Occurrences that a zone remembers: a clock that jumps back repeats none of them. */
const MOST_OCCURRENCES = 64;

type Scheduled = Extract<AlarmInput, { kind: 'scheduled' }>;
type Due = Pick<Waiting, 'mode' | 'occurrence'>;

/** Arms the zone, or sends a reminder. A zone that is armed in another mode, or has an alarm, stays as it is. */
export function onScheduled(turn: Turn, { zone: id, mode, occurrence, arms, isMissed }: Scheduled): void {
  const zone = turn.plan.zones.get(id);
  const { occurrences = [], waiting } = zoneState(turn, id);
  if (zone === undefined || occurrences.includes(occurrence)) return;
  setZone(turn, id, { occurrences: [...occurrences, occurrence].slice(-MOST_OCCURRENCES) });
  const due = { mode, occurrence };
  if (isMissed) {
    record(turn, scheduleEntry(turn, zone, { class: 'fault', event: 'schedule_missed', details: { ...due } }));
    return;
  }
  if (!arms) {
    if (zoneState(turn, id).arming?.mode === mode) return;
    record(turn, scheduleEntry(turn, zone, { class: 'arm', event: 'reminder', details: { ...due } }));
    turn.effects.push({ kind: 'remind', zone: id, mode });
    return;
  }
  if (waiting !== undefined) carryOut(turn, zone, waiting);
  setZone(turn, id, { waiting: { ...due, endClock: turn.state.clock + WAIT_MS } });
  endWaiting(turn, zone);
}

/** Carries out an arming that waits, as soon as its CCUs are connected, or its time is over. */
export function endWaiting(turn: Turn, zone: ZoneConfig): void {
  const { waiting, arming, incident } = zoneState(turn, zone.id);
  if (waiting === undefined) return;
  const isCutOff = turn.plan.centralsOf(zone.id).some((central) => isLost(turn.state, central));
  const waits = isCutOff && arming === undefined && incident === undefined && turn.state.clock < waiting.endClock;
  if (!waits) carryOut(turn, zone, waiting);
}

function carryOut(turn: Turn, zone: ZoneConfig, { mode, occurrence }: Due): void {
  setZone(turn, zone.id, { waiting: undefined });
  if (zoneState(turn, zone.id).arming?.mode === mode) return;
  const refusal = armBySchedule(turn, zone, mode);
  if (refusal === undefined) return;
  const details = { mode, occurrence, ...reasonOf(refusal) };
  record(turn, scheduleEntry(turn, zone, { class: 'fault', event: 'schedule_refused', details }));
  turn.effects.push({ kind: 'remind', zone: zone.id, mode });
}
