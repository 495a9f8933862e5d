import { CcuError, isCcuError } from '../model/errors.js';
import type { WireValue } from '../model/model.js';
import type { Now, Random, Timers } from '../model/ports.js';
import { within } from '../time/wait.js';
import { isUnknownMethod } from '../transport/errors.js';

interface PingOptions {
  /** Milliseconds that the answer to the call may take. */
  readonly callMs: number;
  /** Milliseconds that the event may take after that answer. */
  readonly eventMs: number;
  readonly signal?: AbortSignal;
}

/** `unanswered`: the call had no answer in time. `refused`: it was answered with a fault. `silent`: no event followed it. */
export type PingOutcome =
  | { readonly kind: 'proved'; readonly rttMs: number }
  | { readonly kind: 'unanswered' | 'refused' | 'silent' };

/** Outcome of a ping that did not prove the way back. */
export type Miss = Exclude<PingOutcome['kind'], 'proved'>;

/**
 * Proves the way there and back: a ping makes the CCU send an event to every client, and ours carries a token of ours.
 */
export interface Pinger {
  /**
   * Makes one round trip. Rejects when the ping could not be sent: with the error of the transport, or with `unsupported`
   * where the interface has no such method.
   */
  ping(options: PingOptions): Promise<PingOutcome>;
  /** Takes the token of a PONG event. */
  pong(token: WireValue): void;
  /** Number of answers to our name without a ping of ours: another client uses the name. */
  foreignPongs(): number;
  /** Number of repeated answers: the CCU delivers its events more than once. */
  repeatedPongs(): number;
}

/** Answered pings that are remembered, to detect a repeated answer. */
const ANSWERED_KEPT = 16;

export function createPinger(deps: {
  readonly interfaceId: string;
  readonly now: Now;
  readonly random: Random;
  readonly timers: Timers;
  readonly send: (token: string, signal?: AbortSignal) => Promise<WireValue>;
}): Pinger {
  const waiting = new Map<string, () => void>();
  // A random start distinguishes answers to an earlier run of this program from ours.
  const first = Math.floor(deps.random() * 1_000_000_000);
  let counter = first;
  let foreign = 0;
  const answeredTokens: string[] = [];
  let repeated = 0;

  /** Sends a ping; a fault is an answer too, unless it means that the interface has no ping. */
  async function asked(token: string, signal: AbortSignal): Promise<CcuError | undefined> {
    try {
      await deps.send(token, signal);
      return undefined;
    } catch (error) {
      if (!isCcuError(error) || error.code !== 'fault') throw error;
      if (isUnknownMethod(error)) throw new CcuError('unsupported', 'there is no ping here');
      return error;
    }
  }

  return {
    async ping({ callMs, eventMs, signal }) {
      counter += 1;
      const token = `${deps.interfaceId}#${counter}`;
      const startedAt = deps.now();
      let answered = false;
      const arrived = new Promise<number>((resolve) => {
        waiting.set(token, () => resolve(deps.now() - startedAt));
      });
      const over = new AbortController();
      const calling = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
      const limit = { timers: deps.timers, signal };
      try {
        const refusal = await within(asked(token, calling), { ...limit, ms: callMs, what: 'the call of a ping' });
        if (refusal !== undefined) return { kind: 'refused' };
        // The clock for the event starts when the call is answered: before that the interface was busy, not deaf.
        answered = true;
        const rttMs = await within(arrived, { ...limit, ms: eventMs, what: 'the way back of a ping' });
        return { kind: 'proved', rttMs };
      } catch (error) {
        if (isCcuError(error) && error.code === 'timeout') return { kind: answered ? 'silent' : 'unanswered' };
        throw error;
      } finally {
        over.abort();
        waiting.delete(token);
      }
    },
    pong(token) {
      if (typeof token !== 'string') return;
      const arrived = waiting.get(token);
      if (arrived !== undefined) {
        waiting.delete(token);
        arrived();
        answeredTokens.push(token);
        if (answeredTokens.length > ANSWERED_KEPT) answeredTokens.shift();
        return;
      }
      if (answeredTokens.includes(token)) repeated += 1;
      const hash = token.lastIndexOf('#');
      const number = Number(token.slice(hash + 1));
      const late = number > first && number <= counter;
      if (hash > 0 && token.slice(0, hash) === deps.interfaceId && !late) foreign += 1;
    },
    foreignPongs: () => foreign,
    repeatedPongs: () => repeated,
  };
}
