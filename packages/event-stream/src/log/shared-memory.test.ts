import { describe, expect, it } from 'vitest';
import { describeSharedLog } from '../testing/shared-log-suite.js';
import { createSharedMemoryLog, createSharedMemoryStore } from './shared-memory.js';

describeSharedLog({ describe, it, expect }, 'the shared log in memory', () => {
  let epoch = 1;
  const store = createSharedMemoryStore(String(epoch));
  return {
    open: (limits) => createSharedMemoryLog(store, limits),
    recreate() {
      epoch += 1;
      Object.assign(store, { ...createSharedMemoryStore(String(epoch)), listeners: store.listeners });
    },
    copy() {
      const { records, lastSeq, ids, fences } = structuredClone({ ...store, listeners: undefined });
      return () => {
        Object.assign(store, { records, lastSeq, ids, fences });
        for (const listener of [...store.listeners]) listener();
      };
    },
    dispose: () => {},
  };
});
