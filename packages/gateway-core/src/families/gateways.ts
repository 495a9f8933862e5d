import type { GatewaysReport } from '@ccu-gateway/contract/types';
import type { GatewaysView } from '../ports/gateways.js';
import type { Caller } from '../use-case/caller.js';
import { useCase } from '../use-case/use-case.js';

/** Port of the use case that shows several gateways. */
export interface GatewaysReading {
  /** Absent where this gateway is alone. */
  readonly gateways?: GatewaysView;
}

/**
 * The installation as this gateway sees it: the other gateways, the holder of each CCU, its own copies, broker and log. Role
 * `admin`, because addresses of machines are in it; not audited.
 *
 * @example
 * const report = await core.as(caller).diagnostics.gateways();
 */
export const readGateways = useCase(
  'admin',
  async ({ gateways }: GatewaysReading, _caller: Caller): Promise<GatewaysReport> =>
    (await gateways?.report()) ?? { enabled: false },
);
