import type { SharedStores, StorageClock } from '@ccu-gateway/storage';
import { createTurn } from '@ccu-gateway/storage/stores';
import { createAccountStores, type OwnWaysOn } from './auth/stores.js';
import type { Queries } from './database/queries.js';
import type { Session, Statements } from './database/session.js';
import { createCentralStore, createSectionStore } from './house/settings.js';

/**
 * Runs work in one transaction that holds the lock of access, so that its decision still holds when it is committed, on
 * all machines. A gateway that was stopped meanwhile has lost its connection, and with it the work.
 */
export function createExclusively(
  session: Session,
  { clock, ownWaysOn }: { readonly clock: StorageClock; readonly ownWaysOn: OwnWaysOn },
): SharedStores['exclusively'] {
  // Those of one process wait here and not with a connection of the pool.
  const inTurn = createTurn();
  return (work) =>
    inTurn(() =>
      session.transaction('access', (queries) => {
        const inside = within(queries);
        return work({
          auth: createAccountStores(inside, ownWaysOn),
          sections: createSectionStore(inside, clock),
          centrals: createCentralStore(inside, clock),
        });
      }),
    );
}

/** A nested transaction is part of the one around it; the lock of access is held already. */
function within(queries: Queries): Statements {
  return { ...queries, transaction: (_lock, work) => work(queries) };
}
