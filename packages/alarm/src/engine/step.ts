import { afterAccepted, afterTry, lockedFor } from '../codes/lock.js';
import type { Plan } from '../config/plan.js';
import { type AlarmMode, MASTER, type PointValue } from '../model/config.js';
import type { AlarmInput, Refusal, Step } from '../model/input.js';
import { type AlarmState, pointKey } from '../model/state.js';
import { onCommand } from './commands.js';
import { onMirrored } from './mirrors.js';
import { onMissing, onOutput, settleOutputs, testOutput } from './outputs.js';
import { reasonOf } from './refused.js';
import { onScheduled } from './schedules.js';
import { onHealth, onSensor } from './sensors.js';
import { runTimers } from './timers.js';
import { record, setZone, type Turn, zoneState } from './turn.js';

/**
 * Next state and effects of one event. Pure: the same arguments give the same result, and the state is data that may be
 * written and read between two steps. The shell stores the state before it carries out the effects.
 * @example
 * const { state: next, effects } = step(plan, state, { kind: 'sensor', at: Date.now(), sensor: 'door', isActive: true });
 */
export function step(plan: Plan, state: AlarmState, input: AlarmInput): Step {
  const turn: Turn = { plan, effects: [], state: passTime(state, input.at) };
  if (input.kind !== 'started') leaveOutJump(turn, input.at - state.at);
  if (input.kind === 'started') start(turn, input);
  runTimers(turn, input.kind === 'started');
  const refusal = take(turn, input);
  // A loss, a shorter delay or a bypass may be due at once.
  runTimers(turn, false);
  settleOutputs(turn);
  return { state: turn.state, effects: turn.effects, ...(refusal === undefined ? {} : { refusal }) };
}

function passTime(state: AlarmState, at: number): AlarmState {
  return { ...state, at, latestAt: Math.max(state.latestAt, at), clock: state.clock + Math.max(0, at - state.at) };
}

/** Longest time between two events of a running process. */
const LONGEST_PAUSE_MS = 60_000;

/** A clock that is set right after a start, or a machine that slept, proves no loss of a central for that time. */
function leaveOutJump(turn: Turn, passedMs: number): void {
  if (passedMs <= LONGEST_PAUSE_MS) return;
  const later = ({ lostClock }: { readonly lostClock?: number }) =>
    lostClock === undefined ? {} : { lostClock: lostClock + passedMs };
  turn.state = { ...turn.state, centrals: mapValues(turn.state.centrals, later) };
}

function take(turn: Turn, input: AlarmInput): Refusal | undefined {
  switch (input.kind) {
    case 'tick':
    case 'started':
      return undefined;
    case 'sensor':
      onSensor(turn, input);
      return undefined;
    case 'health':
      onHealth(turn, input);
      return undefined;
    case 'central':
      onCentral(turn, input);
      return undefined;
    case 'output':
      onOutput(turn, input);
      return undefined;
    case 'mirrored':
      onMirrored(turn, input);
      return undefined;
    case 'output_missing':
      onMissing(turn, input);
      return undefined;
    case 'press':
      return onPress(turn, input);
    case 'test_output':
      return testOutput(turn, input);
    case 'code_try':
      return onTry(turn, input.account);
    case 'code_accepted':
      turn.state = { ...turn.state, lock: afterAccepted(turn.state.lock, input.account) };
      return undefined;
    case 'code_refused': {
      const { by, source, zone } = input;
      const at = zone === undefined || zone === MASTER ? {} : { zone };
      record(turn, { class: 'fault', event: 'code_refused', ...at, actor: by, source });
      return undefined;
    }
    case 'scheduled':
      onScheduled(turn, input);
      return undefined;
    case 'configured':
      onConfigured(turn, input);
      return undefined;
    default:
      return onCommand(turn, input);
  }
}

/** No central is proven connected yet, and no device has confirmed its output in this run. */
function start(turn: Turn, { unreadable }: Extract<AlarmInput, { kind: 'started' }>): void {
  const { centrals, outputs, mirrors = {}, clock } = turn.state;
  const again = { isConfirmed: false, tries: 0, nextTryClock: clock };
  turn.state = {
    ...turn.state,
    centrals: mapValues(centrals, ({ lostClock }) => ({ lostClock: lostClock ?? clock })),
    outputs: mapValues(outputs, (output) => ({ ...output, ...again })),
    mirrors: mapValues(mirrors, (mirror) => ({ ...mirror, ...again })),
  };
  record(turn, { class: 'config', event: 'started' });
  if (unreadable.length > 0) record(turn, { class: 'fault', event: 'pins_unreadable', details: { codes: unreadable } });
}

