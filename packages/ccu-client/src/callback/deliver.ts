import type { Complaints } from '../log/complaints.js';
import type { Now, Timers } from '../model/ports.js';
import type { RpcCall } from '../wire/codecs/index.js';
import { callsOf } from './answers.js';
import { createLines } from './lines.js';
import type { CallbackRegistration } from './server.js';

/** Request of a CCU, with the outcome of its answer. */
export interface Exchange {
  readonly body: Buffer;
  /** The connection broke before the answer was taken: the CCU may send the same request once more. */
  readonly isLost: () => boolean;
}

/** A CCU waits ten seconds for the answer, then it sends the same bytes once more. */
const RETRY_WINDOW_MS = 15_000;
const LARGEST_REMEMBERED_BYTES = 64 * 1024;

/**
 * Hands calls to their registrations: each once, each of a batch alone, in slices. A key that is pressed twice sends the same
 * bytes twice, so a batch is a repetition only where the answer to the one before was lost with its connection.
 */
export interface Delivery {
  deliver(registration: CallbackRegistration, call: RpcCall, exchange: Exchange): void;
  /** Drops the queued calls of this interface. */
  drop(registration: CallbackRegistration): void;
  close(): void;
}

export function createDelivery(deps: {
  readonly complaints: Complaints;
  readonly now: Now;
  readonly elapsed: Now;
  readonly timers: Timers;
}): Delivery {
  const { complaints, now, elapsed, timers } = deps;
  const lastBatch = new WeakMap<CallbackRegistration, Exchange & { readonly at: number }>();
  const lines = createLines({ run: handOver, elapsed, timers, nextTurn: (next) => void setImmediate(next) });

  function complain(registration: CallbackRegistration, level: 'warn' | 'error', event: string, message: string): void {
    const { central, interfaceName } = registration;
    complaints.report({ level, event, message, central, interfaceName });
  }

  function handOver(registration: CallbackRegistration, single: RpcCall): void {
    try {
      registration.handler(single);
    } catch {
      complain(registration, 'error', 'callback.handler_failed', 'a call could not be worked on');
      registration.onUnreadable?.();
    }
  }

  function isRepetition(registration: CallbackRegistration, call: RpcCall, { body, isLost }: Exchange): boolean {
    if (call.method !== 'system.multicall' || body.length > LARGEST_REMEMBERED_BYTES) return false;
    const before = lastBatch.get(registration);
    const at = now();
    lastBatch.set(registration, { body, isLost, at });
    if (before === undefined || at - before.at >= RETRY_WINDOW_MS) return false;
    return before.isLost() && before.body.equals(body);
  }

  return {
    deliver(registration, call, exchange) {
      if (isRepetition(registration, call, exchange)) {
        registration.onRepeated?.();
        return;
      }
      if (lines.push(registration, callsOf(call))) return;
      complain(registration, 'warn', 'callback.flooded', 'the CCU sends more than fits; its values are read again');
      registration.onUnreadable?.();
    },
    drop: (registration) => lines.drop(registration),
    close: () => lines.close(),
  };
}
