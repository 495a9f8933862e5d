/** Size of the picture in its own units. */
export const SPARKLINE = { width: 120, height: 28 } as const;

/** The outline of the values; holes break it. */
export function linePath(values: readonly number[], floor?: number): string {
  const known = values.filter(Number.isFinite);
  if (known.length === 0) return '';
  const low = Math.min(...known, floor ?? Number.POSITIVE_INFINITY);
  const span = Math.max(...known) - low || 1;
  const step = values.length > 1 ? SPARKLINE.width / (values.length - 1) : 0;
  let pen = 'M';
  return values
    .flatMap((value, index) => {
      if (!Number.isFinite(value)) {
        pen = 'M';
        return [];
      }
      const point = `${pen}${round(index * step)} ${round(SPARKLINE.height - 2 - ((value - low) / span) * (SPARKLINE.height - 4))}`;
      pen = 'L';
      return [point];
    })
    .join('');
}

/** A bar for each value above zero. */
export function barPath(values: readonly number[]): string {
  const highest = Math.max(1, ...values.filter(Number.isFinite));
  const width = SPARKLINE.width / Math.max(1, values.length);
  return values
    .map((value, index) =>
      value > 0
        ? `M${round(index * width)} ${SPARKLINE.height}h${round(width * 0.8)}v${round((-value / highest) * SPARKLINE.height)}h${round(-width * 0.8)}z`
        : '',
    )
    .join('');
}

const round = (value: number) => Math.round(value * 100) / 100;
