import { clientClosed } from '../model/errors.js';
import type { ParamsetDescription, WritePriority } from '../model/model.js';
import type { TypedValue, WriteOutcome, WriteRequest } from '../model/operations-model.js';
import { abortError } from '../time/wait.js';
import { accepts, asKnown, createWaiter, type Item, join, samePlace, takeOut, type Waiter } from './item.js';
import type { WriterParts } from './parts.js';
import { RANK } from './queue.js';
import type { Sender } from './sender.js';

/** A write whose values are known to be acceptable. */
export interface CheckedWrite {
  /** `momentary` is decided. */
  readonly request: WriteRequest;
  readonly values: Map<string, TypedValue>;
  readonly description: ParamsetDescription | undefined;
  readonly priority: WritePriority;
}

/** Takes a write into the queue: into an item that waits already, or as a new one. Settles with its end. */
export function takeIn(parts: WriterParts, sender: Sender, write: CheckedWrite): Promise<WriteOutcome> {
  return new Promise((resolve, reject) => {
    const { request, values, priority } = write;
    if (request.signal?.aborted === true) {
      reject(abortError(request.signal));
      return;
    }
    const waiter = createWaiter(request, values.keys(), { resolve, reject });
    const before = parts.queue.of(request.channelAddress);
    const last = isMergeable(write) ? before.findLast(({ repeated }) => !repeated) : undefined;
    if (last !== undefined && accepts(last, request, values, parts.deps.profile)) {
      if (RANK[priority] < RANK[last.priority]) last.priority = priority;
      join(last, values, waiter);
    } else if (!queueAlone(parts, sender, write, waiter)) return;
    // What is sent after this one must not bring back an older value.
    for (const older of before) {
      if (isSentLater(older, priority) && samePlace(older.request, request)) takeOut(older, values.keys());
    }
  });
}

/** False when nothing more can wait; its caller knows then. */
function queueAlone(parts: WriterParts, sender: Sender, write: CheckedWrite, waiter: Waiter): boolean {
  const notBefore = parts.elapsed() + (isMergeable(write) ? parts.deps.timings.coalesceMs : 0);
  const command = write.request.paramsetKey === 'VALUES';
  try {
    sender.queue({ ...write, command, notBefore, waiters: [waiter], taken: new Set(), repeated: false, tries: 0 });
    return true;
  } catch (error) {
    waiter.reject(asKnown(error, clientClosed));
    return false;
  }
}

/** Whether a write may wait a moment for others that go along with it. */
function isMergeable({ request, priority }: CheckedWrite): boolean {
  return request.paramsetKey === 'VALUES' && priority !== 'critical' && request.momentary !== true;
}

/** Whether what waits already is sent only after a new write of this priority. */
function isSentLater(older: Item, priority: WritePriority): boolean {
  return older.repeated || (priority === 'critical' && older.request.momentary !== true);
}
