import { isAuthorised } from '../codes/permission.js';
import { type AlarmMode, type CodeVerb, MASTER, type ZoneConfig } from '../model/config.js';
import type { Actor, AlarmInput, ArmCommand, JournalClass, JournalEntry, Refusal } from '../model/input.js';
import { endIncident } from './incident.js';
import { isCured, readinessOf, watching } from './readiness.js';
import { notify, record, setZone, type Turn, zoneState } from './turn.js';

export type Command = Extract<AlarmInput, { by: Actor; zone: string }>;

const WALK_TEST_MS = 30 * 60_000;

/** Carries out a command. With a refusal, nothing of it was done. */
export function onCommand(turn: Turn, command: Command): Refusal | undefined {
  const zones = zonesOf(turn, command.zone);
  if (zones.length === 0 && command.zone !== MASTER) return { code: 'not_found', field: 'zone' };
  const refusal = carryOut(turn, command, zones);
  if (refusal === undefined) useCode(turn, command, zones);
  return refusal;
}

function carryOut(turn: Turn, command: Command, zones: readonly ZoneConfig[]): Refusal | undefined {
  switch (command.kind) {
    case 'arm':
      return denied(turn, command, 'arm', zones) ?? arm(turn, command, zones);
    case 'disarm':
      return denied(turn, command, 'disarm', zones) ?? each(zones, (zone) => disarm(turn, command, zone));
    case 'silence':
      return denied(turn, command, 'silence', zones) ?? each(zones, (zone) => silence(turn, command, zone));
    case 'acknowledge':
      return each(zones, (zone) => acknowledge(turn, command, zone));
    case 'walk_test_start':
      return startWalkTest(turn, command, zones);
    case 'walk_test_stop':
      return each(zones, (zone) => stopWalkTest(turn, zone, command.by));
  }
}

function zonesOf({ plan }: Turn, id: string): readonly ZoneConfig[] {
  if (id === MASTER) return plan.config.zones;
  const zone = plan.zones.get(id);
  return zone === undefined ? [] : [zone];
}

function each(zones: readonly ZoneConfig[], apply: (zone: ZoneConfig) => void): undefined {
  for (const zone of zones) apply(zone);
}

function denied(turn: Turn, { by }: Command, verb: CodeVerb, zones: readonly ZoneConfig[]): Refusal | undefined {
  return isAuthorised(turn.plan, turn.state, { by, verb, zones }) ? undefined : { code: 'invalid_code' };
}

const entryOf = (
  turn: Turn,
  zone: ZoneConfig,
  { by }: { readonly by: Actor },
  { details, ...entry }: { class: JournalClass; event: string; details?: JournalEntry['details'] },
) => ({
  ...entry,
  zone: zone.id,
  actor: by.name,
  source: by.source,
  ...withDetails({ ...details, ...codeOf(turn, by) }),
});

const withDetails = (details: NonNullable<JournalEntry['details']>): Pick<JournalEntry, 'details'> =>
  Object.keys(details).length === 0 ? {} : { details };

/** The used PIN, as a part of the entry: an entry of its own would set a code under duress apart from others. */
function codeOf({ plan }: Turn, { authority }: Actor): NonNullable<JournalEntry['details']> {
  const code = authority.kind === 'code' ? plan.codes.get(authority.code) : undefined;
  if (code?.kind !== 'pin') return {};
  return { code: code.name, ...(code.isDuress ? { duress: true } : {}) };
}

interface Planned {
  readonly zone: ZoneConfig;
  readonly bypassed: readonly string[];
}

