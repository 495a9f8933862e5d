import type { Complaints } from '../log/complaints.js';
import type { Now } from '../model/ports.js';
import type { RpcCall } from '../wire/codecs/index.js';
import { callsOf } from './answers.js';
import type { CallbackRegistration } from './server.js';

/** A CCU that got no answer in time sends the same bytes once more; inside this time that is no second event. */
const RETRY_WINDOW_MS = 200;
const LARGEST_REMEMBERED_BYTES = 64 * 1024;

/** Makes what hands calls to their registrations: each once, and each of a batch alone. */
export function createDelivery(
  complaints: Complaints,
  now: Now,
): (registration: CallbackRegistration, call: RpcCall, body: Buffer) => void {
  const lastBatch = new WeakMap<CallbackRegistration, { readonly body: Buffer; readonly at: number }>();

  function isRepetition(registration: CallbackRegistration, call: RpcCall, body: Buffer): boolean {
    if (call.method !== 'system.multicall' || body.length > LARGEST_REMEMBERED_BYTES) return false;
    const before = lastBatch.get(registration);
    const at = now();
    lastBatch.set(registration, { body, at });
    return before !== undefined && at - before.at < RETRY_WINDOW_MS && before.body.equals(body);
  }

  return (registration, call, body) => {
    if (isRepetition(registration, call, body)) {
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
