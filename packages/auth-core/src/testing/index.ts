export type { OpenStores, TestFramework } from './framework.js';
export { describeSessionStore, sessionRecord } from './session-store.js';
export { describeAuthStores } from './stores.js';
export { describeTokenStore, tokenRecord } from './token-store.js';
export { describeUserStore, userRecord } from './user-store.js';
