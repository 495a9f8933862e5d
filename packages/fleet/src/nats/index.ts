export { openCallWire } from './calls.js';
export { connectFleet, type FleetConnection, type FleetConnectionOptions } from './connect.js';
export { claimCentral, claimFleet } from './identity.js';
export { type NatsLeaseOptions, openLeaseTable } from './leases.js';
export { openPresence, type PresenceOptions } from './presence.js';
export { type NatsRequestOptions, openRequestTable } from './requests.js';
export { openSnapshots, type SnapshotOptions } from './snapshots.js';
