import { describe, expect, it } from 'vitest';
import { describeHistoryStore } from './history-store-suite.js';
import { createMemoryHistoryStore } from './memory-history-store.js';

describeHistoryStore({ describe, it, expect }, 'the history in memory, like every history', () => ({
  store: createMemoryHistoryStore(),
  dispose: () => undefined,
}));
