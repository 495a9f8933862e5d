import { GatewayError } from '@ccu-gateway/gateway-core';
import type { CentralDirectory } from '@ccu-gateway/gateway-core/parts';
import { OUTCOME_UNKNOWN } from '@ccu-gateway/gateway-core/use-cases';
import type { CentralConfig } from '../config/index.js';
import type { Log } from '../log/log.js';
import { gather } from '../time/gather.js';
import type { Time } from '../time/time.js';
import type { Centrals } from './centrals.js';

/** After a crash each of its CCUs tells that something is missing; what may be among that is looked at once for all of them. */
export const LOSS_PAUSE_MS = 1_000;
/** What could not be read is read again after this. */
export const UNREAD_PAUSE_MS = 5_000;

/** Whether it passes by itself; what cannot be in force here stays so. */
export const isUnread = (error: unknown) =>
  error instanceof GatewayError && (error.code === 'service_unready' || error.details.reason === OUTCOME_UNKNOWN);

export interface FollowedCentrals {
  readonly administration: { inForce(): Promise<readonly CentralConfig[]> };
  readonly directory: Pick<CentralDirectory, 'load'>;
  readonly centrals: Pick<Centrals, 'add' | 'change' | 'remove' | 'names'>;
}

/** Looks which CCUs are kept, and adds, changes and removes them here. */
export interface CentralsLook {
  now(): Promise<void>;
  /** Once for all that ask for it within a while. */
  soon(): void;
  stop(): void;
}

/**
 * Looks one after the other, and again until what is kept could be read.
 *
 * @example
 * const look = createCentralsLook({ administration, directory, centrals }, time, log);
 * look.soon();
 */
export function createCentralsLook(
  followed: FollowedCentrals,
  time: Pick<Time, 'after'>,
  log: Pick<Log, 'error'>,
): CentralsLook {
  let isStopped = false;
  let turn: Promise<void> = Promise.resolve();
  const now = () => {
    turn = turn
      .then(() => (isStopped ? undefined : takeOverCentrals(followed)))
      .catch((error: unknown) => {
        log.error('the stored CCUs could not be read', { event: 'centrals.unread', error });
        if (isUnread(error)) later();
      });
    return turn;
  };
  const later = gather(time, UNREAD_PAUSE_MS, now);
  return {
    now,
    soon: gather(time, LOSS_PAUSE_MS, now),
    stop() {
      isStopped = true;
    },
  };
}

async function takeOverCentrals({ administration, directory, centrals }: FollowedCentrals): Promise<void> {
  const inForce = await administration.inForce();
  const enabled = inForce.filter((each) => each.enabled);
  const names = new Set(enabled.map(({ name }) => name));
  // At once: each change that it tells of has everything looked at that stands on a CCU.
  directory.load(inForce);
  for (const name of centrals.names()) if (!names.has(name)) await centrals.remove(name);
  for (const central of enabled) {
    // Asked for each: a caller may have added it while those before it were changed.
    if (centrals.names().includes(central.name)) await centrals.change(central);
    else centrals.add(central);
  }
}
