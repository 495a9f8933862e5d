export { createDataFile, type DataFileOf } from './data-file.js';
export { describeSharedStores } from './shared-suite.js';
export type { OpenSharedWorld, SharedWorld } from './world.js';
