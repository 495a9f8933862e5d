import type { AuthStores } from '../model/ports.js';
import type { OpenStores, TestFramework } from './framework.js';
import { describeGoodSourceStore } from './good-source-store.js';
import { describeSessionStore } from './session-store.js';
import { describeTokenStore } from './token-store.js';
import { describeUserStore } from './user-store.js';

/**
 * Contract suite for sets of stores: users, sessions, tokens and good sources, with one change counter.
 *
 * @example
 * describeAuthStores({ describe, it, expect }, 'in my database', async () => ({ stores: openMyStores(), close: () => {} }));
 */
export function describeAuthStores(framework: TestFramework, name: string, make: OpenStores<AuthStores>): void {
  describeUserStore(framework, name, make);
  describeSessionStore(framework, name, make);
  describeTokenStore(framework, name, make);
  describeGoodSourceStore(framework, name, make);
}
