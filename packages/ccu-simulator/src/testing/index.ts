export { type Authority, createAuthority, createSelfSigned, type SelfSigned } from './certificate.js';
export { type CallbackListener, type HeardCall, listenForCallbacks } from './listener.js';
export { createManualTime, type ManualTime } from './manual-time.js';
export { type QuietSimulatorOptions, startQuietSimulator, type TruthEntry, truth } from './quiet.js';
export { until } from './until.js';
