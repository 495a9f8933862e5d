import { afterDoing, CcuError } from '../model/errors.js';
import type { InterfaceName, RollbackReason } from '../model/model.js';
import type { WriteOutcome } from '../model/operations-model.js';
import { asKnown, type Item, type Waiter } from './item.js';
import type { Confirmation } from './pending-value.js';
import type { DropReason } from './queue-order.js';

/** What a proof can come to. */
export type Result = WriteOutcome | RollbackReason;

/** Tells everybody who waits: those that wanted it sent now, the others when it is proved. */
export function settle(
  waiters: readonly Waiter[],
  outcome: 'sent' | 'pending',
  proof: Promise<Result>,
  interfaceName: InterfaceName,
): void {
  for (const waiter of waiters) {
    if (waiter.until === 'sent' || outcome === 'pending') waiter.resolve(outcome);
  }
  proof.then(
    (result) => {
      for (const waiter of waiters) tell(waiter, result, interfaceName);
    },
    (error) => {
      for (const waiter of waiters) waiter.reject(asKnown(error, () => new CcuError('protocol', 'not confirmed')));
    },
  );
}

function tell(waiter: Waiter, result: Result, interfaceName: InterfaceName): void {
  if (result === 'timeout' || result === 'send_error') {
    waiter.reject(new CcuError('unconfirmed', 'sent, but the CCU never showed it', { interfaceName }));
  } else if (result === 'mismatch') {
    waiter.reject(new CcuError('mismatch', 'the CCU shows another value', { interfaceName }));
  } else waiter.resolve(result);
}

/** What several parameters that were sent together come to. Rejects when the watch has ended. */
export async function together(
  outcomes: readonly Promise<Confirmation>[],
  interfaceName: InterfaceName,
): Promise<Result> {
  const all = await Promise.all(outcomes);
  if (all.includes('closed')) throw new CcuError('closed', 'the client was closed', { interfaceName });
  const wrong = all.find((outcome) => outcome === 'timeout' || outcome === 'mismatch');
  if (wrong !== undefined) return wrong;
  if (all.includes('superseded')) return 'superseded';
  return all.length === 0 ? 'sent' : 'confirmed';
}

/** Tells everybody who waits for what was never sent. */
export function tellDropped(waiters: readonly Waiter[], reason: DropReason, interfaceName: InterfaceName): void {
  for (const waiter of waiters) {
    if (reason === 'superseded') waiter.resolve('superseded');
    else if (reason === 'held') waiter.reject(noRadioTime(interfaceName));
    else waiter.reject(new CcuError('closed', 'the client was closed', { interfaceName }));
  }
}

/** Tells everybody who waits that the CCU refused it, and what of it the CCU took before. */
export function tellRefused({ waiters, taken }: Item, error: CcuError): void {
  for (const waiter of waiters) {
    const applied = [...taken].filter((parameter) => waiter.parameters.has(parameter));
    waiter.reject(afterDoing(error, applied));
  }
}

export function noRadioTime(interfaceName: InterfaceName): CcuError {
  return new CcuError('duty_cycle', 'the duty cycle is exhausted; only important writes are sent now', {
    interfaceName,
  });
}
