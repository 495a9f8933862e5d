import { CcuError, isCcuError } from '../errors.js';
import type { WireValue } from '../model.js';
import type { Now, Random, Timers } from '../ports.js';
import { within } from '../wait.js';

/**
 * Proves the way there and back: a ping makes the CCU send an event to every client, and ours carries a token of ours.
 */
export interface Pinger {
  /**
   * The round trip in milliseconds, undefined when no event came in time. Rejects when the call itself fails, with
   * `unsupported` where the interface has no ping.
   */
  ping(options: { readonly timeoutMs: number; readonly signal?: AbortSignal }): Promise<number | undefined>;
  /** Takes the token of a PONG event. */
  pong(token: WireValue): void;
  /** Answers to our name that we never asked for: another client uses it. */
  foreignPongs(): number;
}

export function createPinger(deps: {
  readonly interfaceId: string;
  readonly now: Now;
  readonly random: Random;
  readonly timers: Timers;
  readonly send: (token: string, signal?: AbortSignal) => Promise<WireValue>;
}): Pinger {
  const waiting = new Map<string, () => void>();
  // Starting at random tells answers to an earlier run of this program from ours.
  const first = Math.floor(deps.random() * 1_000_000_000);
  let counter = first;
  let foreign = 0;

  return {
    async ping({ timeoutMs, signal }) {
      counter += 1;
      const token = `${deps.interfaceId}#${counter}`;
      const startedAt = deps.now();
      const arrived = new Promise<number>((resolve) => {
        waiting.set(token, () => resolve(deps.now() - startedAt));
      });
      try {
        await deps.send(token, signal);
        // The clock for the event starts when the call is answered: before that the interface was busy, not deaf.
        return await within(arrived, { timers: deps.timers, ms: timeoutMs, signal, what: 'the way back of a ping' });
      } catch (error) {
        if (isCcuError(error) && error.code === 'timeout' && error.interfaceName === undefined) return undefined;
        if (isCcuError(error) && error.code === 'fault') throw new CcuError('unsupported', 'there is no ping here');
        throw error;
      } finally {
        waiting.delete(token);
      }
    },
    pong(token) {
      if (typeof token !== 'string') return;
      const arrived = waiting.get(token);
      if (arrived !== undefined) {
        waiting.delete(token);
        arrived();
        return;
      }
      const hash = token.lastIndexOf('#');
      const number = Number(token.slice(hash + 1));
      const late = number > first && number <= counter;
      if (hash > 0 && token.slice(0, hash) === deps.interfaceId && !late) foreign += 1;
    },
    foreignPongs: () => foreign,
  };
}
