import { CcuError } from '../model/errors.js';
import { type Attempt, beginAttempt } from './attempt.js';
import { asKnown, type Item, withoutUnwanted, yieldTo } from './item.js';
import type { WriterParts } from './parts.js';
import { afterFailure, retryDelayMs } from './retry.js';
import { settle, tellDropped, tellRefused } from './settle.js';
import { transmit } from './transmit.js';

/** Sends what is queued, when its turn comes, and tells its callers what became of it. */
export interface Sender {
  /** Throws `CcuError` when nothing more can wait. */
  queue(parts: Omit<Item, 'channel' | 'run' | 'drop'>): void;
}

const asWriteError = (error: unknown) => asKnown(error, () => new CcuError('protocol', 'the write failed'));

export function createSender(parts: WriterParts): Sender {
  const { deps, announcements, sending } = parts;
  const { interfaceName, profile, timings } = deps;

  function queue(content: Omit<Item, 'channel' | 'run' | 'drop'>): void {
    const item: Item = {
      ...content,
      channel: content.request.channelAddress,
      run: () => send(item),
      drop: (reason) => {
        withoutUnwanted(item);
        announcements.sayGivenUp(item);
        tellDropped(item, reason, interfaceName);
      },
    };
    parts.queue.add(item);
  }

  async function send(item: Item): Promise<void> {
    withoutUnwanted(item);
    if (item.values.size === 0) return tellDropped(item, 'superseded', interfaceName);
    for (const waiter of item.waiters) waiter.underWay();
    const attempt = beginAttempt(parts, item);
    sending.add(item);
    try {
      await transmit(deps.rpc, item, {
        timeoutMs: timings.longRpcTimeoutMs,
        urgent: item.priority === 'critical',
        oneByOne: !profile.valuesTogether,
        sent: attempt.took,
      });
    } catch (error) {
      attempt.broken();
      sending.delete(item);
      failed(item, attempt, asWriteError(error));
      return;
    }
    sending.delete(item);
    settle(item.waiters, 'sent', attempt.proof(), interfaceName);
  }

  function failed(item: Item, attempt: Attempt, error: CcuError): void {
    if (error.mayHaveRun === true) {
      tellRefused(item, error);
      // The CCU may show it: what becomes of it is looked after as if it had been taken.
      settle([], 'sent', attempt.proof(), interfaceName);
      return;
    }
    const next = afterFailure(item, error);
    if (next === 'asleep') {
      attempt.asleep();
      settle(item.waiters, 'pending', Promise.resolve('pending'), interfaceName);
      return;
    }
    attempt.cancel();
    if (next === 'repeat' && repeat(item)) return;
    announcements.sayGivenUp(item);
    tellRefused(item, error);
  }

  /** False when it cannot be tried again, because this is the end. */
  function repeat(item: Item): boolean {
    if (yieldTo(item, announcements.newerThan(item))) {
      announcements.sayGivenUp(item);
      tellDropped(item, 'superseded', interfaceName);
      return true;
    }
    const notBefore = parts.elapsed() + retryDelayMs(item.tries, timings.writeRetryMs, deps.random);
    try {
      queue({ ...item, repeated: true, tries: item.tries + 1, notBefore });
      return true;
    } catch {
      return false;
    }
  }

  return { queue };
}
