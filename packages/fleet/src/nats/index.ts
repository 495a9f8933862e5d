export { openCallWire } from './calls.js';
export { connectFleet, type FleetConnection, type FleetConnectionOptions } from './connect.js';
export { type NatsLeaseOptions, openLeaseTable } from './leases.js';
