import { effect } from '@preact/signals';
import { type Connection, isLost } from '../connection/connection.js';
import type { Session } from './session.js';

/**
 * Asks who is signed in and what the gateway can do: at once, again when that failed and the connection is there, when it was
 * lost and is there again (the gateway may be another one), and when settings changed.
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
