import { afterAll, vi } from 'vitest';

// Files share a worker: a clock, a global or a spy that a file leaves replaced stops the tests of a later one.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
