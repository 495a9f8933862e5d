import type { Snapshot } from '@ccu-gateway/contract/types';
import { memoryCursor, type OpenedStream, type StreamLoss, type StreamStatus } from '@ccu-gateway/event-stream/client';
import { SubscriptionError } from '../errors/subscription-error.js';
import { UnreachableError } from '../errors/unreachable-error.js';
import type { Addresses } from '../rest/addresses.js';
import type { Calls } from '../rest/calls.js';
import type { CallInput } from '../rest/operations.js';
import { type EventContext, type EventOptions, type GatewayEvent, openEvents } from './events.js';
import { loadSnapshot } from './load-snapshot.js';

/** Topics, snapshot and listeners of `follow`. */
export interface FollowOptions extends Pick<EventOptions, 'topics' | 'mode' | 'buffer' | 'signal'> {
  /**
   * First request. `snapshot`: the snapshot, at once, and the events from its number on. It is available earlier by the
   * time of a connection, and a connection that fails is tried again from the beginning. A gateway that keeps no events
   * then reports that some are missing, and sends a second snapshot. Default `events`: the snapshot waits for the
   * connection.
   */
  readonly first?: 'events' | 'snapshot';
  /** Contents of the snapshots: the query of `getSnapshot`. Default: everything but channels and data points. */
  readonly snapshot?: CallInput<'getSnapshot'>['query'];
  /** Receives each event that is not in the snapshot, in order. The next one waits for the returned promise. */
  readonly onEvent: (event: GatewayEvent) => void | Promise<void>;
  /**
   * Events are missing. Unless the reason is `lagged`, when the newest events follow by themselves, a new snapshot is
   * taken; events without state, such as a key press, are lost.
   */
  readonly onLost: (loss: StreamLoss) => void;
  /** The first snapshot, and each one after a loss, in its position among the events. */
  readonly onSnapshot?: (snapshot: Snapshot) => void | Promise<void>;
}

/** A followed installation. */
export interface FollowedHouse {
  /** The newest snapshot; events after it were given to `onEvent`. */
  readonly snapshot: Snapshot;
  /** State of the connection. */
  readonly status: StreamStatus;
  /** Called at once and after each change of `status`; returns how to stop. */
  observe(listener: (status: StreamStatus) => void): () => void;
  /** Tries again now, e.g. with a new token. */
  retry(): void;
  /** No listener is called any more; one that is at work may end. */
  close(): Promise<void>;
  /** Resolves after `close`; rejects with an error of a listener, or with a snapshot that the gateway refuses. */
  readonly ended: Promise<void>;
}

/** Resolves with the first snapshot; the events after it come later than that. */
export async function followHouse(context: EventContext, calls: Calls, options: FollowOptions): Promise<FollowedHouse> {
  const { topics, mode, buffer, signal, onEvent, onLost, onSnapshot, snapshot: query, first = 'events' } = options;
  let current: Snapshot | undefined;
  let begin: (snapshot: Snapshot) => void = () => {};
  const begun = new Promise<Snapshot>((resolve) => {
    begin = resolve;
  });

  async function read(ending: AbortSignal, fits: (snapshot: Snapshot) => boolean = () => true): Promise<Snapshot> {
    const next = await loadSnapshot(context, calls, { query, signal: ending, patient: current !== undefined });
    // Of a gateway that is behind: another one follows.
    if (!fits(next)) return next;
    current = next;
    await onSnapshot?.(next);
    return next;
  }

  async function take(ending: AbortSignal, fits: (snapshot: Snapshot) => boolean): Promise<Snapshot> {
    const isFirst = current === undefined;
    const next = await read(ending, fits);
    if (isFirst && current !== undefined) {
      begin(next);
      // In a turn of its own, so that the caller has the snapshot before its first event.
      await new Promise<void>((resolve) => context.timer(resolve, 0));
    }
    return next;
  }

  const known = first === 'snapshot' ? await read(signal ?? new AbortController().signal) : undefined;
  const cursor = known && memoryCursor(known.seq, known.epoch);
  const stream = openEvents(context, { topics, mode, buffer, signal, onLost, snapshot: take, cursor });
  const running = giveEvents(stream, onEvent);
  const start = known ?? (await firstOf(stream, [begun, running, firstFailure(stream, context.addresses)]));
  if (start === undefined) throw signal?.reason ?? new DOMException('the stream was closed', 'AbortError');
  return {
    get snapshot() {
      return current ?? start;
    },
    get status() {
      return stream.status;
    },
    observe: (listener) => stream.observe(listener),
    retry: () => stream.retry(),
    close: () => stream.close(),
    // A promise of its own: if a caller ignores it, a rejection is reported as unhandled.
    ended: running.then(),
  };
}

/** The first outcome; a failure closes the stream. */
async function firstOf<T>(stream: OpenedStream<GatewayEvent>, outcomes: readonly Promise<T>[]): Promise<T> {
  try {
    return await Promise.race(outcomes);
  } catch (error) {
    await stream.close();
    throw error;
  }
}

async function giveEvents(stream: OpenedStream<GatewayEvent>, onEvent: FollowOptions['onEvent']): Promise<undefined> {
  for await (const event of stream) await onEvent(event);
}

/** Rejects when the first attempt fails at each gateway; a connection that was there comes back by itself. */
function firstFailure(stream: OpenedStream<GatewayEvent>, { count, current }: Addresses): Promise<never> {
  return new Promise((_, reject) => {
    let left = count;
    const stop = stream.observe(({ state, reason = 'no answer' }) => {
      if (state === 'waiting') left -= 1;
      if (state === 'connecting' || (state === 'waiting' && left > 0)) return;
      if (state === 'denied')
        reject(new SubscriptionError('subscription_denied', `not allowed to follow events (${reason})`));
      else if (state === 'refused')
        reject(new SubscriptionError('subscription_refused', `events are refused (${reason})`));
      else if (state === 'waiting') {
        reject(new UnreachableError('unreachable', `the events of ${current} cannot be reached (${reason})`));
      }
      queueMicrotask(() => stop());
    });
  });
}
