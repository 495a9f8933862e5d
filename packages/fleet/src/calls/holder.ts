import type { HeardHolders } from '../lease/heard.js';
import { CallError, type CallHandler, type CallOptions, type Calls } from '../model/calls.js';
import type { FleetEnvironment } from '../model/environment.js';
import type { Lease } from '../model/lease.js';
import { systemEnvironment } from '../time/system.js';

/**
 * A handler that answers `not_holder`, and does nothing, unless this process holds the lease at that moment. A longer
 * task asks the lease again before each act.
 *
 * @example
 * const handlers = { write: whileHolding((args) => leases.get(centralOf(args)), write) };
 */
export function whileHolding(
  leaseOf: (args: unknown) => Pick<Lease, 'mayAct'> | undefined,
  handler: CallHandler,
): CallHandler {
  return async (args, context) => {
    if (!leaseOf(args)?.mayAct()) throw new CallError('not_holder', 'this process does not hold the lease');
    return await handler(args, context);
  };
}

/** A call to the holder of a lease. */
export interface HolderCall extends CallOptions {
  readonly key: string;
  readonly method: string;
  readonly args: unknown;
  /** For how long a holder is searched that may be asked; default `timeoutMs`. */
  readonly findMs?: number;
  /** Between checks for a holder; default 200. */
  readonly retryMs?: number;
  readonly environment?: FleetEnvironment;
}

/**
 * Calls the holder of a lease, first the one that was heard of. As long as nothing was done, because no process holds
 * it, the holder is gone or has just lost it, the next one is searched until the time is over; then it rejects with
 * `unavailable`. Once it was begun it is never made again: it rejects with `outcome_unknown` where no answer comes.
 *
 * @example
 * await callHolder(calls, holders, { key: 'home', method: 'write', args: { value: 1 }, timeoutMs: 15_000 });
 */
export async function callHolder(
  calls: Calls,
  holders: Pick<HeardHolders, 'of' | 'look'>,
  what: HolderCall,
): Promise<unknown> {
  const { key, method, args, timeoutMs, signal, retryMs = 200, environment = systemEnvironment() } = what;
  const end = environment.elapsed() + timeoutMs;
  const findUntil = Math.min(end, environment.elapsed() + (what.findMs ?? timeoutMs));
  const look = () => holders.look(key).catch(() => undefined);
  for (let holder = holders.of(key) ?? (await look()); ; holder = await look()) {
    const leftMs = end - environment.elapsed();
    if (environment.elapsed() >= findUntil || signal?.aborted)
      throw new CallError('unavailable', `no holder of "${key}" was found`);
    if (holder !== undefined) {
      try {
        return await calls.call(holder.id, method, args, { timeoutMs: leftMs, signal });
      } catch (error) {
        const isUndone = error instanceof CallError && (error.code === 'unavailable' || error.code === 'not_holder');
        if (!isUndone) throw error;
      }
    }
    await new Promise<void>((resolve) =>
      environment.after(Math.min(retryMs, Math.max(0, findUntil - environment.elapsed())), resolve),
    );
  }
}
