const PARTS = 1_000;
/** Thousandths below this are exact integers. */
const MAX_PARTS = 2 ** 52;

/**
 * Sum of two numbers. Of numbers with at most three decimals it is exact, so that their order does not matter; it is the
 * greatest number where it would be infinite.
 *
 * @example
 * addUp(0.1, 0.2); // 0.3
 */
export function addUp(one: number, other: number): number {
  const [first, second] = [Math.round(one * PARTS), Math.round(other * PARTS)];
  const isExact =
    Math.abs(first) < MAX_PARTS && Math.abs(second) < MAX_PARTS && first / PARTS === one && second / PARTS === other;
  return isExact ? (first + second) / PARTS : finite(one + other);
}

const finite = (value: number) => Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, value));

/**
 * Mean of samples with this sum; never outside of their extremes, also where the sum was too large.
 *
 * @example
 * meanOf({ sum: 3, count: 2, min: 1, max: 2 }); // 1.5
 */
export function meanOf(samples: {
  readonly sum: number;
  readonly count: number;
  readonly min: number;
  readonly max: number;
}): number {
  return Math.min(samples.max, Math.max(samples.min, samples.sum / samples.count));
}
