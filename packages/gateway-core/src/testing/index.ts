export { doctorCases, silentGateway } from './doctor-cases.js';
export { describeHistoryStore, type HistoryHarness, type TestFramework } from './history-store-suite.js';
export { createMemoryHistoryStore } from './memory-history-store.js';
