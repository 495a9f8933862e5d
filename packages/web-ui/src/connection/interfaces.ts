import type { Gateway } from '@ccu-gateway/client';
import type { HouseStore } from '../store/house-store.js';
import type { Connection, ConnectionOptions, FollowedEvent } from './connection.js';

const TOLD_BY: ReadonlySet<FollowedEvent['type']> = new Set([
  'connectivity.changed',
  'central.state_changed',
  'central.readiness_changed',
  'system.status_changed',
]);
const SETTLE_MS = 300;
/** Duty cycle and carrier sense change without an event. */
const LOOK_MS = 60_000;

/** Reads the interfaces again when something was said about them: the events tell of parts of their state only. */
export function keepInterfaces(parts: {
  readonly gateway: Pick<Gateway, 'call'>;
  readonly store: HouseStore;
  readonly connection: Connection;
  readonly timer: ConnectionOptions['timer'];
}): void {
  const { gateway, store, connection, timer } = parts;
  let cancel = timer(read, LOOK_MS);

  function read(): void {
    cancel();
    cancel = timer(read, LOOK_MS);
    // What fails is seen at the connection; the next look asks again.
    gateway.call('listInterfaces').then(store.setInterfaces, () => {});
  }

  connection.onEvent(({ type }) => {
    if (!TOLD_BY.has(type)) return;
    cancel();
    cancel = timer(read, SETTLE_MS);
  });
}
