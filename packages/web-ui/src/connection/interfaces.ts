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
/** Duty cycle and carrier sense change without an event. The gateway measures them some time after its first events. */
const FIRST_LOOK_MS = 1_000;
const LOOK_MS = 60_000;

/** Reads the interfaces again after each event about them, because the events carry only parts of their state. */
export function keepInterfaces(parts: {
  readonly gateway: Pick<Gateway, 'call'>;
  readonly store: HouseStore;
  readonly connection: Pick<Connection, 'onEvent'>;
  readonly timer: ConnectionOptions['timer'];
}): void {
  const { gateway, store, connection, timer } = parts;
  let cancel = () => {};

  /** Reads again after a while, then after twice that time, up to the usual interval. */
  function lookAfter(delayMs: number, nextMs = delayMs * 2): void {
    cancel();
    cancel = timer(() => {
      lookAfter(Math.min(nextMs, LOOK_MS));
      // A failure shows at the connection; the next read tries again.
      gateway.call('listInterfaces').then(store.setInterfaces, () => {});
    }, delayMs);
  }

  lookAfter(FIRST_LOOK_MS);
  connection.onEvent(({ type }) => {
    if (TOLD_BY.has(type)) lookAfter(SETTLE_MS, FIRST_LOOK_MS);
  });
}
