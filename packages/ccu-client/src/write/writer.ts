import { afterDoing, CcuError } from '../errors.js';
import type { InterfaceProfile } from '../interfaces.js';
import { createBackoff } from '../link/backoff.js';
import type { InterfaceRpc } from '../link/rpc.js';
import type { CcuEvent, InterfaceName, ParamsetDescription, ParamsetKey, WireValue, WritePriority } from '../model.js';
import type { TypedValue, WriteOutcome, WriteRequest } from '../operations-model.js';
import type { Now, Random, StateStore, Timers } from '../ports.js';
import { createSteadyClock } from '../steady-clock.js';
import type { Timings } from '../timings.js';
import { abortError } from '../wait.js';
import { createAnnouncements } from './announce.js';
import { createBurstGuard } from './burst-guard.js';
import { sameOnWire } from './coerce.js';
import { createConfigWatch } from './config-watch.js';
import { type Configuration, createConfigurations } from './configuration.js';
import {
  accepts,
  asKnown,
  createWaiter,
  type Item,
  join,
  samePlace,
  takenBefore,
  takeOut,
  withoutUnwanted,
} from './item.js';
import { byParamset, createJournal, type SentValue } from './journal.js';
import { type Confirmation, createPendingValues, type Expectation } from './pending.js';
import { isMomentary, typeValues } from './prepare.js';
import { createWriteQueue, type DropReason, RANK } from './queue.js';
import { readWrong } from './read-back.js';
import { isTransmissionPending, isWorthRepeating } from './retry.js';
import { settle, together } from './settle.js';
import { isShownAgain } from './shown.js';
import { transmit } from './transmit.js';

/** Sends values of one interface: typed, in order of importance, merged, repeated where that is safe, and proved. */
export interface Writer {
  write(request: WriteRequest): Promise<WriteOutcome>;
  /** A value arrived from the CCU. */
  seen(channelAddress: string, parameter: string, value: WireValue): void;
  /** Reads what an earlier run left unproved. */
  recall(): Promise<void>;
  /** Devices and values are known: goes on proving what was recalled. Later calls do nothing. */
  resume(): void;
  /**
   * What waits is refused, what is under way may end, and what is not proved is kept for the next start. Resolves when
   * that was written. Never rejects.
   */
  close(): Promise<void>;
}

export interface WriterDeps {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly profile: InterfaceProfile;
  readonly rpc: Pick<InterfaceRpc, 'call'>;
  readonly store: StateStore;
  readonly timings: Timings;
  readonly timers: Timers;
  readonly now: Now;
  readonly random: Random;
  readonly emit: (event: CcuEvent) => void;
  readonly complain: (event: string, message: string) => void;
  readonly describe: (address: string, paramsetKey: ParamsetKey) => Promise<ParamsetDescription | undefined>;
  readonly confirmedValue: (channelAddress: string, parameter: string) => WireValue | undefined;
  readonly lookUp: (channelAddress: string, parameter: string) => Promise<WireValue | undefined>;
  readonly isMoving: (channelAddress: string) => boolean;
  /** Percent, undefined where unknown. */
  readonly dutyCycle: () => number | undefined;
}

const HOLD_LOW_PERCENT = 80;
const REFUSE_LOW_PERCENT = 95;
const MAX_TRIES = 3;

/** What becomes of an item that was sent, by parameter. */
type Proofs = ReadonlyMap<string, Expectation>;

