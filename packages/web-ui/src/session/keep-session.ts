import { effect } from '@preact/signals';
import { type Connection, isLost } from '../connection/connection.js';
import type { Session } from './session.js';

/**
 * Loads the identity and the capabilities of the gateway: at once, after a failure when the connection is there, after
 * a lost connection (the gateway may be another one), and after changed settings.
 */
export function keepSession(parts: {
  readonly session: Pick<Session, 'load'>;
  readonly connection: Pick<Connection, 'current' | 'onEvent'>;
}): void {
  const { session, connection } = parts;
  let failed = false;
  let wasLost = false;

  function load(): void {
    session.load().then(
      () => {
        failed = false;
      },
      () => {
        failed = true;
      },
    );
  }

  load();
  connection.onEvent(({ type }) => {
    if (type === 'config.changed') load();
  });
  effect(() => {
    const current = connection.current.value;
    if (isLost(current)) wasLost = true;
    if (current.state !== 'live' || !(failed || wasLost)) return;
    failed = false;
    wasLost = false;
    load();
  });
}
