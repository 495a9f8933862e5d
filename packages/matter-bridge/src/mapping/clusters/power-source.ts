import { finite, truth, whole } from '../numbers.js';
import type { ClusterPlan, DataPointRef, ValueReader } from '../plan.js';
import { cluster } from './cluster.js';

/** Data points of a battery. */
export interface Battery {
  /** Each is true when the battery should be replaced. */
  readonly low: readonly DataPointRef[];
  /** Remaining charge, with the value of a full battery. */
  readonly level: { readonly of: DataPointRef; readonly full: number } | undefined;
}

const ACTIVE = 1;
const OK = 0;
const WARNING = 1;
/** Matter counts the remaining charge in halves of a percent. */
const FULL = 200;

function isLow(values: ValueReader, low: readonly DataPointRef[]): boolean | undefined {
  const answers = low.map((each) => truth(values.value(each)));
  return answers.every((answer) => answer === undefined) ? undefined : answers.includes(true);
}

/** The battery of a device. */
export function powerSource({ low, level }: Battery): ClusterPlan {
  return cluster('PowerSource', {
    features: ['Battery'],
    fixed: { status: ACTIVE, order: 0, description: 'Battery', batReplaceability: 0 },
    initial: {
      batChargeLevel: OK,
      batReplacementNeeded: false,
      ...(level === undefined ? {} : { batPercentRemaining: null }),
    },
    attributes(values) {
      const empty = isLow(values, low);
      const left = level === undefined ? undefined : finite(values.value(level.of));
      return {
        ...(empty === undefined ? {} : { batChargeLevel: empty ? WARNING : OK, batReplacementNeeded: empty }),
        ...(left === undefined || level === undefined || left < 0
          ? {}
          : { batPercentRemaining: whole((left / level.full) * FULL, 0, FULL) }),
      };
    },
  });
}
