export { connectFleet, type FleetConnection, type FleetConnectionOptions } from './connect.js';
export { type NatsLeaseOptions, openLeaseTable } from './leases.js';
