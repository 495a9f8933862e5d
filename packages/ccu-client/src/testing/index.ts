export { createRadioBudget, type RadioBudget } from '../radio/budget.js';
export type { WriterDeps } from '../write/parts.js';
export { createWriter, type Writer } from '../write/writer.js';
export { selfSigned } from './certificate.js';
export { describeDescriptionCache } from './description-cache.js';
export type { TestFramework } from './framework.js';
export { createManualTime, type ManualTime } from './manual-time.js';
export { describeStateStore } from './state-store.js';
