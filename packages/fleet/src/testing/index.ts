export { type Act, judgeActs } from './acts.js';
export { type CallHarness, describeCalls } from './call-suite.js';
export { createDrivenTime, type DrivenTime } from './driven-time.js';
export type { TestFramework } from './framework.js';
export { describeLeases, type LeaseHarness, type LeaseProcess, type LeaseSubject } from './lease-suite.js';
