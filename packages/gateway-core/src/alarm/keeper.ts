import {
  type AlarmConfig,
  type AlarmInput,
  type AlarmState,
  type ChainedEntry,
  chain,
  conflictsOf,
  type Digest,
  type Effect,
  faultsOf,
  givenUpOf,
  type JournalHead,
  NEW_JOURNAL,
  newState,
  type Plan,
  planOf,
  type Refusal,
  renewedOf,
  step,
  verifyChain,
} from '@ccu-gateway/alarm';
import type { ModelEvent } from '@ccu-gateway/device-model';
import type { ReadableEventStream } from '@ccu-gateway/event-stream';
import type { House } from '../ports/house.js';
import type { Logger } from '../ports/log.js';
import { GatewayError, noStorage } from '../use-case/errors.js';
import { type AlarmCaller, type AlarmEvent, type AlarmSystem, configError } from './alarm.js';
import { eventsOf } from './announce.js';
import { createCarryingOut } from './carrying-out.js';
import { createFollower, type Follower, TOPICS } from './follow.js';
import type { MirrorPorts } from './mirrors.js';
import { type DeviceMove, partsOfDevice, withMovedDevice } from './move.js';
import type { OutputPorts } from './outputs.js';
import { checkPin, hashPin, lostOf, type PinHasher, unreadableOf } from './pins.js';
import type { AlarmRecords, StoredAlarm } from './records.js';
import type { LiveReports } from './reports.js';
import { createSchedules, type ScheduleDeps } from './schedules.js';
import type { Switching } from './switching.js';

/** Surroundings of the keeper of the alarm system. */
export interface AlarmKeeperDeps extends OutputPorts, MirrorPorts, ScheduleDeps {
  readonly house: Pick<House, 'reading' | 'dataPoint' | 'interfaces' | 'channel'>;
  readonly events: Pick<ReadableEventStream, 'subscribe'>;
  readonly reports: Pick<LiveReports, 'subscribe'>;
  readonly publish: (event: ModelEvent) => void;
  /** Undefined without storage: nothing can be armed then. */
  readonly records: AlarmRecords | undefined;
  readonly pins: PinHasher;
  /** SHA-256 in hex. */
  readonly digest: Digest;
  readonly randomHex: (digits: number) => string;
  readonly log: Logger;
}

/** Runs the alarm system of a gateway, over restarts. */
export interface AlarmKeeper extends AlarmSystem {
  /** Loads the stored state; an alarm of an earlier run goes on. */
  restore(): Promise<void>;
  /** Stops timers and subscriptions. Resolves when the last change is stored. */
  close(): Promise<void>;
}

const TICK_MS = 1_000;
/** Entries that wait for a storage which refuses them. */
const MOST_WAITING = 1_000;

/** State between two steps. */
interface Run {
  plan: Plan;
  state: AlarmState;
  head: JournalHead;
  follower: Follower;
  /** Entries that could not be stored yet. */
  waiting: readonly ChainedEntry[];
  isRestored: boolean;
}

/**
 * Runs the alarm system: it takes events one after the other, stores each state before its effects, and then switches
 * outputs and publishes. Where the state cannot be stored, the sirens sound all the same.
 *
 * @example
 * const alarm = createAlarmKeeper({ house, hub, sysvars, devices, ccu, events, reports, publish, records, pins, digest, audit, clock, time, localTime, clockIsRight, randomHex, log });
 * await alarm.restore();
 */
export function createAlarmKeeper(deps: AlarmKeeperDeps): AlarmKeeper {
  const { time } = deps;
  const run = newRun(deps);
  const line = createLine();
  const schedules = createSchedules(deps);
  const carryOut = (effects: readonly Effect[]) => switching.carryOut(effects);
  /** One step in its turn: state and journal are stored, then effects go out. */
  const enqueue = (event: AlarmEvent) =>
    line(() => takeStep(deps, run, { ...event, at: time.now() } as AlarmInput, carryOut));
  /** Steps for events that are made in their turn. */
  const takeAll = (make: () => readonly AlarmEvent[]) =>
    line(async () => {
      for (const event of make()) await takeStep(deps, run, { ...event, at: time.now() } as AlarmInput, carryOut);
    });
  /** Takes what was missed while nothing was followed, or while a central was not connected. */
  const catchUp = (all: boolean) => takeAll(() => run.follower.missed(run.state, all));
  const noted = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => deps.log.error('the alarm system failed in a step', { error }));
  const switching = createCarryingOut({ ...deps, now: () => run, inTurn: (make) => noted(takeAll(make)) });
  const tick = () => takeAll(() => [{ kind: 'tick' }, ...schedules.elapsed(run)]);
  const life = createLife(deps, run, { enqueue, catchUp, tick, noted, switching });

  function requireStorage(): void {
    if (deps.records === undefined || !run.isRestored) throw noStorage();
  }

  return {
    requireRead() {
      if (deps.records !== undefined && !run.isRestored) throw noStorage();
    },
    plan: () => run.plan,
    state: () => run.state,
    async send(event) {
      requireStorage();
      return enqueue(event);
    },
    async configure(subject, by, change) {
      requireStorage();
      await tick();
      await line(() => reconfigure(deps, run, { subject, by, change, carryOut, whileInUse: false }));
      life.update();
      await catchUp(true);
    },
    async moveDevice(move, by) {
      if (deps.records === undefined) return 0;
      requireStorage();
      const moved = await line(() => moveDevice(deps, run, { move, by, carryOut }));
      await catchUp(true);
      return moved;
    },
    checkPin: (entered) => checkPin(deps, run, enqueue, entered),
    hashPin: (pin, code) => hashPin(deps, run, pin, code),
    unreadablePins: () => lostOf(deps, run.plan.config.codes).map(({ code }) => code),
    newId: () => deps.randomHex(12),
    async journal(query) {
      return (await deps.records?.query(query)) ?? [];
    },
    proof: () => prove(deps, run),
    async restore() {
      if (deps.records === undefined || run.isRestored) return;
      const stored = await deps.records.load();
      run.plan = planOf(stored.config ?? { zones: [], codes: [] });
      run.follower = createFollower(run.plan, deps);
      run.state = restoredState(stored, time.now());
      run.head = stored.head;
      run.isRestored = true;
      schedules.resumeAt(run.state.at);
      life.update();
      if (run.plan.zones.size === 0) return;
      await enqueue({ kind: 'started', unreadable: unreadableOf(deps, run.plan.config.codes) });
      await catchUp(true);
    },
    async close() {
      life.close();
      await line(async () => undefined);
    },
  };
}

