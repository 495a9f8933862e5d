import type { ModelEvent } from '@ccu-gateway/device-model';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';
import { GatewayError, noStorage } from '../use-case/errors.js';
import { toTimestamp } from '../use-case/timestamp.js';
import { type Act, type ActWrite, takenOver } from './act.js';

/** Storage of acts over a restart, one document each. Every call rejects when nothing of it was done. */
export interface ActRecords {
  /** Unreadable ones are left out. */
  load(): Promise<readonly Act[]>;
  /** Undefined takes it away. */
  save(id: string, act: Act | undefined): Promise<void>;
}

/** The acts of a gateway: each change is announced and stored. */
export interface ActBook {
  /** Newest first. */
  list(): readonly Act[];
  get(id: string): Act | undefined;
  /** The write of an act whose value a data point has. */
  claimOn(key: string): ActWrite | undefined;
  claims(): readonly ActWrite[];
  /** @throws GatewayError `conflict` (reason `too_many_acts`) */
  makeRoomFor(writes: number): void;
  /** Resolves when it is stored. */
  add(act: Act): Promise<void>;
  change(id: string, change: (act: Act) => Act): void;
  changeWrite(id: string, key: string, change: (write: ActWrite) => ActWrite): void;
  /** The CCU has reported a value of a data point. */
  reported(key: string, change: (write: ActWrite) => ActWrite): void;
  /** Data points that were written by anyone else, or by the act `exceptId`. */
  foreignWrite(keys: readonly string[], exceptId?: string): void;
  /** Ignores reports for a write until the answer is called with its change. */
  ignoreReports(id: string, key: string): (change: (write: ActWrite) => ActWrite) => void;
  load(): Promise<void>;
  /** Forgets the oldest ended acts. */
  prune(now: number): void;
  /** Resolves when every change is stored. */
  stored(): Promise<void>;
}

const MAX_ACTS = 100;
const MAX_WRITES = 2_000;
const MAX_ENDED = 20;
const ENDED_MS = 7 * 86_400_000;

type Place = Pick<ActWrite, 'central' | 'deviceAddress' | 'channel' | 'parameter'>;

/** Key of a data point. */
export const keyOf = ({ central, deviceAddress, channel, parameter }: Place): string =>
  `${central}/${deviceAddress}/${channel}/${parameter}`;

interface BookDeps {
  readonly records: ActRecords | undefined;
  readonly publish: (event: ModelEvent) => void;
  readonly time: Pick<Time, 'now'>;
  readonly log: Logger;
}

/** Stores and announces changed acts, one after the other; several changes of one count as one meanwhile. */
function createSaver({ records, publish, log }: BookDeps, get: (id: string) => Act | undefined) {
  const unsaved = new Set<string>();
  let saving: Promise<void> | undefined;

  async function saveAll(): Promise<void> {
    for (const id of unsaved) {
      unsaved.delete(id);
      await records?.save(id, get(id)).catch((error: unknown) => {
        log.warn('an act could not be stored', { act: id, error });
      });
      const act = get(id);
      if (act !== undefined) publish(changedEvent(act));
    }
    saving = undefined;
  }

  return {
    save(id: string): void {
      unsaved.add(id);
      saving ??= saveAll();
    },
    stored: async () => saving,
  };
}

