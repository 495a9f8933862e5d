export { describeEventLog, type LogHarness, type LogLimits } from './event-log-suite.js';
export type { TestFramework } from './harness.js';
export { describeSharedLog, type SharedLogHarness } from './shared-log-suite.js';
export { connectClient, type SeenFrame, type TestClient } from './world.js';
