import type { NewAct } from '@ccu-gateway/contract/types';
import type { ModelEvent, PlannedWrite, ValueWrite } from '@ccu-gateway/device-model';
import type { ReadableEventStream } from '@ccu-gateway/event-stream';
import type { CcuWriter, House } from '../ports/house.js';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';
import { principalOf } from '../use-case/caller.js';
import { GatewayError, noStorage } from '../use-case/errors.js';
import { isPending, type Recording } from '../use-case/record.js';
import { type Act, type Acts, deadlineOf, isValue, observe } from './act.js';
import { type ActBook, type ActRecords, createActBook, keyOf } from './book.js';
import { createEnder } from './end.js';
import { planAct } from './plan.js';
import { sendAct } from './send.js';

/** Makes acts and takes them back, over restarts. */
export interface ActKeeper extends Acts {
  /** The same writer; a data point written through it no longer belongs to an act. */
  watching(ccu: CcuWriter): CcuWriter;
  /** Loads the stored acts. Those with an end that passed meanwhile end now, once their CCUs are connected. */
  restore(): Promise<void>;
  /** Stops timers and subscriptions; stored acts stay. Resolves when the last change is stored. */
  close(): Promise<void>;
}

export interface ActKeeperDeps extends Recording {
  readonly house: Pick<House, 'validateWrite' | 'dataPoint'>;
  /** Not the watching one. */
  readonly ccu: CcuWriter;
  readonly events: Pick<ReadableEventStream, 'subscribe'>;
  readonly publish: (event: ModelEvent) => void;
  /** Undefined without storage: no act can be started then. */
  readonly records: ActRecords | undefined;
  readonly time: Time;
  /** That many random hex digits. */
  readonly randomHex: (digits: number) => string;
  readonly log: Logger;
}

/** For taking back an act without an end. */
const UNDO_MS = 3_600_000;
/** Pause before a value is restored that could not be: its CCU is away, or refused. */
const RETRY_MS = 15_000;
/** A timer of Node is at most 24 days long, and a clock may be changed. */
const LONGEST_SLEEP_MS = 600_000;
const VALUES = ['device.+.channels.+.data_points.+'];

/**
 * Makes acts and takes them back at their end. A claim on a data point ends with any other write or value of it, so
 * that the end of an act overrides no person, program or other client.
 *
 * @example
 * const acts = createActKeeper({ house, ccu, events, publish, records, audit, clock, time, randomHex, log });
 * await acts.restore();
 */
export function createActKeeper(deps: ActKeeperDeps): ActKeeper {
  const { house, time } = deps;
  const book = createActBook(deps);
  const parts = { ...deps, book };
  const ender = createEnder(parts);
  const sending = createRuns(deps.log, () => schedule());
  const endings = createRuns(deps.log, () => schedule());
  const follower = followValues(deps, book);
  const alarm = createAlarm(time, () => nextWait(book.list(), time.now()), check);

  function beginEnding(id: string): void {
    book.change(id, (act) => ({ ...act, state: 'ending' }));
    if (endings.of(id) === undefined)
      endings.run(id, async () => {
        await sending.of(id);
        await ender.pass(id);
      });
  }

  /** Ends acts whose time has come, and sleeps until the next one. */
  function check(): void {
    const now = time.now();
    for (const act of book.list()) {
      if (act.state === 'ending') beginEnding(act.id);
      else if ((deadlineOf(act) ?? Number.POSITIVE_INFINITY) > now) continue;
      else if (act.endsAt !== undefined) beginEnding(act.id);
      else book.change(act.id, (each) => ({ ...each, state: 'ended', endedAt: now }));
    }
    schedule();
  }

  function schedule(): void {
    book.prune(time.now());
    follower.update();
    alarm.set();
  }

  return {
    list: book.list,
    async start(request: NewAct, caller) {
      if (deps.records === undefined) throw noStorage();
      const plans = planAct(house, request);
      book.makeRoomFor(plans.length);
      const act = actOf(request, plans, { id: deps.randomHex(16), by: principalOf(caller).subject, now: time.now() });
      await book.add(act);
      // The CCU may report a value before it has answered.
      follower.update();
      // The caller may go away: the act is the gateway's from here on.
      const lasting = { ...caller, signal: new AbortController().signal };
      sending.run(act.id, () => sendAct(parts, act.id, plans, lasting));
      return act;
    },
    async end(id) {
      const act = book.get(id);
      if (act === undefined) return undefined;
      if (act.state === 'ended') throw new GatewayError('conflict', `${act.name} has ended`, { reason: 'act_ended' });
      // The answer has the state of the end, and no one waits for radio.
      beginEnding(id);
      return book.get(id);
    },
    watching: (inner) => watchingWriter(inner, book),
    async restore() {
      await book.load();
      check();
    },
    async close() {
      alarm.close();
      follower.close();
      await book.stored();
    },
  };
}

