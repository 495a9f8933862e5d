/** Range of a number, as far as the CCU describes it. */
interface Bounded {
  readonly isWhole: boolean;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

const LARGEST_WHOLE = 2 ** 31 - 1;
const LARGEST = 1_000_000_000;

/**
 * Bounds of an entity. Without any, Home Assistant uses 1 to 100. It refuses values outside of them, and an entity with
 * a maximum that is not above its minimum.
 */
export function boundsOf({ isWhole, min, max }: Bounded): { readonly min: number; readonly max: number } {
  const widest = isWhole ? LARGEST_WHOLE : LARGEST;
  const bounds = { min: min ?? Math.min(-widest, 2 * (max ?? 0)), max: max ?? Math.max(widest, 2 * (min ?? 0)) };
  // Two equal bounds of a CCU have no meaning.
  return bounds.min < bounds.max ? bounds : { min: -widest, max: widest };
}
