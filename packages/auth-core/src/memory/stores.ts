import type { AuthStores } from '../model/ports.js';
import { createMemoryFlows } from './flows.js';
import { createMemoryGoodSources } from './good-sources.js';
import { createMemorySessions } from './sessions.js';
import { createMemorySetupCode } from './setup-code.js';
import { createMemoryTokens } from './tokens.js';
import { createMemoryUsers } from './users.js';

/**
 * All stores in memory: for tests, for gateways without a database, and as the fallback when one cannot be opened.
 *
 * @example
 * const auth = createAuth({ roleChecks: 'enforced', stores: createMemoryStores() });
 */
export function createMemoryStores(): AuthStores {
  let writes = 0;
  const wrote = () => {
    writes += 1;
  };
  const { store: tokens, hasAdminToken } = createMemoryTokens(wrote);
  const users = createMemoryUsers(wrote, hasAdminToken);
  const sessions = createMemorySessions(wrote);
  let before: Promise<unknown> = Promise.resolve();
  return {
    tokens,
    users,
    sessions,
    goodSources: createMemoryGoodSources(),
    flows: createMemoryFlows(),
    setupCode: createMemorySetupCode(),
    changes: { current: async () => writes },
    exclusively(work) {
      const mine = before.then(() => work({ users, sessions, tokens }));
      before = mine.catch(() => undefined);
      return mine;
    },
  };
}
