import type { BatchResult } from '@ccu-gateway/contract/types';
import type { Scope, ValueQuery } from '@ccu-gateway/device-model';
import type { DeviceModel } from '../ports/house.js';
import { GatewayError } from '../use-case/errors.js';

const MAX_QUERIES = 1000;

/**
 * Reads many data points. One that does not exist, or is hidden, costs only itself.
 *
 * @throws GatewayError `unprocessable` (reason `batch_size`) for none or more than 1 000
 * @example
 * const query = { address: '0001D3C99C0001', channel: 3, parameter: 'STATE' };
 * const [result] = readMany(ports.devices, {}, [query]);
 */
export function readMany(
  devices: Pick<DeviceModel, 'readBatch'>,
  scope: Scope,
  queries: readonly ValueQuery[],
): readonly BatchResult[] {
  if (queries.length === 0 || queries.length > MAX_QUERIES) {
    throw new GatewayError('unprocessable', `Between 1 and ${MAX_QUERIES} queries are answered at once`, {
      reason: 'batch_size',
      errors: [{ field: 'queries', reason: 'wrong number of queries', min: 1, max: MAX_QUERIES }],
    });
  }
  return devices.readBatch(queries, scope);
}
