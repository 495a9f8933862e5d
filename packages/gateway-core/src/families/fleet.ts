import type { FleetReport } from '@ccu-gateway/contract/types';
import type { FleetView } from '../ports/fleet.js';
import type { Caller } from '../use-case/caller.js';
import { useCase } from '../use-case/use-case.js';

/** Port of the use case that shows a fleet. */
export interface FleetReading {
  /** Absent where this gateway is alone. */
  readonly fleet?: FleetView;
}

/**
 * The fleet as this gateway sees it: the other gateways, the holder of each CCU, its own copies, broker and log. Role
 * `admin`, because addresses of machines are in it; not audited.
 *
 * @example
 * const { enabled, fleet } = await core.as(caller).diagnostics.fleet();
 */
export const readFleet = useCase('admin', async ({ fleet }: FleetReading, _caller: Caller): Promise<FleetReport> => {
  return fleet === undefined ? { enabled: false } : { enabled: true, fleet: await fleet.status() };
});
