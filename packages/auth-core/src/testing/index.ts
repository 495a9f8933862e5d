export { type Canary, createCanary } from './canary.js';
export { createFakeClock, type FakeClock } from './clock.js';
export { describeFlowStore } from './flow-store.js';
export type { OpenStores, TestFramework } from './framework.js';
export {
  type BrowserSession,
  basic,
  bearer,
  browserWith,
  describeRequest,
  gatewayHost,
  type RequestInput,
  readSetCookie,
} from './requests.js';
export { type ReverseProxy, type ReverseProxyOptions, startReverseProxy } from './reverse-proxy.js';
export { describeSessionStore, sessionRecord } from './session-store.js';
export { describeAuthStores } from './stores.js';
export { neverLocks } from './throttle.js';
export { describeTokenStore, tokenRecord } from './token-store.js';
export { describeUserStore, userRecord } from './user-store.js';
export {
  type AuthWorld,
  type FixtureUser,
  type LogLine,
  passwords,
  startAuthWorld,
  type WorldOptions,
} from './world.js';
