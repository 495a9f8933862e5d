import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node';

type Way = Pick<NatsConnection, 'info' | 'getServer' | 'reconnect'>;

/** Decides when the server of this process is left: one that was cut off from the others keeps its clients. */
export interface Server {
  /** It does its work. */
  praise(): void;
  /** It does not. It is left when that has lasted, where there is another one. */
  doubt(): void;
  /** There is a connection again. */
  arrived(): void;
}

/** In milliseconds: an election of leaders, before which no other server does better, is over after nine seconds. */
const ELECTION_MS = 10_000;

export function watchServer(
  way: Way,
  { servers }: Pick<NodeConnectionOptions, 'servers'>,
  now: () => number = () => performance.now(),
): Server {
  const hasOthers = () => [servers ?? []].flat().length + (way.info?.connect_urls?.length ?? 0) > 1;
  let doubtedAt: number | undefined;
  let left = '';
  // Rejects where the connection was closed meanwhile.
  const leave = () => void way.reconnect().catch(() => {});
  return {
    praise() {
      doubtedAt = undefined;
    },
    doubt() {
      doubtedAt ??= now();
      if (now() - doubtedAt < ELECTION_MS || !hasOthers()) return;
      doubtedAt = undefined;
      left = way.getServer();
      leave();
    },
    arrived() {
      // The client tries the server that it was at first of all, where it was not made to leave one before.
      if (left === way.getServer()) leave();
      left = '';
    },
  };
}
