import type { BrokerEnvironment } from './broker.js';
import type { BrokerConnection, RefusedFilter } from './connection.js';
import type { Delivery } from './settings.js';

/** What marks are sent by. */
export interface MarkerOptions {
  readonly topic: string;
  /** Tells the marks of this gateway from those of another one at the same topic. */
  readonly id: string;
  readonly environment: Pick<BrokerEnvironment, 'wait'>;
}

/** Tells when a broker has delivered what it had to deliver. */
export interface Marker {
  /** Whether it was a mark. */
  take(delivery: Pick<Delivery, 'topic' | 'payload'>): boolean;
  /** To be called once for a connection, before its first mark. Resolves with the topic where the broker refuses it. */
  listen(connection: BrokerConnection): Promise<readonly RefusedFilter[]>;
  /** Resolves when a mark has come back, or when the connection has ended; with false where it did not come back in time. */
  passed(connection: BrokerConnection, ended: AbortSignal): Promise<boolean>;
}

/** How long a mark is waited for. What a broker delivers after that is heeded as well, only later. */
const PATIENCE_MS = 10_000;

/**
 * Marks that the bridge publishes to itself, of quality 1 as what is kept: a broker that answers a subscription before it
 * delivers what it keeps has put that in line before the mark. No broker has to; most do.
 */
export function createMarker({ topic, id, environment }: MarkerOptions): Marker {
  let count = 0;
  let isHeard = true;
  let expected: { readonly payload: string; readonly came: () => void } | undefined;

  return {
    take(delivery) {
      if (delivery.topic !== topic) return false;
      if (delivery.payload.toString() === expected?.payload) expected.came();
      return true;
    },
    async listen(connection) {
      const refused = await connection.subscribe([topic], { retained: false, own: true });
      isHeard = refused.length === 0;
      return refused;
    },
    async passed(connection, ended) {
      if (!isHeard) return false;
      count += 1;
      const payload = `${id} ${count}`;
      const enough = new AbortController();
      const back = new Promise<boolean>((resolve) => {
        expected = { payload, came: () => resolve(true) };
        ended.addEventListener('abort', () => resolve(true), { once: true });
        if (ended.aborted) resolve(true);
      });
      // Refused, or not acknowledged before the end of the connection: both are told by what does not come back.
      connection.send({ topic, payload, qos: 1, retain: false }, () => {});
      const isBack = await Promise.race([back, environment.wait(PATIENCE_MS, enough.signal).then(() => false)]);
      enough.abort();
      expected = undefined;
      return isBack;
    },
  };
}
