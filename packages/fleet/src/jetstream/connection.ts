import type { SharedLogHealth } from '@ccu-gateway/event-stream';
import type { NatsConnection } from '@nats-io/transport-node';
import { endStale } from '../broker/stale.js';
import type { SharedLogRefusedError } from './errors.js';

/** Follows the state of a connection, and findings about the stream behind it. */
export interface Watched {
  health(): SharedLogHealth;
  isConnected(): boolean;
  onHealth(listener: (health: SharedLogHealth) => void): () => void;
  onReconnect(listener: () => void): () => void;
  accept(): void;
  /** No server answers, although there is a connection. */
  lose(reason: string): void;
  refuse(error: SharedLogRefusedError): void;
}

export function watchConnection(connection: NatsConnection): Watched {
  let health: SharedLogHealth = { state: 'connected' };
  let isConnected = true;
  const listeners = new Set<(health: SharedLogHealth) => void>();
  const reconnected = new Set<() => void>();
  const become = (next: SharedLogHealth) => {
    if (JSON.stringify(next) === JSON.stringify(health)) return;
    health = next;
    for (const listener of [...listeners]) listener(next);
  };
  const endsStale = endStale(connection);
  const watch = async () => {
    for await (const { type } of connection.status()) {
      endsStale(type);
      if (type === 'disconnect' || type === 'close') {
        isConnected = false;
        become({ state: 'outage', reason: 'no connection to the broker' });
      }
      if (type === 'reconnect') {
        isConnected = true;
        for (const listener of [...reconnected]) listener();
      }
    }
  };
  void watch();
  return {
    health: () => health,
    isConnected: () => isConnected,
    onHealth: (listener) => register(listeners, listener),
    onReconnect: (listener) => register(reconnected, listener),
    accept: () => become({ state: 'connected' }),
    lose: (reason) => become({ state: 'outage', reason }),
    refuse: ({ reason, remedy }) => become({ state: 'refused', reason, remedy }),
  };
}

/** Answers how to take it off again. */
export function register<Listener>(all: Set<Listener>, listener: Listener): () => void {
  all.add(listener);
  return () => all.delete(listener);
}
