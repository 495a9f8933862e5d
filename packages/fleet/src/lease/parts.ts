import type { FleetEnvironment } from '../model/environment.js';
import type { LeaseEntry, LeaseTable } from '../model/lease-table.js';

/** Parts that the leases of one keeper share. */
export interface KeeperParts {
  readonly table: LeaseTable;
  readonly environment: FleetEnvironment;
  /** Taken off each right, for clocks that do not run equally fast. */
  readonly marginMs: number;
  readonly entry: (state: LeaseEntry['state']) => LeaseEntry;
  /** The part of all wanted leases that this process has, or is about to get: 0 to 1. */
  readonly share: () => number;
}
