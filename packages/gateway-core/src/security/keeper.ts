import type { InstallationProblem, SecurityClass, SecurityFault } from '@ccu-gateway/contract/types';
import type { ModelEvent } from '@ccu-gateway/device-model';
import type { ReadableEventStream } from '@ccu-gateway/event-stream';
import type { AlarmSystem } from '../alarm/alarm.js';
import type { HealthSource, House } from '../ports/house.js';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';
import { GatewayError, invalid, noStorage, notFound } from '../use-case/errors.js';
import { eventsBetween } from './announce.js';
import { type Cause, causesOfOutputs, causesOfProblems, causesOfZones, severityOf } from './causes.js';
import { type KnownFault, levelled, type Memory, newMemory, observe, type Silence } from './memory.js';
import type { SecurityKeeping } from './security.js';
import { sourcesOf } from './sources.js';
import { classState, faultBodies, faultBody, overviewOf, zoneStates } from './view.js';

/** Storage of the overview over a restart. Both reject where it cannot be reached. */
export interface SecurityRecords {
  /** Undefined where nothing was stored. */
  load(): Promise<Memory | undefined>;
  save(memory: Memory): Promise<void>;
}

/** Surroundings of the overview. */
export interface SecurityKeeperDeps {
  readonly house: Pick<House, 'centralNames' | 'devices' | 'interfaces'>;
  /** Problems of the installation and the gateway, as `listProblems` has them. */
  readonly problems: () => readonly InstallationProblem[];
  readonly health: HealthSource;
  readonly alarm: Pick<AlarmSystem, 'plan' | 'state'>;
  readonly events: Pick<ReadableEventStream, 'subscribe'>;
  readonly publish: (event: ModelEvent) => void;
  /** Undefined without storage: nothing is announced, acknowledged or silenced then. */
  readonly records: SecurityRecords | undefined;
  readonly time: Time;
  readonly log: Logger;
}

/** The overview of a running gateway. */
export interface SecurityKeeper extends SecurityKeeping {
  /** Loads what was remembered, and follows the installation from now on. */
  restore(): Promise<void>;
  /** Resolves when the last change is stored. */
  close(): Promise<void>;
}

const LOOK_AGAIN_MS = 30_000;
/** Time in which all configured CCUs have been added. */
const START_MS = 600_000;
/** An alarm comes as several events. */
const GATHER_MS = 200;
const DAY_MS = 86_400_000;
const LONGEST_SILENCE_DAYS = { danger: 1, attention: 90 } as const;
const MOST_SILENCES = 500;
/** Problems of CCUs, connections of their interfaces, without which no absence proves an end, and the state of the alarm system. */
const TOPICS = ['hub.+.problems', 'hub.+.connectivity.+', 'alarm.panel'];

/**
 * Keeps the overview over all dangers and faults: one level with its causes, acknowledgements and silences. It finds
 * nothing itself; causes are the problems of the installation and the alarms of zones.
 *
 * @example
 * const security = createSecurityKeeper({ house, problems, health, alarm, events, publish, records, time, log });
 * await security.restore();
 */
export function createSecurityKeeper(deps: SecurityKeeperDeps): SecurityKeeper {
  const { alarm, time } = deps;
  const kept = createKept(deps);
  const { look, change } = kept;
  let stop = () => {};
  const faultWith = (id: string): KnownFault => {
    const fault = ownOf(look().faults, id);
    if (fault === undefined) throw notFound(`Fault ${id}`);
    return fault;
  };
  const sourceWith = (ref: string) => {
    const found = sourcesOf(deps, look(), causesNow(deps)).find((source) => source.ref === ref);
    if (found === undefined) throw notFound(`Source ${ref}`);
    return found;
  };
  const bodyOf = (fault: KnownFault): SecurityFault => {
    const memory = look();
    return faultBody(memory, ownOf(memory.faults, fault.id) ?? fault);
  };
  return {
    overview() {
      const present = look();
      return overviewOf(present, zoneStates(present, alarm.plan(), alarm.state()));
    },
    ofClass(kind) {
      const present = look();
      return { ...classState(present, kind), faults: faultBodies(present).filter((fault) => fault.class === kind) };
    },
    faults: () => faultBodies(look()),
    sources: () => sourcesOf(deps, look(), causesNow(deps)),
    async acknowledge(id, by) {
      const acknowledgement = { at: time.now(), by };
      const fault = { ...faultWith(id), acknowledged: acknowledgement };
      await change((now) => acknowledged(now, id, acknowledgement));
      return bodyOf(fault);
    },
    async silence(id, silence) {
      const fault = faultWith(id);
      if (silence !== undefined) requireEnd(fault, silence.until, time.now());
      await change((now) => silenced(now, id, silence));
      return bodyOf(fault);
    },
    async exclude(ref, classes) {
      const source = sourceWith(ref);
      await change((now) => without(now, ref, classes));
      return { ...source, excluded: [...(look().excluded[ref] ?? [])] };
    },
    async restore() {
      if (await kept.restore()) stop = follow(deps, look);
    },
    async close() {
      stop();
      await kept.saved();
    },
  };
}

/** Present causes of all sources. */
const causesNow = ({ problems, alarm }: SecurityKeeperDeps): readonly Cause[] => [
  ...causesOfProblems(problems()),
  ...causesOfZones(alarm.plan(), alarm.state()),
  ...causesOfOutputs(alarm.plan(), alarm.state()),
];

