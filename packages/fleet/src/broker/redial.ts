import type { NodeConnectionOptions } from '@nats-io/transport-node';

type Options = Pick<
  NodeConnectionOptions,
  'reconnectDelayHandler' | 'reconnectTimeWait' | 'reconnectJitter' | 'reconnectJitterTLS' | 'tls'
>;

const system = { wall: () => Date.now(), monotonic: () => performance.now(), random: () => Math.random() };

/**
 * How long the NATS client waits before it dials a server again, in milliseconds; as long as it does by default. It counts from the last dial by
 * the wall clock, and one that was set back by two hours would hold it up for two hours: that is taken off. A server that was
 * dialled since then counts by the new time, and must not be dialled without a pause, so it is taken off once in each wait.
 */
export function redialDelay(options: Options, { wall, monotonic, random } = system): () => number {
  const { tls, reconnectTimeWait = 2_000, reconnectJitter = 100, reconnectJitterTLS = 1_000 } = options;
  const jitter = tls ? reconnectJitterTLS : reconnectJitter;
  const waitAsEver = options.reconnectDelayHandler ?? (() => reconnectTimeWait + Math.floor(random() * (jitter + 1)));
  let furthest = Number.NEGATIVE_INFINITY;
  let takenOffAt = Number.NEGATIVE_INFINITY;
  return () => {
    const wait = waitAsEver();
    const now = monotonic();
    const ahead = wall() - now;
    furthest = Math.max(furthest, ahead);
    if (now - takenOffAt < wait) return wait;
    takenOffAt = now;
    return wait - (furthest - ahead);
  };
}
