export { openPush, type PushDevice, type PushDevices, type PushOptions, type PushRecords } from './devices.js';
export { type Subscription, subscriptionFaults } from './subscription.js';
export type { Vapid } from './vapid.js';
