import { type NatsConnection, NatsConnectionImpl } from '@nats-io/transport-node';

/** In milliseconds: bytes written to a connection that works are with the kernel long before. */
const FLUSH_MS = 1_000;

const systemTimer = (ms: number, run: () => void) => void setTimeout(run, ms).unref();

/**
 * Returns a listener for each status of a connection. The NATS client ends one that it has given up only when all that
 * it has written is with the kernel: a quarter of an hour where buffers are full and the other side has gone without a
 * word. Until then it does not report that there is no connection, and makes none.
 */
export function endStale(connection: NatsConnection, after = systemTimer): (type: string) => void {
  return (type) => {
    if (type !== 'staleConnection' && type !== 'forceReconnect') return;
    const transport = openTransportOf(connection);
    after(FLUSH_MS, () => void transport?.close());
  };
}

/** One that is being opened is none yet. */
function openTransportOf(connection: NatsConnection) {
  if (!(connection instanceof NatsConnectionImpl) || !connection.protocol.connected) return undefined;
  return connection.protocol.transport;
}
