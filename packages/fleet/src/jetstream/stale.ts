import type { Socket } from 'node:net';
import type { NatsConnection } from '@nats-io/transport-node';

/** In milliseconds: what is written to a way that works is with the kernel long before. */
const FLUSH_MS = 1_000;

/**
 * To be told of each status of a connection. The NATS client ends one that it has given up only when all that it has written is with
 * the kernel: a quarter of an hour where buffers are full and the other side has gone without a word. Until then it does not
 * say that there is no connection, and makes none.
 */
export function endStale(connection: NatsConnection): (type: string) => void {
  return (type) => {
    if (type !== 'staleConnection' && type !== 'forceReconnect') return;
    const socket = openSocketOf(connection);
    setTimeout(() => socket?.destroy(), FLUSH_MS).unref();
  };
}

/** What the client has no public names for. One that is being opened is none yet. */
interface Inside {
  readonly protocol?: { readonly connected?: boolean; readonly transport?: { readonly socket?: Socket } };
}

function openSocketOf(connection: NatsConnection): Socket | undefined {
  const { protocol } = connection as Inside;
  return protocol?.connected === true ? protocol.transport?.socket : undefined;
}