function mapValues<A, B>(from: Readonly<Record<string, A>>, map: (value: A) => B): Readonly<Record<string, B>> {
  return Object.fromEntries(Object.entries(from).map(([key, value]) => [key, map(value)]));
}

function onCentral(turn: Turn, { central, isConnected }: Extract<AlarmInput, { kind: 'central' }>): void {
  const { centrals, clock } = turn.state;
  const before = centrals[central];
  if (before !== undefined && (before.lostClock === undefined) === isConnected) return;
  turn.state = { ...turn.state, centrals: { ...centrals, [central]: isConnected ? {} : { lostClock: clock } } };
  for (const { id } of turn.plan.config.zones) {
    if (!turn.plan.centralsOf(id).includes(central)) continue;
    record(turn, {
      class: 'fault',
      event: isConnected ? 'central_connected' : 'central_lost',
      zone: id,
      details: { central },
    });
    if (!isConnected) continue;
    const lostTriggered = zoneState(turn, id).lostTriggered.filter((each) => each !== central);
    setZone(turn, id, { lostTriggered });
  }
}

/** Carries out the command of a bound key, once for each press. */
function onPress(
  turn: Turn,
  { at, point, value, pressedAt }: Extract<AlarmInput, { kind: 'press' }>,
): Refusal | undefined {
  const codes = turn.plan.codesOf(point);
  const key = pointKey(point);
  if (codes.length === 0) return undefined;
  if (pressedAt !== undefined) {
    if (pressedAt <= (turn.state.presses[key] ?? Number.NEGATIVE_INFINITY)) return undefined;
    turn.state = { ...turn.state, presses: { ...turn.state.presses, [key]: pressedAt } };
  }
  const codeFor = (bound: PointValue | undefined) => codes.find(({ binding }) => binding?.value === bound);
  const exact = value === undefined ? undefined : codeFor(value);
  const code = exact ?? (pressedAt === undefined ? undefined : codeFor(undefined));
  if (code?.binding === undefined) return undefined;
  const { verb, zone, mode = 'full' } = code.binding;
  const by = { name: code.name, source: 'keypad', authority: { kind: 'code', code: code.id } } as const;
  const refusal =
    verb === 'arm'
      ? onCommand(turn, { kind: 'arm', at, zone, by, mode, isForced: false, skipsDelay: false, bypass: [] })
      : onCommand(turn, { kind: verb, at, zone, by });
  if (refusal === undefined) return undefined;
  record(turn, {
    class: 'fault',
    event: 'key_refused',
    ...(zone === MASTER ? {} : { zone }),
    actor: code.name,
    source: 'keypad',
    details: { ...reasonOf(refusal) },
  });
  // The person has left, or is about to.
  if (verb === 'arm' && refusal.code !== 'invalid_code') remind(turn, zone, mode);
  return refusal;
}

/** Calls for attention to the zones of a refused arming that are not in its mode. */
function remind(turn: Turn, asked: string, mode: AlarmMode): void {
  for (const { id, modes } of turn.plan.config.zones) {
    if (asked !== MASTER && asked !== id) continue;
    if (modes[mode] === undefined || zoneState(turn, id).arming?.mode === mode) continue;
    turn.effects.push({ kind: 'remind', zone: id, mode });
  }
}

function onTry(turn: Turn, account: string): Refusal | undefined {
  const { lock, clock } = turn.state;
  const retryAfterMs = lockedFor(lock, account, clock);
  if (retryAfterMs > 0) return { code: 'locked', retryAfterMs };
  turn.state = { ...turn.state, lock: afterTry(lock, account, clock) };
  return undefined;
}

function onConfigured(turn: Turn, input: Extract<AlarmInput, { kind: 'configured' }>): void {
  const { by, source, subject, givenUp, renewed } = input;
  const { zones, sensors, outputs, codes } = turn.plan;
  const { state } = turn;
  const lost = new Set(givenUp.map(({ output }) => output));
  const left = new Map([...outputs].filter(([id]) => !lost.has(id)));
  turn.state = {
    ...state,
    latestAt: state.at,
    zones: keep(state.zones, zones),
    sensors: keep(state.sensors, sensors),
    outputs: keep(state.outputs, left),
    // Each may have another variable now.
    mirrors: {},
    missingOutputs: (state.missingOutputs ?? []).filter((id) => outputs.has(id)),
    usedCodes: state.usedCodes.filter((id) => codes.has(id) && !renewed.includes(id)),
  };
  record(turn, { class: 'config', event: 'configured', actor: by, source, details: { subject } });
  for (const { zone, output, name } of givenUp) {
    record(turn, { class: 'fault', event: 'output_given_up', zone, actor: by, source, details: { output, name } });
  }
}

function keep<T>(from: Readonly<Record<string, T>>, by: ReadonlyMap<string, unknown>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(from).filter(([id]) => by.has(id)));
}
