import type { BrokerConnection } from '../broker/connection.js';
import { centralOf } from './object-id.js';

export interface MovedDiscoveryOptions {
  /** First levels of the native tree. */
  readonly prefix: string;
  /** Retained topic with the prefix of the discovery messages. */
  readonly note: string;
  /** Current prefix; undefined where discovery is disabled. */
  readonly current: string | undefined;
  /** True for a CCU of this gateway. */
  readonly isOurs: (central: string) => boolean;
  readonly remove: (topic: string) => void;
}

/** Removes the discovery messages at a prefix that is not used any more. The broker itself stores the old prefix. */
export interface MovedDiscovery {
  /** True for a message of this kind. */
  take(delivery: { readonly topic: string; readonly payload: Buffer; readonly retained: boolean }): boolean;
  /**
   * Called after `note` was subscribed to and everything was published. `delivered` resolves when the broker has
   * delivered its retained messages and nothing waits to be sent.
   */
  finish(connection: BrokerConnection, delivered: () => Promise<void>): Promise<void>;
}

export function createMovedDiscovery(options: MovedDiscoveryOptions): MovedDiscovery {
  const { prefix, note, current, isOurs, remove } = options;
  let before: string | undefined;

  return {
    take({ topic, payload, retained }) {
      if (topic === note) {
        const text = payload.toString();
        if (retained) before = /^[^+#\0]{1,128}$/.test(text) ? text : undefined;
        return true;
      }
      if (before === undefined || before === current || !topic.startsWith(`${before}/device/`)) return false;
      const central = centralOf(topic, before, prefix);
      if (retained && payload.length > 0 && central !== undefined && isOurs(central)) remove(topic);
      return true;
    },
    async finish(connection, delivered) {
      const old = before;
      if (old === current) return;
      if (old !== undefined) {
        const filters = [`${old}/device/+/config`];
        await connection.subscribe(filters, { retained: true });
        await delivered();
        if (!connection.isOpen()) return;
        await connection.unsubscribe(filters);
      }
      if (!connection.isOpen()) return;
      await connection.publish({ topic: note, payload: current ?? '', qos: 1, retain: true });
      before = current;
    },
  };
}
