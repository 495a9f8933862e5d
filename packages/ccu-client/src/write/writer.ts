import { CcuError, isCcuError } from '../errors.js';
import type { InterfaceProfile } from '../interfaces.js';
import { createBackoff } from '../link/backoff.js';
import type { InterfaceRpc } from '../link/rpc.js';
import type {
  CcuEvent,
  InterfaceName,
  ParamsetDescription,
  ParamsetKey,
  RollbackReason,
  WireValue,
  WritePriority,
} from '../model.js';
import type { TypedValue, WriteOutcome, WriteRequest } from '../operations-model.js';
import type { Now, Random, Timers } from '../ports.js';
import type { Timings } from '../timings.js';
import { abortError } from '../wait.js';
import { createBurstGuard } from './burst-guard.js';
import { outgoing, sameOnWire } from './coerce.js';
import { createConfigWatch } from './config-watch.js';
import { type Configuration, createConfigurations } from './configuration.js';
import { createPendingValues } from './pending.js';
import { isMomentary, typeValues } from './prepare.js';
import { createWriteQueue, type Job } from './queue.js';
import { paramsetOf, readWrong } from './read-back.js';
import { isTransmissionPending, isWorthRepeating } from './retry.js';

/** Sends values of one interface: typed, in order of importance, merged, repeated where that is safe, and confirmed. */
export interface Writer {
  write(request: WriteRequest): Promise<WriteOutcome>;
  /** A value arrived from the CCU. */
  seen(channelAddress: string, parameter: string, value: WireValue): void;
  close(): void;
}

export interface WriterDeps {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly profile: InterfaceProfile;
  readonly rpc: InterfaceRpc;
  readonly timings: Timings;
  readonly timers: Timers;
  readonly now: Now;
  readonly random: Random;
  readonly emit: (event: CcuEvent) => void;
  readonly describe: (address: string, paramsetKey: ParamsetKey) => Promise<ParamsetDescription | undefined>;
  readonly confirmedValue: (channelAddress: string, parameter: string) => WireValue | undefined;
  readonly lookUp: (channelAddress: string, parameter: string) => Promise<WireValue | undefined>;
  /** Percent, undefined where unknown. */
  readonly dutyCycle: () => number | undefined;
}

interface Item extends Job {
  readonly request: WriteRequest;
  readonly values: Map<string, TypedValue>;
  readonly mergeable: boolean;
  readonly description: ParamsetDescription | undefined;
  /** Who waits for which parameters. */
  readonly waiters: Waiter[];
  readonly tries: number;
}

interface Waiter {
  /** What of the item is still theirs; empty once a newer write took over or they gave up. */
  readonly parameters: Set<string>;
  readonly until: 'sent' | 'confirmed';
  readonly resolve: (outcome: WriteOutcome) => void;
  readonly reject: (error: CcuError) => void;
}

const HOLD_LOW_PERCENT = 80;
const REFUSE_LOW_PERCENT = 95;
const MAX_TRIES = 3;
const READ = 1;
const EVENT = 4;