export function createActBook(deps: BookDeps): ActBook {
  const { records, publish, time } = deps;
  const acts = new Map<string, Act>();
  const ignored = new Set<string>();
  const saver = createSaver(deps, (id) => acts.get(id));
  const { save } = saver;

  function change(id: string, apply: (act: Act) => Act): void {
    const before = acts.get(id);
    if (before === undefined) return;
    const after = apply(before);
    if (after === before) return;
    acts.set(id, isOver(after) ? { ...after, state: 'ended', endedAt: time.now() } : after);
    save(id);
  }

  function changeWrite(id: string, key: string, apply: (write: ActWrite) => ActWrite): void {
    change(id, (act) => {
      const writes = act.writes.map((write) => (keyOf(write) === key ? apply(write) : write));
      return writes.every((write, index) => write === act.writes[index]) ? act : { ...act, writes };
    });
  }

  const holders = (key: string) => holdersOf([...acts.values()], key);

  return {
    list: () => [...acts.values()].sort((a, b) => b.startedAt - a.startedAt),
    get: (id) => acts.get(id),
    claimOn: (key) =>
      holders(key)
        .flatMap(({ writes }) => writes)
        .find((write) => keyOf(write) === key && write.state === 'set'),
    claims: () => running([...acts.values()]).flatMap(({ writes }) => writes.filter(({ state }) => state === 'set')),
    makeRoomFor: (writes) => requireRoom([...acts.values()], writes),
    async add(act) {
      if (records === undefined) throw noStorage();
      await records.save(act.id, act);
      acts.set(act.id, act);
      publish(changedEvent(act));
    },
    change,
    changeWrite,
    reported(key, apply) {
      for (const { id } of holders(key)) if (!ignored.has(`${id} ${key}`)) changeWrite(id, key, apply);
    },
    foreignWrite(keys, exceptId) {
      for (const key of keys) for (const { id } of holders(key)) if (id !== exceptId) changeWrite(id, key, takenOver);
    },
    ignoreReports(id, key) {
      ignored.add(`${id} ${key}`);
      return (apply) => {
        ignored.delete(`${id} ${key}`);
        changeWrite(id, key, (write) => (write.state === 'set' ? apply(write) : write));
      };
    },
    async load() {
      for (const act of (await records?.load()) ?? []) acts.set(act.id, restarted(act));
    },
    prune(now) {
      for (const id of outdated([...acts.values()], now)) {
        acts.delete(id);
        save(id);
      }
    },
    stored: saver.stored,
  };
}

const running = (acts: readonly Act[]): readonly Act[] => acts.filter(({ state }) => state !== 'ended');

/** Acts that may have a claim on the data point. */
const holdersOf = (acts: readonly Act[], key: string): readonly Act[] =>
  acts.filter(({ state, writes }) => state !== 'ended' && writes.some((write) => keyOf(write) === key));

/** @throws GatewayError `conflict` where an act with that many writes is one too many */
function requireRoom(acts: readonly Act[], writes: number): void {
  const held = running(acts);
  const claimed = held.reduce((all, act) => all + act.writes.length, 0);
  if (held.length < MAX_ACTS && claimed + writes <= MAX_WRITES) return;
  throw new GatewayError('conflict', `At most ${MAX_ACTS} acts with ${MAX_WRITES} writes are in force at once`, {
    reason: 'too_many_acts',
  });
}

/** Ended acts that are old, or more than are kept. */
function outdated(acts: readonly Act[], now: number): readonly string[] {
  return acts
    .filter(({ state }) => state === 'ended')
    .sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0))
    .filter(({ endedAt = 0 }, index) => index >= MAX_ENDED || now - endedAt >= ENDED_MS)
    .map(({ id }) => id);
}

/** True for an act with nothing left to restore, which has not ended yet. */
const isOver = ({ state, writes }: Act): boolean =>
  (state === 'active' || state === 'ending') &&
  writes.every((write) => write.state !== 'waiting' && write.state !== 'set');

/** An act as it goes on after a restart. A write that was under way may have been sent, so it is taken back, too. */
function restarted(act: Act): Act {
  if (act.state !== 'sending') return act;
  const writes = act.writes.map((write) => (write.state === 'waiting' ? ({ ...write, state: 'set' } as const) : write));
  return { ...act, state: 'active', writes };
}

function changedEvent({ id, name, state, endsAt }: Act): ModelEvent {
  return {
    topic: 'system.acts',
    type: 'act.changed',
    kind: 'change',
    key: `acts/${id}`,
    payload: { id, name, state, ...(endsAt === undefined ? {} : { ends_at: toTimestamp(endsAt) }) },
  };
}
