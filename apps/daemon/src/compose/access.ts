import type { Auth, AuthStores } from '@ccu-gateway/auth-core';
import { type CentralDirectory, createCentralDirectory } from '@ccu-gateway/gateway-core/parts';
import { ccuLoginFindings } from '../access/ccu-login-finding.js';
import { openAccess } from '../access/open.js';
import { changeableOptions } from '../access/options.js';
import { createObstacleNotes } from '../access/setup-obstacles.js';
import type { WayInKeeper } from '../access/way-in.js';
import { type GatewayConfig, setupObstacles } from '../config/index.js';
import { lacksShared } from '../storage/store.js';
import type { Base } from './base.js';
import type { Data } from './data.js';
import type { HouseParts } from './house.js';

/** Access control. */
export interface AccessParts {
  readonly auth: Auth;
  readonly directory: CentralDirectory;
  /** Begins a check of all sessions and sockets. */
  readonly review: () => void;
  /** Options of access control that may change, as another configuration wants them. */
  readonly changeable: (config: GatewayConfig) => ReturnType<typeof changeableOptions>;
  /** Notes the settings that keep first-run setup closed. */
  readonly noteObstacles: () => Promise<void>;
}

export function createAccess(
  base: Base,
  data: Data,
  { centrals, site }: Pick<HouseParts, 'centrals' | 'site'>,
): AccessParts {
  const { time, log, lifecycle, repeat } = base;
  const { secrets, store, loaded, runtimeConfig, wayIn, watchClock } = data;
  const { config } = loaded;
  const review = () => {
    auth.review().catch((error) => log.warn('sessions could not be checked', { error }));
  };
  // Users that another CCU let in, or one that is not asked any more, have to sign in again.
  const directory = createCentralDirectory(config.centrals, review);
  const access = {
    loaded,
    stores: withKeptSettings(store, wayIn),
    audit: store.shared?.audit.sink,
    centrals,
    directory,
    loginElsewhere: site.loginElsewhere,
    configUsers: revealed(config.north.rest.auth.users),
    // Entries of the files may have been withdrawn in it.
    onlyConfigUsers: lacksShared(store),
    csrfKey: secrets.csrfKey,
    epochKey: secrets.epochKey,
    sessionMarkKey: data.sessionMarkKey,
    logger: log.child('auth'),
    clock: time,
  };
  data.health.check('ccu_login', () => {
    const { enabled, central } = runtimeConfig.current().north.rest.auth.ccu;
    return ccuLoginFindings({ centrals, directory }, { isEnabled: enabled ?? loaded.environment.ccuAddon, central });
  });
  const auth = openAccess(access);
  lifecycle.onClose('auth', () => auth.close());
  repeat('foreign changes', 500, () => auth.detectChanges());
  repeat('clock', 60_000, async () => watchClock());
  repeat('purge', 3_600_000, () => auth.purge());
  const noteObstacles = createObstacleNotes(store.storage?.facts, () => {
    const { supervised, ccuAddon } = loaded.environment;
    return setupObstacles(runtimeConfig.current(), {
      ccuLogin: ccuAddon,
      ingress: supervised,
      centrals: directory.entries(),
    });
  });
  repeat('setup obstacles', 60_000, noteObstacles);
  return { auth, directory, review, changeable: (next) => changeableOptions(next, access), noteObstacles };
}

/** Access control that reads the currently stored settings wherever it takes a credential away. */
function withKeptSettings(
  { stores, shared }: Pick<Data['store'], 'stores' | 'shared'>,
  wayIn: WayInKeeper,
): AuthStores {
  if (shared === undefined) return stores;
  return {
    ...stores,
    exclusively: (work) =>
      shared.exclusively((inside) => {
        // Those in memory, where none can be written.
        const sessions = stores.sessions.durable ? inside.auth.sessions : stores.sessions;
        return work({ ...inside.auth, sessions, keptSettings: () => wayIn.keptSettings(inside) });
      }),
  };
}

function revealed(users: Readonly<Record<string, { reveal(): string }>>): Record<string, string> {
  return Object.fromEntries(Object.entries(users).map(([name, password]) => [name, password.reveal()]));
}
