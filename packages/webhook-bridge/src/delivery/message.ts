import { createHash } from 'node:crypto';
import type { Batch } from '../feed/batches.js';
import type { Message } from '../formats/format.js';

/** Position of a batch: its webhook, and the last delivered number before it. */
export interface BatchPlace {
  readonly webhook: string;
  readonly epoch: string;
  readonly after: number;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** The id follows from position and content, so that a batch that is sent again after a restart has its previous id. */
export function batchMessage({ events, lost, upTo }: Batch, { webhook, epoch, after, now }: BatchPlace): Message {
  const content = [webhook, epoch, after, events[0]?.seq, events.length, upTo, lost];
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  const told = lost === undefined ? {} : { lost: { count: lost.count, at_least: lost.atLeast } };
  return { id: `events_${digest.slice(0, 22)}`, type: 'events', at: now, data: { epoch, events, ...told } };
}

/** A delivery without data of the installation. */
export function testMessage(id: string, now: number): Message {
  return { id: `test_${id}`, type: 'test', at: now, data: {} };
}
