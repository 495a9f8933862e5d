export { callHolder, type HolderCall, whileHolding } from './calls/holder.js';
export { createMemoryWire } from './calls/memory.js';
export { type CallsOptions, openCalls } from './calls/open.js';
export { type HeardHolder, type HeardHolders, hearHolders } from './lease/heard.js';
export { type LeaseKeeperOptions, openLeaseKeeper } from './lease/keeper.js';
export { createMemoryLeases, type MemoryLeases } from './lease/memory.js';
export {
  type CallContext,
  CallError,
  type CallErrorCode,
  type CallFailure,
  type CallHandler,
  type CallOptions,
  type Calls,
  type CallWire,
  RemoteCallError,
} from './model/calls.js';
export type { FleetEnvironment } from './model/environment.js';
export { FleetRefusedError } from './model/errors.js';
export type { FleetHealth } from './model/health.js';
export type { Lease, LeaseEvent, LeaseKeeper, LeaseLostReason, Term } from './model/lease.js';
export type { LeaseEntry, LeaseRecord, LeaseTable } from './model/lease-table.js';
export type { Member, MemberInfo, Presence } from './model/presence.js';
export type { BegunRequest, NotedRequest, RequestTable } from './model/requests.js';
export type { Snapshot, SnapshotStore } from './model/snapshots.js';
export { systemEnvironment } from './time/system.js';
