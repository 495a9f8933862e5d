import type { BrokerEnvironment } from './broker.js';
import type { BrokerConnection, RefusedFilter } from './connection.js';
import type { Delivery } from './settings.js';

/** Options of a marker. */
export interface MarkerOptions {
  readonly topic: string;
  /** Distinguishes the sentinels of this gateway from those of another one at the same topic. */
  readonly id: string;
  readonly environment: Pick<BrokerEnvironment, 'wait'>;
}

/** Detects the end of the retained messages of a broker. */
export interface Marker {
  /** True for a sentinel. */
  take(delivery: Pick<Delivery, 'topic' | 'payload'>): boolean;
  /** To be called once for a connection, before its first mark. Resolves with the topic where the broker refuses it. */
  listen(connection: BrokerConnection): Promise<readonly RefusedFilter[]>;
  /**
   * Resolves with true when a sentinel has come back or the connection has ended, and with false after the time limit.
   */
  passed(connection: BrokerConnection, ended: AbortSignal): Promise<boolean>;
}

/** Time limit for a sentinel. Retained messages that come later are processed as well. */
export const SENTINEL_PATIENCE_MS = 10_000;

/**
 * Sentinels that the bridge publishes to itself, with QoS 1 as retained messages have. A broker that acknowledges a
 * subscription before it delivers the retained messages has queued these before the sentinel. The protocol does not
 * require this order; most brokers keep it.
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
      // A refusal and a missing acknowledgement both show as a sentinel that does not come back.
      connection.send({ topic, payload, qos: 1, retain: false }, () => {});
      const isBack = await Promise.race([
        back,
        environment.wait(SENTINEL_PATIENCE_MS, enough.signal).then(() => false),
      ]);
      enough.abort();
      expected = undefined;
      return isBack;
    },
  };
}
