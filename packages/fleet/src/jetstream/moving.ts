import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node';

/** Decides when a server is left that takes connections and does nothing else. */
export interface Mover {
  /** The server does its work. */
  stay(): void;
  /** The server does not. It is left when that has lasted, where there is another one. */
  moveOn(): void;
  /** There is a connection again. */
  arrive(): void;
}

/** In milliseconds. Servers that elect a leader need up to nine seconds: no other server has one before. */
const PATIENCE_MS = 10_000;

/** A server that was cut off from the others keeps its clients, who would wait with it for the end of the cut. */
export function createMover(
  connection: Pick<NatsConnection, 'info' | 'getServer' | 'reconnect'>,
  { servers }: Pick<NodeConnectionOptions, 'servers'>,
  now: () => number = () => performance.now(),
): Mover {
  const hasOthers = () => [servers ?? []].flat().length + (connection.info?.connect_urls?.length ?? 0) > 1;
  // Rejects where the connection was closed meanwhile.
  const leave = () => void connection.reconnect().catch(() => {});
  let since: number | undefined;
  let left: string | undefined;
  return {
    stay() {
      since = undefined;
    },
    moveOn() {
      since ??= now();
      if (now() - since < PATIENCE_MS || !hasOthers()) return;
      since = undefined;
      left = connection.getServer();
      leave();
    },
    arrive() {
      // The client tries the server that it was at first of all, where it was not made to leave one before.
      const isBack = left === connection.getServer();
      left = undefined;
      if (isBack) leave();
    },
  };
}
