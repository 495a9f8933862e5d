import type { KvWatchEntry } from '@nats-io/kv';
import type { QueuedIterator } from '@nats-io/transport-node';
import type { Bucket } from './bucket.js';
import type { FleetConnection } from './connect.js';

/** Entries of a bucket, for several that listen. */
interface WatchedBucket {
  listen(listener: (entry: KvWatchEntry) => void): () => void;
  close(): void;
}

/** Watches anew whenever a watch has ended or the connection has come back, for ever. */
export function watchBucket(
  fleet: Pick<FleetConnection, 'after' | 'retryMs'>,
  bucket: Pick<Bucket, 'onHealth' | 'ready'>,
  begin: () => Promise<QueuedIterator<KvWatchEntry>>,
): WatchedBucket {
  const listeners = new Set<(entry: KvWatchEntry) => void>();
  let current: QueuedIterator<KvWatchEntry> | undefined;
  let closed = false;
  let cancelRetry = () => {};
  let wake: () => void = () => {};
  const rest = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      cancelRetry = fleet.after(fleet.retryMs, resolve);
    });
  const follow = async () => {
    while (!closed) {
      try {
        bucket.ready();
        current = await begin();
        if (closed) current.stop();
        for await (const entry of current) for (const listener of [...listeners]) listener(entry);
      } catch {
        // The failure shows in the health of the bucket.
      }
      if (!closed) await rest();
    }
  };
  const forget = bucket.onHealth(({ state }) => {
    if (state !== 'connected') return;
    current?.stop();
    cancelRetry();
    wake();
  });
  void follow();
  return {
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closed = true;
      forget();
      current?.stop();
      cancelRetry();
      wake();
    },
  };
}
