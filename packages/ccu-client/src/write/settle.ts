import { afterDoing, CcuError, clientClosed, saying } from '../model/errors.js';
import type { InterfaceName, RollbackReason } from '../model/model.js';
import type { WriteOutcome } from '../model/operations-model.js';
import { asKnown, type Item, type Waiter } from './item.js';
import type { Confirmation } from './pending-value.js';
import type { DropReason } from './queue.js';

/** What a proof can come to. */
export type Result = WriteOutcome | RollbackReason;

/** Tells everybody who waits for what was sent: those that wanted no more than that now, the others when it is proved. */
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
      const known = asKnown(error, () => new CcuError('protocol', 'not confirmed'));
      for (const waiter of waiters) waiter.reject(saying(known, { mayHaveRun: true }));
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
  if (all.includes('closed')) throw saying(clientClosed(), { interfaceName });
  const wrong = all.find((outcome) => outcome === 'timeout' || outcome === 'mismatch');
  if (wrong !== undefined) return wrong;
  if (all.includes('superseded')) return 'superseded';
  return all.length === 0 ? 'sent' : 'confirmed';
}

/** Tells everybody who waits for what is not sent, or not sent again. */
export function tellDropped(item: Item, reason: DropReason, interfaceName: InterfaceName): void {
  if (reason === 'held') tellRefused(item, noRadioTime(interfaceName));
  else if (reason === 'closed') tellRefused(item, saying(clientClosed(), { interfaceName }));
  else for (const waiter of item.waiters) waiter.resolve('superseded');
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