export function createWriter(deps: WriterDeps): Writer {
  const { central, interfaceName, timings, timers, now } = deps;
  const guard = createBurstGuard(now);
  const queue = createWriteQueue({
    width: deps.profile.concurrency,
    gapMs: timings.writeGapMs,
    now,
    timers,
    holdsLow: () => (deps.dutyCycle() ?? 0) >= HOLD_LOW_PERCENT,
  });
  const pending = createPendingValues({ timers, timeoutMs: timings.confirmTimeoutMs, lookUp: deps.lookUp });
  const closing = new AbortController();
  const configWatch = createConfigWatch(deps.confirmedValue);
  const configurations = createConfigurations({
    timers,
    watch: configWatch,
    readBackMs: timings.readBackMs,
    closing: closing.signal,
    readWrong: (request, values) => readWrong(deps.rpc, request, values),
    rollBack: (request, parameter, sent) => rollBack(request, parameter, sent, 'mismatch'),
  });

  async function write(request: WriteRequest): Promise<WriteOutcome> {
    const { signal, paramsetKey } = request;
    if (signal?.aborted === true) throw abortError(signal);
    if (Object.keys(request.values).length === 0) throw new CcuError('invalid_argument', 'there is nothing to write');
    if (paramsetKey === 'LINK' && request.peer === undefined)
      throw new CcuError('invalid_argument', 'a link needs its peer');
    const description = await deps.describe(request.channelAddress, paramsetKey).catch(() => undefined);
    const values = typeValues(request, description);
    const momentary = request.momentary ?? isMomentary(values, description);
    if (request.force === false && !momentary && isConfirmed(request, values)) return 'skipped';
    const priority = guard(request.priority ?? (paramsetKey === 'VALUES' ? 'high' : 'default'));
    if (priority === 'low' && (deps.dutyCycle() ?? 0) >= REFUSE_LOW_PERCENT) {
      throw new CcuError('duty_cycle', 'radio time is used up; only important writes are sent now', { interfaceName });
    }
    return await enqueue({ ...request, momentary }, values, description, priority);
  }

  function isConfirmed(request: WriteRequest, values: ReadonlyMap<string, TypedValue>): boolean {
    if (request.paramsetKey !== 'VALUES') return false;
    return [...values].every(([parameter, { value }]) => {
      const confirmed = deps.confirmedValue(request.channelAddress, parameter);
      return confirmed !== undefined && sameOnWire(value, confirmed);
    });
  }

  function enqueue(
    request: WriteRequest,
    values: Map<string, TypedValue>,
    description: ParamsetDescription | undefined,
    priority: WritePriority,
  ): Promise<WriteOutcome> {
    return new Promise((resolve, reject) => {
      const { signal } = request;
      if (signal?.aborted === true) {
        reject(abortError(signal));
        return;
      }
      const onAbort = () => {
        waiter.parameters.clear();
        reject(abortError(signal!));
      };
      const settled = () => signal?.removeEventListener('abort', onAbort);
      signal?.addEventListener('abort', onAbort, { once: true });
      const waiter: Waiter = {
        parameters: new Set(values.keys()),
        until: request.until ?? 'sent',
        resolve: (outcome) => {
          settled();
          resolve(outcome);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
      };
      const mergeable = priority !== 'critical' && request.paramsetKey === 'VALUES' && request.momentary !== true;
      const waiting = queue.waiting(request.channelAddress, (job) => canMerge(job as Item, request, priority));
      if (mergeable && waiting !== undefined) {
        merge(waiting as Item, values, waiter);
        return;
      }
      const notBefore = mergeable ? now() + timings.coalesceMs : now();
      try {
        add({ request, values, description, priority, mergeable, notBefore, waiters: [waiter], tries: 0 });
      } catch (error) {
        waiter.reject(isCcuError(error) ? error : new CcuError('closed', 'the client was closed'));
      }
    });
  }

  function canMerge(job: Item, request: WriteRequest, priority: WritePriority): boolean {
    return (
      job.mergeable &&
      job.priority === priority &&
      job.request.rxMode === request.rxMode &&
      // Without paramset VALUES only the same parameter can be replaced, not another one joined.
      (deps.profile.valuesParamset || Object.keys(request.values).every((parameter) => job.values.has(parameter)))
    );
  }

  /** The latest value of a parameter wins; who waited for an older one is told. */
  function merge(item: Item, values: ReadonlyMap<string, TypedValue>, waiter: Waiter): void {
    for (const [parameter, value] of values) {
      item.values.set(parameter, value);
      for (const older of item.waiters) older.parameters.delete(parameter);
    }
    for (const older of item.waiters.filter(({ parameters }) => parameters.size === 0)) older.resolve('superseded');
    item.waiters.splice(
      0,
      item.waiters.length,
      ...item.waiters.filter(({ parameters }) => parameters.size > 0),
      waiter,
    );
  }

  function add(parts: Omit<Item, 'channel' | 'run' | 'drop'>): void {
    const item: Item = {
      ...parts,
      channel: parts.request.channelAddress,
      run: () => send(item),
      drop: (reason) => {
        for (const waiter of item.waiters) {
          if (reason === 'superseded') waiter.resolve('superseded');
          else waiter.reject(new CcuError('closed', 'the client was closed', { interfaceName }));
        }
      },
    };
    queue.add(item);
  }

  async function send(item: Item): Promise<void> {
    // Whoever gave up before it was sent did not want it sent.
    for (const parameter of [...item.values.keys()]) {
      if (!item.waiters.some(({ parameters }) => parameters.has(parameter))) item.values.delete(parameter);
    }
    if (item.values.size === 0) return;
    const confirmations = expectations(item);
    const configuration =
      item.request.paramsetKey === 'VALUES' ? undefined : configurations.begin(item.request, item.values);
    try {
      await transmit(item);
    } catch (error) {
      failed(item, error, confirmations, configuration);
      return;
    }
    settle(item, 'sent', configuration?.proof() ?? confirmValues(item, confirmations));
  }

  async function transmit(item: Item): Promise<void> {
    const { request, values } = item;
    const options = { timeoutMs: timings.longRpcTimeoutMs, urgent: item.priority === 'critical' };
    const rx = request.rxMode === undefined ? [] : [request.rxMode];
    const single = values.size === 1 || !deps.profile.valuesParamset;
    if (request.paramsetKey === 'VALUES' && single) {
      for (const [parameter, value] of values) {
        await deps.rpc.call('setValue', [request.channelAddress, parameter, outgoing(value), ...rx], options);
      }
      return;
    }
    const struct = Object.fromEntries([...values].map(([parameter, value]) => [parameter, outgoing(value)]));
    await deps.rpc.call('putParamset', [request.channelAddress, paramsetOf(request), struct, ...rx], options);
  }

  /** Begins to wait before sending, because the event may be faster than the answer. */
  function expectations(item: Item): ReadonlyMap<string, Promise<RollbackReason | undefined>> {
    const { request, values, description } = item;
    if (request.paramsetKey !== 'VALUES' || request.momentary === true) return new Map();
    return new Map(
      [...values]
        .filter(([parameter]) => ((description?.[parameter]?.OPERATIONS ?? 0) & (READ | EVENT)) !== 0)
        .map(([parameter, { value }]) => [
          parameter,
          pending.expect(request.channelAddress, parameter, value).then((seen) => (seen.ok ? undefined : seen.reason)),
        ]),
    );
  }

  function failed(
    item: Item,
    error: unknown,
    confirmations: ReadonlyMap<string, Promise<RollbackReason | undefined>>,
    configuration: Configuration | undefined,
  ): void {
    const known = isCcuError(error) ? error : new CcuError('protocol', 'the write failed');
    if (isTransmissionPending(known)) {
      for (const parameter of confirmations.keys()) cancel(item, parameter);
      configuration?.asleep();
      settle(item, 'pending', Promise.resolve('pending'));
      return;
    }
    configuration?.end();
    for (const parameter of confirmations.keys()) cancel(item, parameter);
    if (item.request.momentary !== true && item.tries + 1 < MAX_TRIES && isWorthRepeating(known)) {
      const backoff = createBackoff({
        minMs: timings.writeRetryMs * 2 ** item.tries,
        maxMs: 30_000,
        random: deps.random,
      });
      try {
        add({ ...item, tries: item.tries + 1, notBefore: now() + backoff.next() });
        return;
      } catch {
        // The queue was closed meanwhile; the first error says what happened.
      }
    }
    for (const [parameter, { value }] of item.values) rollBack(item.request, parameter, value, 'send_error');
    for (const waiter of item.waiters) waiter.reject(known);
  }

  function cancel(item: Item, parameter: string): void {
    pending.seen(item.request.channelAddress, parameter, item.values.get(parameter)!.value);
  }

  function settle(item: Item, outcome: 'sent' | 'pending', proof: Promise<WriteOutcome | RollbackReason>): void {
    for (const waiter of item.waiters) {
      if (waiter.until === 'sent' || outcome === 'pending') waiter.resolve(outcome);
    }
    proof.then(
      (result) => {
        for (const waiter of item.waiters) conclude(waiter, result);
      },
      (error) => {
        for (const waiter of item.waiters)
          waiter.reject(isCcuError(error) ? error : new CcuError('protocol', 'not confirmed'));
      },
    );
  }

  function conclude(waiter: Waiter, result: WriteOutcome | RollbackReason): void {
    if (result === 'timeout' || result === 'send_error') {
      waiter.reject(new CcuError('unconfirmed', 'sent, but the CCU never showed it', { interfaceName }));
    } else if (result === 'mismatch') {
      waiter.reject(new CcuError('mismatch', 'the CCU shows another value', { interfaceName }));
    } else waiter.resolve(result);
  }

  async function confirmValues(
    item: Item,
    confirmations: ReadonlyMap<string, Promise<RollbackReason | undefined>>,
  ): Promise<WriteOutcome | RollbackReason> {
    if (confirmations.size === 0) return 'sent';
    let worst: RollbackReason | undefined;
    for (const [parameter, confirmation] of confirmations) {
      const reason = await confirmation;
      if (reason === undefined) continue;
      worst = reason;
      rollBack(item.request, parameter, item.values.get(parameter)!.value, reason);
    }
    return worst ?? 'confirmed';
  }

  function rollBack(request: WriteRequest, parameter: string, sent: WireValue, reason: RollbackReason): void {
    if (closing.signal.aborted) return;
    deps.emit({
      type: 'write_rolled_back',
      central,
      interfaceName,
      at: now(),
      channelAddress: request.channelAddress,
      parameter,
      paramsetKey: request.paramsetKey,
      reason,
      sent,
    });
  }

  return {
    write,
    seen(channelAddress, parameter, value) {
      pending.seen(channelAddress, parameter, value);
      configWatch.seen(channelAddress, parameter, value);
    },
    close() {
      closing.abort(new CcuError('closed', 'the client was closed'));
      queue.close();
      pending.close();
    },
  };
}