export function createWriter(deps: WriterDeps): Writer {
  const { central, interfaceName, profile, timings, timers, now } = deps;
  /** For what is due after a while; `now` is for what is told and kept. */
  const elapsed = createSteadyClock(now);
  const guard = createBurstGuard(elapsed);
  const queue = createWriteQueue<Item>({
    width: profile.concurrency,
    gapMs: () => timings.writeGapMs,
    holdMs: timings.heldWriteMs,
    now: elapsed,
    timers,
    holdsLow: () => (deps.dutyCycle() ?? 0) >= HOLD_LOW_PERCENT,
  });
  const closing = new AbortController();
  const sending = new Set<Item>();
  const { newerThan, sayGivenUp, sayUnlessNewer, sayRead } = createAnnouncements({
    central,
    interfaceName,
    now,
    emit: deps.emit,
    closing: closing.signal,
    waiting: queue.of,
    sending,
  });
  const watch = createConfigWatch(deps.confirmedValue);
  const journal = createJournal({
    store: deps.store,
    storeKey: `${central}/${interfaceName}/writes`,
    delayMs: timings.journalMs,
    timers,
    now,
    complain: deps.complain,
  });
  const pending = createPendingValues({
    timers,
    now,
    watch,
    timeoutMs: timings.confirmTimeoutMs,
    sleepMs: timings.sleepingWriteMs,
    isMoving: deps.isMoving,
    lookUp: deps.lookUp,
    keep: journal.note,
    ended,
  });
  const configurations = createConfigurations({
    watch,
    journal,
    timers,
    now,
    random: deps.random,
    readBackMs: timings.readBackMs,
    sleepMs: timings.sleepingWriteMs,
    closing: closing.signal,
    readWrong: (request, values) => readWrong(deps.rpc, request, values, (paramset) => sayRead(request, paramset)),
    rollBack: sayUnlessNewer,
    complain: deps.complain,
  });
  let recalled: readonly SentValue[] = [];

  async function write(request: WriteRequest): Promise<WriteOutcome> {
    const { signal, paramsetKey } = request;
    if (closing.signal.aborted) throw abortError(closing.signal);
    if (signal?.aborted === true) throw abortError(signal);
    if (Object.keys(request.values).length === 0) throw new CcuError('invalid_argument', 'there is nothing to write');
    if (paramsetKey === 'LINK' && request.peer === undefined)
      throw new CcuError('invalid_argument', 'a link needs its peer');
    const description = await deps.describe(request.channelAddress, paramsetKey).catch(() => undefined);
    const values = typeValues(request, description);
    const momentary = request.momentary ?? isMomentary(values, description);
    if (request.force === false && !momentary && isConfirmed(request, values)) return 'skipped';
    const priority = guard(request.priority ?? (paramsetKey === 'VALUES' ? 'high' : 'default'));
    if (priority === 'low' && (deps.dutyCycle() ?? 0) >= REFUSE_LOW_PERCENT) throw noRadioTime();
    journal.check(values);
    return await enqueue({ ...request, momentary }, values, description, priority);
  }

  function noRadioTime(): CcuError {
    return new CcuError('duty_cycle', 'the duty cycle is exhausted; only important writes are sent now', {
      interfaceName,
    });
  }

  /** Shown already, and nothing under way that would change it. */
  function isConfirmed(request: WriteRequest, values: ReadonlyMap<string, TypedValue>): boolean {
    const { channelAddress, paramsetKey } = request;
    if (paramsetKey !== 'VALUES') return false;
    return [...values].every(([parameter, { value }]) => {
      const confirmed = deps.confirmedValue(channelAddress, parameter);
      if (confirmed === undefined || !sameOnWire(value, confirmed)) return false;
      return !pending.has(channelAddress, parameter) && queue.of(channelAddress).length === 0;
    });
  }

  function enqueue(
    request: WriteRequest,
    values: Map<string, TypedValue>,
    description: ParamsetDescription | undefined,
    priority: WritePriority,
  ): Promise<WriteOutcome> {
    return new Promise((resolve, reject) => {
      const { signal, channelAddress } = request;
      if (signal?.aborted === true) {
        reject(abortError(signal));
        return;
      }
      const waiter = createWaiter(request, values.keys(), { resolve, reject });
      const command = request.paramsetKey === 'VALUES';
      const before = queue.of(channelAddress);
      const mergeable = command && priority !== 'critical' && request.momentary !== true;
      const last = before.findLast(({ repeated }) => !repeated);
      if (mergeable && last !== undefined && accepts(last, request, values, profile)) {
        if (RANK[priority] < RANK[last.priority]) last.priority = priority;
        join(last, values, waiter);
      } else {
        const notBefore = mergeable ? elapsed() + timings.coalesceMs : elapsed();
        const parts = { request, command, values, description, priority, notBefore, waiters: [waiter] };
        try {
          add({ ...parts, taken: new Set(), repeated: false, tries: 0 });
        } catch (error) {
          waiter.reject(asKnown(error, () => new CcuError('closed', 'the client was closed')));
          return;
        }
      }
      // What is sent after this one must not bring back an older value.
      for (const older of before) {
        const isLater = older.repeated || (priority === 'critical' && older.request.momentary !== true);
        if (isLater && samePlace(older.request, request)) takeOut(older, values.keys());
      }
    });
  }

  function add(parts: Omit<Item, 'channel' | 'run' | 'drop'>): void {
    const item: Item = {
      ...parts,
      channel: parts.request.channelAddress,
      run: () => send(item),
      drop: (reason) => {
        withoutUnwanted(item);
        sayGivenUp(item);
        drop(item, reason);
      },
    };
    queue.add(item);
  }

  function drop(item: Item, reason: DropReason): void {
    for (const waiter of item.waiters) {
      if (reason === 'superseded') waiter.resolve('superseded');
      else if (reason === 'held') waiter.reject(noRadioTime());
      else waiter.reject(new CcuError('closed', 'the client was closed', { interfaceName }));
    }
  }

  async function send(item: Item): Promise<void> {
    withoutUnwanted(item);
    if (item.values.size === 0) {
      drop(item, 'superseded');
      return;
    }
    for (const waiter of item.waiters) waiter.underWay();
    const proofs = expectations(item);
    const configuration = item.command ? undefined : configurations.begin(item.request, item.values);
    const sent = (parameter: string) => proofs.get(parameter)?.taken();
    const done = new Set<string>();
    sending.add(item);
    try {
      await transmit(deps.rpc, item, {
        timeoutMs: timings.longRpcTimeoutMs,
        urgent: item.priority === 'critical',
        once: item.request.momentary,
        oneByOne: !profile.valuesTogether,
        sent: (parameter) => done.add(parameter),
      });
    } catch (error) {
      const known = asKnown(error, () => new CcuError('protocol', 'the write failed'));
      for (const parameter of done) {
        sent(parameter);
        takenBefore(item, parameter);
      }
      sending.delete(item);
      failed(item, known, new Map([...proofs].filter(([parameter]) => !done.has(parameter))), configuration);
      return;
    }
    sending.delete(item);
    for (const parameter of proofs.keys()) sent(parameter);
    const outcomes = [...proofs.values()].map(({ outcome }) => outcome);
    settle(item.waiters, 'sent', configuration?.proof() ?? together(outcomes, interfaceName), interfaceName);
  }

  /** Begins to wait before sending, because the event may be faster than the answer. */
  function expectations({ command, request, values, description }: Item): Proofs {
    if (!command || request.momentary === true) return new Map();
    const { channelAddress, paramsetKey } = request;
    const shown = [...values].filter(([parameter, { value }]) =>
      isShownAgain(parameter, description?.[parameter], value),
    );
    return new Map(
      shown.map(([parameter, value]) => {
        const sent = { channelAddress, paramsetKey, parameter, value, at: now(), asleep: false };
        return [parameter, pending.expect(sent)];
      }),
    );
  }

  function failed(item: Item, error: CcuError, proofs: Proofs, configuration: Configuration | undefined): void {
    if (isTransmissionPending(error)) {
      for (const proof of proofs.values()) proof.asleep();
      configuration?.asleep();
      settle(item.waiters, 'pending', Promise.resolve('pending'), interfaceName);
      return;
    }
    for (const proof of proofs.values()) proof.cancel();
    configuration?.end();
    if (item.request.momentary !== true && item.tries + 1 < MAX_TRIES && isWorthRepeating(error) && repeat(item))
      return;
    sayGivenUp(item);
    for (const waiter of item.waiters) {
      const applied = [...item.taken].filter((parameter) => waiter.parameters.has(parameter));
      waiter.reject(afterDoing(error, applied));
    }
  }

  /** False when it cannot be tried again, because this is the end. */
  function repeat(item: Item): boolean {
    const newer = newerThan(item);
    for (const { values } of newer) takeOut(item, values.keys());
    const isStopped = item.command && newer.some(({ priority }) => priority === 'critical');
    if (isStopped || item.values.size === 0) {
      sayGivenUp(item);
      drop(item, 'superseded');
      return true;
    }
    const backoff = createBackoff({
      minMs: timings.writeRetryMs * 2 ** item.tries,
      maxMs: 30_000,
      random: deps.random,
    });
    try {
      add({ ...item, repeated: true, tries: item.tries + 1, notBefore: elapsed() + backoff.next() });
      return true;
    } catch {
      return false;
    }
  }

  function ended(sent: SentValue, outcome: Confirmation): void {
    if (outcome === 'closed') return;
    journal.settle(sent);
    if (outcome === 'timeout' || outcome === 'mismatch') sayUnlessNewer(sent, outcome);
  }

  function resumeValue(sent: SentValue): void {
    const { channelAddress, parameter, value } = sent;
    const place = { central, interfaceName, at: now(), channelAddress, parameter };
    deps.emit({ type: 'write_waiting', ...place, value: value.value });
    const proof = pending.expect(sent);
    const shown = deps.confirmedValue(channelAddress, parameter);
    if (shown !== undefined) pending.seen(channelAddress, parameter, shown);
    if (sent.asleep) proof.asleep();
    else proof.taken();
  }

  function resume(): void {
    const left = recalled.filter(journal.has);
    recalled = [];
    for (const sent of left) if (sent.paramsetKey === 'VALUES') resumeValue(sent);
    for (const paramset of byParamset(left)) {
      const { channelAddress, paramsetKey, peer } = paramset[0]!;
      configurations.resume({ interfaceName, channelAddress, paramsetKey, peer, values: {} }, paramset);
    }
  }

  return {
    write,
    seen(channelAddress, parameter, value) {
      pending.seen(channelAddress, parameter, value);
      watch.seen(channelAddress, parameter, value);
    },
    async recall() {
      recalled = await journal.recall();
    },
    resume,
    close() {
      // What waited is said to be gone while somebody still listens.
      queue.close();
      closing.abort(new CcuError('closed', 'the client was closed'));
      pending.close();
      return journal.close();
    },
  };
}