function newRun(deps: Pick<AlarmKeeperDeps, 'house' | 'hub' | 'time'>): Run {
  const plan = planOf({ zones: [], codes: [] });
  return {
    plan,
    state: newState(deps.time.now()),
    head: NEW_JOURNAL,
    follower: createFollower(plan, deps),
    waiting: [],
    isRestored: false,
  };
}

/** Earlier versions stored another form of the lock. */
function restoredState({ state }: StoredAlarm, now: number): AlarmState {
  const unused = newState(now);
  return { ...(state ?? unused), lock: { ...unused.lock, ...state?.lock } };
}

interface Change {
  readonly subject: string;
  readonly by: Pick<AlarmCaller, 'name' | 'source'>;
  readonly change: (config: AlarmConfig) => AlarmConfig;
  readonly carryOut: (effects: readonly Effect[]) => void;
  /** Armed zones, and those with outputs that are on, take it, too. */
  readonly whileInUse: boolean;
}

/** Puts another configuration in force once it is stored. */
async function reconfigure(
  deps: AlarmKeeperDeps,
  run: Run,
  { subject, by, change, carryOut, whileInUse }: Change,
): Promise<void> {
  const next = change(run.plan.config);
  const faults = faultsOf(next);
  if (faults.length > 0) throw configError(faults);
  if (!whileInUse) requireNoConflict(run, next);
  const givenUp = whileInUse ? [] : givenUpOf(run.plan.config, next, run.state);
  const renewed = renewedOf(run.plan.config, next);
  const before = { plan: run.plan, follower: run.follower };
  run.plan = planOf(next);
  run.follower = createFollower(run.plan, deps);
  try {
    const at = deps.time.now();
    const input = { kind: 'configured', at, by: by.name, source: by.source, subject, givenUp, renewed } as const;
    await takeStep(deps, run, input, carryOut, { config: next, planBefore: before.plan });
  } catch (error) {
    Object.assign(run, before);
    throw error;
  }
}

interface Move extends Pick<Change, 'by' | 'carryOut'> {
  readonly move: DeviceMove;
}

/** Outputs of the old device count as unconfirmed: those that are on are switched on at the new one. */
async function moveDevice(deps: AlarmKeeperDeps, run: Run, { move, by, carryOut }: Move): Promise<number> {
  const { sensors, outputs, codes } = partsOfDevice(run.plan.config, move);
  const count = sensors.length + outputs.length + codes.length;
  if (count === 0) return 0;
  const subject = `device ${move.to} for ${move.from}`;
  const change = (config: AlarmConfig) => withMovedDevice(config, move);
  await reconfigure(deps, run, { subject, by, change, carryOut, whileInUse: true });
  for (const sensor of sensors) {
    const health = { isUnreachable: false, isLowBattery: false, isSabotaged: false };
    await takeStep(deps, run, { kind: 'health', at: deps.time.now(), sensor, ...health }, carryOut);
  }
  for (const output of outputs) {
    const known = run.state.outputs[output];
    if (known === undefined) continue;
    await takeStep(deps, run, { kind: 'output', at: deps.time.now(), output, isOn: !known.isOn }, carryOut);
  }
  return count;
}

/** Runs work one after the other; a failure does not stop the next. */
function createLine() {
  let tail: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = tail.then(work);
    tail = turn.catch(() => undefined);
    return turn;
  };
}

function requireNoConflict(run: Run, next: AlarmConfig): void {
  const [conflict] = conflictsOf(run.plan.config, next, run.state);
  if (conflict === undefined) return;
  const name = run.plan.zones.get(conflict.zone)?.name ?? conflict.zone;
  throw new GatewayError('conflict', `${name} is in use: disarm it, and change it when its outputs are off`, {
    reason: `zone_${conflict.reason}`,
  });
}

