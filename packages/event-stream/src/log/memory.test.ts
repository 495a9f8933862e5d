import { describe, expect, it } from 'vitest';
import { describeEventLog } from '../testing/event-log-suite.js';
import { createMemoryLog, createMemoryLogStore } from './memory.js';

describeEventLog({ describe, it, expect }, 'the memory log', () => {
  const store = createMemoryLogStore();
  return {
    reopen: (limits) => createMemoryLog(limits, store),
    abandon: () => {},
    dispose: () => {},
  };
});
