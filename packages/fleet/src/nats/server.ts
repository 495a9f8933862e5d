import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node';

type Way = Pick<NatsConnection, 'info' | 'getServer' | 'reconnect'>;

/** What buckets say of the server that this process is at: one that was cut off from the others keeps its clients. */
export interface Server {
  /** It does its work. */
  praise(): void;
  /** It does not. It is left when all that are asked of it have said so for a while, where there is another one. */
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
  const configured = [servers ?? []].flat().length;
  let doubtedAt: number | undefined;
  let left = '';
  const leave = () => void way.reconnect().catch(() => {});
  return {
    praise() {
      doubtedAt = undefined;
    },
    doubt() {
      const others = configured - 1 + (way.info?.connect_urls?.length ?? 0);
      doubtedAt ??= now();
      if (others === 0 || now() - doubtedAt < ELECTION_MS) return;
      doubtedAt = undefined;
      left = way.getServer();
      leave();
    },
    arrived() {
      // The client begins with the server that it was at.
      if (left === way.getServer()) leave();
      left = '';
    },
  };
}