/** Calls `ring` once after the pause that `pauseMs` returns with each `set`; never where it is undefined. */
function createAlarm(time: Time, pauseMs: () => number | undefined, ring: () => void) {
  let cancel: () => void = () => {};
  let isClosed = false;
  return {
    set(): void {
      cancel();
      if (isClosed) return;
      const pause = pauseMs();
      if (pause !== undefined) cancel = time.after(pause, ring);
    },
    close(): void {
      isClosed = true;
      cancel();
    },
  };
}

/** Milliseconds until an act ends or an ending is tried again; undefined where none does. */
function nextWait(acts: readonly Act[], now: number): number | undefined {
  const waits = acts.flatMap((act) => {
    if (act.state === 'ending') return [RETRY_MS];
    const deadline = deadlineOf(act);
    return deadline === undefined ? [] : [Math.max(0, deadline - now)];
  });
  return waits.length === 0 ? undefined : Math.min(LONGEST_SLEEP_MS, ...waits);
}

/** Work that goes on in the background, once for each act at a time. */
function createRuns(log: Logger, onEnd: () => void) {
  const running = new Map<string, Promise<void>>();
  return {
    of: (id: string) => running.get(id),
    run(id: string, work: () => Promise<void>): void {
      const run = work()
        .catch((error: unknown) => log.error('an act could not be carried out', { act: id, error }))
        .finally(() => {
          running.delete(id);
          onEnd();
        });
      running.set(id, run);
    },
  };
}

function actOf(
  { name, duration_seconds: seconds }: NewAct,
  plans: readonly ValueWrite[],
  { id, by, now }: { readonly id: string; readonly by: string; readonly now: number },
): Act {
  return {
    id,
    name,
    by,
    startedAt: now,
    ...(seconds === undefined ? { undoUntil: now + UNDO_MS } : { endsAt: now + seconds * 1000 }),
    state: 'sending',
    writes: plans.map(({ central, deviceAddress, channel, parameter, value, current }) => ({
      central,
      deviceAddress,
      channel,
      parameter,
      value: value.value,
      ...(isValue(current) && { before: current }),
      state: 'waiting',
    })),
  };
}

/** The same writer; each data point that it writes leaves its act. */
const watchingWriter = (inner: CcuWriter, book: ActBook): CcuWriter => ({
  async write(planned, options) {
    try {
      await inner.write(planned, options);
    } catch (error) {
      if (isPending(error)) book.foreignWrite(keysOf(planned));
      throw error;
    }
    book.foreignWrite(keysOf(planned));
  },
});

/** Data points that a write of anyone sets. */
function keysOf(write: PlannedWrite): readonly string[] {
  if (write.kind === 'value') return [keyOf(write)];
  const channel = Number(write.address.split(':')[1]);
  if (write.paramsetKey !== 'VALUES') return [];
  return Object.keys(write.values).map((parameter) => keyOf({ ...write, channel, parameter }));
}

/** Follows the values of claimed data points; nothing is followed while there are none. */
function followValues({ events, house, time }: Pick<ActKeeperDeps, 'events' | 'house' | 'time'>, book: ActBook) {
  let subscription: { close(): void } | undefined;
  const onLost = () => {
    for (const { central, deviceAddress, channel, parameter } of book.claims()) {
      const found = house.dataPoint({ address: deviceAddress, central, channel, parameter });
      if (found.ok && found.value.source === 'live') {
        book.reported(keyOf({ central, deviceAddress, channel, parameter }), (write) =>
          observe(write, found.value.value, time.now()),
        );
      }
    }
  };
  return {
    update() {
      const isNeeded = book.claims().length > 0 || book.list().some(({ state }) => state === 'sending');
      if (isNeeded === (subscription !== undefined)) return;
      subscription?.close();
      subscription = isNeeded
        ? events.subscribe(
            VALUES,
            ({ type, payload }) => {
              if (type !== 'datapoint.value_changed' || payload.paramset_key !== 'VALUES') return;
              const {
                central,
                device_address: deviceAddress,
                channel,
                parameter,
                value,
              } = payload as unknown as Changed;
              book.reported(keyOf({ central, deviceAddress, channel, parameter }), (write) =>
                observe(write, value, time.now()),
              );
            },
            { onLost },
          )
        : undefined;
    },
    close: () => subscription?.close(),
  };
}

/** Members of `datapoint.value_changed` that are read here. */
interface Changed {
  readonly central: string;
  readonly device_address: string;
  readonly channel: number;
  readonly parameter: string;
  readonly value: unknown;
}