interface Reconfigured {
  readonly config: AlarmConfig;
  readonly planBefore: Plan;
}

/** Takes one step. Only a change of the configuration fails where it cannot be stored. */
async function takeStep(
  deps: AlarmKeeperDeps,
  run: Run,
  input: AlarmInput,
  carryOut: (effects: readonly Effect[]) => void,
  reconfigured?: Reconfigured,
): Promise<Refusal | undefined> {
  const before = { plan: reconfigured?.planBefore ?? run.plan, state: run.state };
  const { state, effects, refusal } = step(run.plan, run.state, input);
  const recorded = effects.flatMap((effect) => (effect.kind === 'journal' ? effect.entry : []));
  const entries = chain(run.head, recorded, deps.digest);
  const unsaved = [...run.waiting, ...entries];
  const isWorthSaving = effects.length > 0 || !QUIET.has(input.kind) || run.waiting.length > 0;
  if (isWorthSaving) {
    const config = reconfigured?.config;
    try {
      const change = { state, entries: unsaved, ...(config === undefined ? {} : { config }) };
      await deps.records?.save(change);
      run.waiting = [];
    } catch (error) {
      if (reconfigured !== undefined) throw error;
      deps.log.error('the state of the alarm system was not stored', { error });
      run.waiting = unsaved.slice(0, MOST_WAITING);
    }
  }
  run.state = state;
  run.head = entries.at(-1) ?? run.head;
  carryOut(effects);
  const isQuiet = reconfigured === undefined && effects.length === 0 && isSame(before.state, state);
  if (!isQuiet) for (const event of eventsOf({ before, plan: run.plan, state, effects, entries })) deps.publish(event);
  return refusal;
}

/** True where only time has passed, and no countdown shows it. */
const isSame = (before: AlarmState, after: AlarmState): boolean =>
  before.zones === after.zones &&
  before.sensors === after.sensors &&
  before.centrals === after.centrals &&
  before.outputs === after.outputs &&
  before.missingOutputs === after.missingOutputs &&
  Object.values(after.zones).every(({ arming, pending }) => pending === undefined && arming?.exitClock === undefined);

/** Inputs whose step is stored only where it has effects. */
const QUIET: ReadonlySet<AlarmInput['kind']> = new Set(['tick', 'sensor', 'health']);

interface LifeParts {
  readonly enqueue: (event: AlarmEvent) => Promise<unknown>;
  readonly catchUp: (all: boolean) => Promise<void>;
  /** Passes the time, and takes schedules that have elapsed. */
  readonly tick: () => Promise<void>;
  /** Logs the failure of work for which nothing waits. */
  readonly noted: (work: Promise<unknown>) => void;
  readonly switching: Switching;
}

/** Timer and subscription of the alarm system; none while it has no zone. */
function createLife(
  { events, reports, time }: AlarmKeeperDeps,
  run: Run,
  { enqueue, catchUp, tick, noted, switching }: LifeParts,
) {
  let subscription: { close(): void } | undefined;
  let unfollow: () => void = () => {};
  let cancel: () => void = () => {};
  let isClosed = false;

  const beat = () => {
    if (isClosed || run.plan.zones.size === 0) return;
    cancel = time.after(TICK_MS, beat);
    noted(catchUp(false).then(tick));
  };
  return {
    update() {
      const isNeeded = run.plan.zones.size > 0 && !isClosed;
      if (isNeeded === (subscription !== undefined)) return;
      subscription?.close();
      unfollow();
      cancel();
      subscription = isNeeded
        ? events.subscribe(
            TOPICS,
            (event) => {
              for (const input of run.follower.inputsOf(event)) noted(enqueue(input));
              switching.onEvent(event);
            },
            { onLost: () => noted(catchUp(true)) },
          )
        : undefined;
      if (!isNeeded) return;
      unfollow = reports.subscribe((report) => {
        for (const input of run.follower.pressesOf(report)) noted(enqueue(input));
        switching.onReport(report);
      });
      cancel = time.after(TICK_MS, beat);
    },
    close() {
      isClosed = true;
      cancel();
      unfollow();
      subscription?.close();
    },
  };
}

/** Checks the stored journal in parts, and that its newest entry is the last one that was written. */
async function prove({ records, digest }: AlarmKeeperDeps, run: Run) {
  if (records === undefined) throw noStorage();
  let head = await records.base();
  let entries = 0;
  const until = run.waiting[0] === undefined ? run.head.id : run.waiting[0].id - 1;
  while (head.id < until) {
    const part = (await records.after(head.id)).filter(({ id }) => id <= until);
    const proof = verifyChain(part, head, digest);
    if (!proof.ok) return { ...proof, entries };
    if (part.length === 0) return { ok: false as const, id: head.id + 1, entries };
    head = proof.head;
    entries += part.length;
  }
  const isWhole = run.waiting.length > 0 || head.hash === run.head.hash;
  return isWhole ? { ok: true as const, head, entries } : { ok: false as const, id: head.id, entries };
}
