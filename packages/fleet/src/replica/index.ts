export { createHouseReplica, type HouseReplica, type Replayed } from './house-replica.js';
export { type RecordedHouse, recordHouse } from './record-house.js';
export type { DescribedDevices, StateCalls, StateRecord } from './state-record.js';
