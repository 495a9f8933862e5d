export type * from './alarm.js';
export type * from './bridges.js';
export type { DeepReadonly } from './deep-readonly.js';
export type * from './devices.js';
export type * from './gateway.js';
export type * from './hub.js';
export type * from './problems.js';
export type * from './records.js';
export type * from './security.js';
