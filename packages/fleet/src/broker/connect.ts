import { connect, credsAuthenticator, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import { redialDelay } from './redial.js';

/** Where the servers are, and how a process signs in. */
export interface ServerOptions {
  /** Servers, TLS and credentials, as the NATS client takes them. It reconnects for ever. */
  readonly connection: NodeConnectionOptions;
  /** The content of a credentials file (JWT and NKey), as `nsc` makes it. */
  readonly credentials?: Uint8Array;
}

/**
 * One that takes connections and is silent must not keep others from being asked. A stack of each request, for its error, brings nothing
 * more, and takes a tenth of the cost of an event.
 */
const settings = { maxPingOut: 2, timeout: 5_000, noAsyncTraces: true };

/**
 * Connects, and goes on to reconnect for ever. By default two refusals end the client for good, also where the servers
 * were given wrong users for a second. A client that goes on also does so before it was ever let in, where servers name
 * each other: another client first finds out that they let it in. A server is given up after two pings without an
 * answer, one each `pingInterval` milliseconds.
 */
export async function connectForGood(
  { connection, credentials }: ServerOptions,
  pingInterval: number,
): Promise<NatsConnection> {
  const options = {
    ...{ ...settings, pingInterval, ...connection },
    ...(credentials && { authenticator: credsAuthenticator(credentials) }),
  };
  const first = await connect(options);
  await first.close();
  const reconnectDelayHandler = redialDelay(options);
  return await connect({ ...options, reconnectDelayHandler, ignoreAuthErrorAbort: true, maxReconnectAttempts: -1 });
}
