/** What a number may be, as far as the CCU says it. */
interface Bounded {
  readonly isWhole: boolean;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

const LARGEST_WHOLE = 2 ** 31 - 1;
const LARGEST = 1_000_000_000;

/**
 * Bounds of an entity. Home Assistant takes 1 to 100 where none are said, refuses values outside of them, and refuses an entity
 * whose highest value is not above its lowest.
 */
export function boundsOf({ isWhole, min, max }: Bounded): { readonly min: number; readonly max: number } {
  const widest = isWhole ? LARGEST_WHOLE : LARGEST;
  const bounds = { min: min ?? Math.min(-widest, 2 * (max ?? 0)), max: max ?? Math.max(widest, 2 * (min ?? 0)) };
  // A CCU that names the same twice says nothing.
  return bounds.min < bounds.max ? bounds : { min: -widest, max: widest };
}