/** The memory of the overview: compared with the present, changed by people, stored one after the other. */
function createKept(deps: SecurityKeeperDeps) {
  const { house, alarm, time, records, log, publish } = deps;
  const startedAt = time.now();
  let memory = newMemory(startedAt);
  const zonesNow = () => zoneStates(memory, alarm.plan(), alarm.state());
  let zones = zonesNow();
  let isRestored = false;
  let saving: Promise<unknown> = Promise.resolve();
  /** The memory that was stored last, as text. */
  let stored = '';

  /** Takes the present state of all sources over, and announces what differs. */
  function look(): Memory {
    const isSettled = ({ zone }: KnownFault) => {
      const { unacknowledged, incident } = alarm.state().zones[zone ?? ''] ?? {};
      return zone !== undefined && unacknowledged === undefined && incident === undefined;
    };
    const isKnown = (fault: KnownFault) => isKnowable(house, fault, time.now() - startedAt > START_MS);
    const next = observe(memory, { causes: causesNow(deps), isKnowable: isKnown, isSettled }, time.now());
    if (!isRestored) return next;
    take(next);
    return memory;
  }

  function take(next: Memory): void {
    const before = { memory, zones };
    if (JSON.stringify(next) !== JSON.stringify(memory)) memory = next;
    zones = zonesNow();
    for (const event of eventsBetween(before, { memory, zones })) publish(event);
    if (JSON.stringify(memory) === stored) return;
    const failed = (error: unknown) => log.error('the security overview was not stored', { error });
    inTurn(() => save(memory)).catch(failed);
  }

  async function save(next: Memory): Promise<void> {
    await records?.save(next);
    stored = JSON.stringify(next);
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = saving.then(work);
    saving = turn.catch(() => undefined);
    return turn;
  }

  return {
    look,
    /** A change of a person is stored before it takes effect. `make` is called again for the state of that time. */
    async change(make: (now: Memory) => Memory): Promise<void> {
      if (records === undefined || !isRestored) throw noStorage();
      look();
      const changed = () => levelled(make(memory), time.now());
      await inTurn(() => save(changed()));
      take(changed());
    },
    /** True where the memory was read now. */
    async restore(): Promise<boolean> {
      if (records === undefined || isRestored) return false;
      memory = (await records.load()) ?? memory;
      stored = JSON.stringify(memory);
      zones = zonesNow();
      isRestored = true;
      return true;
    },
    saved: () => saving,
  };
}

/** Compares soon after each event, and at times, because parts of the gateway send none. Returns the function that ends it. */
function follow({ events, time }: SecurityKeeperDeps, look: () => Memory): () => void {
  let cancel = () => {};
  let isAwaited = false;
  const lookIn = (ms: number) => {
    cancel();
    cancel = time.after(ms, again);
  };
  const again = () => {
    isAwaited = false;
    const ends = Object.values(look().silences).map(({ until }) => until - time.now());
    lookIn(Math.max(1, Math.min(LOOK_AGAIN_MS, ...ends)));
  };
  const soon = () => {
    if (isAwaited) return;
    isAwaited = true;
    lookIn(GATHER_MS);
  };
  const onEvent = ({ type }: { readonly type: string }) => {
    if (type !== 'alarm.countdown') soon();
  };
  const subscription = events.subscribe(TOPICS, onEvent, { onLost: soon });
  again();
  return () => {
    subscription.close();
    cancel();
  };
}

/**
 * The absence of a cause proves its end only where its CCU is connected, or exists no longer. `hasStarted`: CCUs that are
 * still missing are not configured.
 */
function isKnowable(
  house: SecurityKeeperDeps['house'],
  { central, interfaceId }: KnownFault,
  hasStarted: boolean,
): boolean {
  if (central === undefined) return true;
  if (!house.centralNames().includes(central)) return hasStarted;
  const links = house.interfaces({ central });
  const own = links.filter(({ id }) => id === interfaceId);
  return (own.length > 0 ? own : links).some(({ connected }) => connected);
}

/** Ids come from requests: members that every object inherits are none of them. */
const ownOf = <T>(from: Readonly<Record<string, T>>, id: string): T | undefined =>
  Object.hasOwn(from, id) ? from[id] : undefined;

function acknowledged(memory: Memory, id: string, acknowledgement: { at: number; by: string }): Memory {
  const { [id]: _, ...others } = memory.faults;
  const fault = ownOf(memory.faults, id);
  if (fault === undefined) return memory;
  if (fault.endedAt !== undefined) return { ...memory, faults: others };
  return { ...memory, faults: { ...memory.faults, [id]: { ...fault, acknowledged: acknowledgement } } };
}

function silenced(memory: Memory, id: string, silence: Silence | undefined): Memory {
  const { [id]: _, ...others } = memory.silences;
  if (silence === undefined) return { ...memory, silences: others };
  if (Object.keys(others).length >= MOST_SILENCES) {
    throw new GatewayError('conflict', `${MOST_SILENCES} causes are silenced; no more are allowed`, {
      reason: 'too_many_silences',
    });
  }
  return { ...memory, silences: { ...others, [id]: silence } };
}

function without(memory: Memory, ref: string, classes: readonly SecurityClass[]): Memory {
  const { [ref]: _, ...others } = memory.excluded;
  return { ...memory, excluded: classes.length === 0 ? others : { ...others, [ref]: [...new Set(classes)] } };
}

function requireEnd({ class: kind }: KnownFault, until: number, now: number): void {
  const days = LONGEST_SILENCE_DAYS[severityOf(kind)];
  if (until <= now) throw invalid([{ field: 'until', reason: 'must be in the future' }]);
  if (until > now + days * DAY_MS) {
    throw invalid([{ field: 'until', reason: `must be at most ${days === 1 ? '24 hours' : `${days} days`} from now` }]);
  }
}
