export { mergeRollUps } from '../history/rolled/fold.js';
export { rollUp } from '../history/rolled/roll-up.js';
export { doctorCases, silentGateway } from './doctor-cases.js';
export { describeHistoryStore, type HistoryHarness, type TestFramework } from './history-store-suite.js';
export { createMemoryHistoryStore } from './memory-history-store.js';
