/** Rem between two columns. */
const GAP = 1;
/** Rem that a flexible column keeps where fixed ones would take all. */
const KEPT = 6;

/**
 * Tracks of a grid that never overflow it. Where the columns need more than there is, flexible ones shrink; fixed ones
 * shrink only where the flexible ones would get less than a word.
 *
 * @example
 * tracksOf(['minmax(10rem, 2fr)', '8rem']);
 */
export function tracksOf(widths: readonly string[]): string {
  const tracks = widths.map((width) => {
    const [, least = width, most] = /^minmax\(([^,]+), (.+)\)$/.exec(width) ?? [];
    return { rem: Number.parseFloat(least), most };
  });
  const sum = (list: typeof tracks) => list.reduce((all, { rem }) => all + rem, 0);
  const flexible = tracks.filter(({ most }) => most !== undefined);
  const fixed = sum(tracks) - sum(flexible);
  const kept = flexible.length * KEPT;
  const room = `(100% - ${(tracks.length - 1) * GAP}rem)`;
  const share = (part: number, whole: number) => (part / whole).toFixed(4);
  return tracks
    .map(({ rem, most }) => {
      if (most === undefined) return `min(${rem}rem, ${room} * ${share(rem, fixed + kept)})`;
      const part = share(rem, sum(flexible));
      const left = `max(${room} - ${fixed}rem, ${room} * ${share(kept, fixed + kept)})`;
      return `minmax(min(${rem}rem, ${left} * ${part}), ${most})`;
    })
    .join(' ');
}
