import type { DataPointSummary, Missing, Scope } from '@ccu-gateway/device-model';
import { GatewayError } from '../errors.js';
import type { House } from '../ports.js';

const MAX_QUERIES = 1000;

export interface ValueQuery {
  readonly address: string;
  readonly channel: number;
  readonly parameter: string;
}

export interface ValueResult extends ValueQuery {
  readonly summary?: DataPointSummary;
  /** A stable text; the others are answered all the same. */
  readonly error?: string;
}

const messages: Readonly<Partial<Record<Missing, string>>> = {
  device: 'device not found',
  channel: 'channel not found',
  parameter: 'parameter not found',
};

/** Reads many data points. One that does not exist costs only itself. */
export function readMany(house: House, scope: Scope, queries: readonly ValueQuery[]): readonly ValueResult[] {
  if (queries.length === 0 || queries.length > MAX_QUERIES) {
    throw new GatewayError('unprocessable', `Between 1 and ${MAX_QUERIES} queries are answered at once`, {
      reason: 'batch_size',
      errors: [{ field: 'queries', reason: 'wrong number of queries', min: 1, max: MAX_QUERIES }],
    });
  }
  return queries.map((query) => {
    const result = house.dataPoint({ ...scope, ...query });
    if (result.ok) return { ...query, summary: result.value };
    if (result.code === 'conflict') return { ...query, error: 'central required' };
    return { ...query, error: messages[result.what] ?? 'not found' };
  });
}
