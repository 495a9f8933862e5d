import { barPath, linePath, SPARKLINE } from './sparkline-path.js';
import './chart.css';

interface SparklineProps {
  /** At equal intervals, the oldest first. A value that is no number leaves a hole. */
  readonly values: readonly number[];
  /** Accessible name. */
  readonly label: string;
  /** Bars for counts, a line for measurements. */
  readonly kind?: 'line' | 'bars';
  /** The lowest value drawn. Default: the lowest there is. */
  readonly floor?: number;
}

/** A small picture of a course without axes. */
export function Sparkline({ values, label, kind = 'line', floor }: SparklineProps) {
  return (
    <svg
      class={`sparkline ${kind}`}
      viewBox={`0 0 ${SPARKLINE.width} ${SPARKLINE.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path d={kind === 'line' ? linePath(values, floor) : barPath(values)} vector-effect="non-scaling-stroke" />
    </svg>
  );
}