function arm(turn: Turn, command: ArmCommand, zones: readonly ZoneConfig[]): Refusal | undefined {
  const withMode = zones.filter((zone) => zone.modes[command.mode] !== undefined);
  if (withMode.length === 0) return { code: 'invalid', field: 'mode', reason: 'is not a mode of the zone' };
  const targets = withMode.filter((zone) => zones.length === 1 || !isArmedIn(turn, zone, command));
  if (targets.length === 0) return { code: 'conflict', reason: 'already_armed' };
  const bypassFault = bypassFaultOf(command, targets);
  if (bypassFault !== undefined) return { code: 'invalid', field: 'bypass', reason: bypassFault };
  const planned = targets.map((zone) => planOfArming(turn, command, zone));
  const refusals = planned.filter((each): each is Refusal => 'code' in each);
  const blockers = refusals.flatMap((refusal) => (refusal.code === 'blocked' ? refusal.blockers : []));
  if (refusals.length > 0) return blockers.length > 0 ? { code: 'blocked', blockers } : refusals[0];
  for (const each of planned) if (!('code' in each)) startArming(turn, command, each);
  return undefined;
}

const SCHEDULE: Actor = { name: 'schedule', source: 'engine', authority: { kind: 'admin' } };

/** Arms a zone by its configuration, as a person with every right would: never with force. */
export function armBySchedule(turn: Turn, zone: ZoneConfig, mode: AlarmMode): Refusal | undefined {
  const options = { mode, isForced: false, skipsDelay: false, bypass: [] };
  return arm(turn, { kind: 'arm', at: turn.state.at, zone: zone.id, by: SCHEDULE, ...options }, [zone]);
}

/** An entry about a schedule. */
export const scheduleEntry = (
  turn: Turn,
  zone: ZoneConfig,
  entry: { class: JournalClass; event: string; details: NonNullable<JournalEntry['details']> },
) => entryOf(turn, zone, { by: SCHEDULE }, entry);

const isArmedIn = (turn: Turn, { id }: ZoneConfig, { mode }: ArmCommand): boolean =>
  zoneState(turn, id).arming?.mode === mode;

function bypassFaultOf({ bypass }: ArmCommand, zones: readonly ZoneConfig[]): string | undefined {
  for (const id of bypass) {
    const sensor = zones.flatMap(({ sensors }) => sensors).find((each) => each.id === id);
    if (sensor === undefined) return `${id} is not a sensor of the zone`;
    if (sensor.bypass === 'never') return `${id} is never bypassed`;
  }
  return undefined;
}

function planOfArming(turn: Turn, command: ArmCommand, zone: ZoneConfig): Planned | Refusal {
  const { mode, skipsDelay, isForced } = command;
  const { arming, incident, walkTest } = zoneState(turn, zone.id);
  if (incident !== undefined) return { code: 'conflict', reason: 'triggered' };
  if (arming !== undefined) return { code: 'conflict', reason: 'already_armed' };
  if (walkTest !== undefined) return { code: 'conflict', reason: 'walk_test' };
  const asked = command.bypass.filter((id) => zone.sensors.some((sensor) => sensor.id === id));
  const ready = readinessOf(turn.plan, turn.state, zone, { mode, skipsDelay, bypass: asked });
  const cured = ready.blockers.filter(isCured).flatMap(({ sensor }) => sensor ?? []);
  const remaining = ready.blockers.filter(
    (blocker) =>
      !isForced || (isCured(blocker) && turn.plan.sensors.get(blocker.sensor ?? '')?.sensor.bypass === 'never'),
  );
  if (remaining.length > 0) return { code: 'blocked', blockers: remaining };
  const bypassed = [...new Set([...asked, ...ready.bypassed, ...cured])];
  if (watching(zone, mode).every(({ id }) => bypassed.includes(id)))
    return { code: 'conflict', reason: 'nothing_to_watch' };
  return { zone, bypassed };
}

function startArming(turn: Turn, command: ArmCommand, { zone, bypassed }: Planned): void {
  const { mode, skipsDelay, isForced, by } = command;
  const totalMs = skipsDelay ? 0 : (zone.modes[mode]?.exitDelayMs ?? 0);
  const exit = totalMs > 0 ? { exitClock: turn.state.clock + totalMs } : {};
  const arming = { mode, by: by.name, source: by.source, totalMs, ...exit };
  setZone(turn, zone.id, { arming, bypassed, alarms: {}, recent: [], lostTriggered: [] });
  const event = totalMs > 0 ? 'arming' : 'armed';
  const details = { mode, ...(isForced ? { forced: true } : {}), ...(bypassed.length > 0 ? { bypassed } : {}) };
  record(turn, entryOf(turn, zone, command, { class: 'arm', event, details }));
}

