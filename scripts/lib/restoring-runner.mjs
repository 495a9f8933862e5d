// Files share a worker: a clock, a global or a spy that a file leaves replaced would stop the tests of a later one. A runner, because
// Node evaluates a module of `setupFiles` once in a worker, whose hooks are those of the first file.
import { TestRunner, vi } from 'vitest';

// biome-ignore lint/style/noDefaultExport: vitest takes the default export of a runner
export default class RestoringRunner extends TestRunner {
  onAfterRunFiles() {
    super.onAfterRunFiles();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  }
}
