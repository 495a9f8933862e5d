export { selfSigned } from './certificate.js';
export { describeDescriptionCache } from './description-cache.js';
export type { TestFramework } from './framework.js';
export { createManualTime, type ManualTime } from './manual-time.js';
export { describeStateStore } from './state-store.js';
