import type { Complaints } from '../log/complaints.js';
import type { Now } from '../model/ports.js';
import type { RpcCall } from '../wire/codecs/index.js';
import { callsOf } from './answers.js';
import type { CallbackRegistration } from './server.js';

/** A request of a CCU, and what became of its answer. */
export interface Exchange {
  readonly body: Buffer;
  /** The connection broke before the answer was taken: the CCU may send the same request once more. */
  readonly isLost: () => boolean;
}

/** A CCU waits ten seconds for the answer, then it sends the same bytes once more. */
const RETRY_WINDOW_MS = 15_000;
const LARGEST_REMEMBERED_BYTES = 64 * 1024;

/**
 * Makes what hands calls to their registrations: each once, and each of a batch alone. A key that is pressed twice sends the
 * same bytes twice, so a batch is a repetition only where the answer to the one before was lost with its connection.
 */
export function createDelivery(
  complaints: Complaints,
  now: Now,
): (registration: CallbackRegistration, call: RpcCall, exchange: Exchange) => void {
  const lastBatch = new WeakMap<CallbackRegistration, Exchange & { readonly at: number }>();

  function isRepetition(registration: CallbackRegistration, call: RpcCall, { body, isLost }: Exchange): boolean {
    if (call.method !== 'system.multicall' || body.length > LARGEST_REMEMBERED_BYTES) return false;
    const before = lastBatch.get(registration);
    const at = now();
    lastBatch.set(registration, { body, isLost, at });
    if (before === undefined || at - before.at >= RETRY_WINDOW_MS) return false;
    return before.isLost() && before.body.equals(body);
  }

  return (registration, call, exchange) => {
    if (isRepetition(registration, call, exchange)) {
      registration.onRepeated?.();
      return;
    }
    for (const single of callsOf(call)) {
      try {
        registration.handler(single);
      } catch {
        complaints.report({
          level: 'error',
          event: 'callback.handler_failed',
          message: 'a call could not be worked on',
          central: registration.central,
          interfaceName: registration.interfaceName,
        });
        registration.onUnreadable?.();
      }
    }
  };
}
