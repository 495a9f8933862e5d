import type { ProblemPeriod } from '@ccu-gateway/contract/types';
import type { Clock, House } from '../../ports/house.js';
import type { ProblemTimes } from '../../ports/problem-times.js';
import { knownScope } from '../../use-case/choose.js';
import { toTimestamp } from '../../use-case/timestamp.js';
import { rangeOf } from './history.js';

/** Ports of the use case that reads the times of problems. */
export interface ProblemTimesReading {
  readonly house: House;
  readonly problemTimes: Pick<ProblemTimes, 'query'>;
  readonly clock: Clock;
}

/** Request for the times of problems. Times are milliseconds since the Unix epoch. */
export interface ProblemTimesRequest {
  readonly central?: string | undefined;
  /** Address of a device. */
  readonly device?: string | undefined;
  /** Inclusive. Default: 30 days before `to`. */
  readonly from?: number | undefined;
  /** Exclusive. Default: now. */
  readonly to?: number | undefined;
  readonly limit: number;
}

const DAYS_30_MS = 30 * 86_400_000;

/**
 * Problems that lasted in a time, with their beginning and their end; the last begun first. Role `viewer`.
 *
 * @throws GatewayError `validation` for a range that ends before it begins, `not_found` for an unknown CCU,
 * `service_unready` without storage
 * @example
 * const times = await core.as(caller).problems.times({ limit: 100 });
 */
export async function readProblemTimes(
  { house, problemTimes, clock }: ProblemTimesReading,
  { from, to, device, limit, ...scope }: ProblemTimesRequest,
): Promise<readonly ProblemPeriod[]> {
  const now = clock.now();
  const range = rangeOf({ from: from ?? (to ?? now) - DAYS_30_MS, to }, now);
  const { central } = knownScope(house, scope);
  const found = await problemTimes.query({ ...range, central, device, limit });
  return found.map(({ problem, beganAt, endedAt }) => ({
    problem,
    began_at: toTimestamp(beganAt),
    ...(endedAt === undefined ? {} : { ended_at: toTimestamp(endedAt) }),
  }));
}
