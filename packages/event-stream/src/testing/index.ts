export { describeEventLog, type LogHarness, type LogLimits, type TestFramework } from './event-log-suite.js';