function disarm(turn: Turn, command: Command, zone: ZoneConfig): void {
  const { incident } = zoneState(turn, zone.id);
  endIncident(turn, zone.id);
  setZone(turn, zone.id, {
    arming: undefined,
    pending: undefined,
    bypassed: [],
    alarms: {},
    recent: [],
    lostTriggered: [],
    waiting: undefined,
  });
  record(turn, {
    ...entryOf(turn, zone, command, { class: 'disarm', event: 'disarmed' }),
    ...(incident === undefined ? {} : { incident: incident.id }),
  });
}

function silence(turn: Turn, command: Command, zone: ZoneConfig): void {
  const { incident } = zoneState(turn, zone.id);
  if (incident === undefined || incident.isSilenced) return;
  setZone(turn, zone.id, { incident: { ...incident, isSilenced: true } });
  record(turn, { ...entryOf(turn, zone, command, { class: 'silence', event: 'silenced' }), incident: incident.id });
}

function acknowledge(turn: Turn, command: Command, zone: ZoneConfig): void {
  const { unacknowledged } = zoneState(turn, zone.id);
  if (unacknowledged === undefined) return;
  setZone(turn, zone.id, { unacknowledged: undefined });
  record(turn, {
    ...entryOf(turn, zone, command, { class: 'silence', event: 'acknowledged' }),
    incident: unacknowledged,
  });
}

function startWalkTest(turn: Turn, command: Command, zones: readonly ZoneConfig[]): Refusal | undefined {
  const isBusy = zones.some(({ id }) => {
    const { arming, incident, pending } = zoneState(turn, id);
    return arming !== undefined || incident !== undefined || pending !== undefined;
  });
  if (isBusy) return { code: 'conflict', reason: 'armed' };
  return each(zones, (zone) => {
    const { at, clock } = turn.state;
    setZone(turn, zone.id, { walkTest: { startedAt: at, endClock: clock + WALK_TEST_MS, seen: {} } });
    record(turn, entryOf(turn, zone, command, { class: 'test', event: 'walk_test_started' }));
  });
}

/** Ends the walk test of a zone, by a command or after half an hour. */
export function stopWalkTest(turn: Turn, zone: ZoneConfig, by?: Actor): void {
  const { walkTest } = zoneState(turn, zone.id);
  if (walkTest === undefined) return;
  setZone(turn, zone.id, { walkTest: undefined });
  const missed = zone.sensors.filter(({ id }) => walkTest.seen[id] === undefined).map(({ id }) => id);
  record(turn, {
    class: 'test',
    event: 'walk_test_ended',
    zone: zone.id,
    ...(by === undefined ? {} : { actor: by.name, source: by.source }),
    details: { missed },
  });
}

/** Uses up a one-time code, records each use of a PIN, and calls for help for a code under duress. */
function useCode(turn: Turn, command: Command, zones: readonly ZoneConfig[]): void {
  const { authority } = command.by;
  const code = authority.kind === 'code' ? turn.plan.codes.get(authority.code) : undefined;
  if (code === undefined) return;
  if (code.isOneTime) turn.state = { ...turn.state, usedCodes: [...turn.state.usedCodes, code.id] };
  for (const zone of zones) {
    const isRecorded = turn.effects.some(
      (effect) =>
        effect.kind === 'journal' && effect.entry.zone === zone.id && effect.entry.details?.code !== undefined,
    );
    if (code.kind === 'pin' && !isRecorded) {
      record(turn, entryOf(turn, zone, command, { class: 'silence', event: 'code_used' }));
    }
    if (code.isDuress) notify(turn, zone, { reason: 'duress' });
  }
}
