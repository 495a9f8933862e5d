import { useFormats } from '../../context/services.js';
import './meter.css';

/** A share of 100 as a bar and in words, with another look from `warnAt` and `badAt` on. */
export function Meter({
  label,
  value,
  warnAt = 60,
  badAt = 80,
}: {
  readonly label: string;
  readonly value: number | undefined;
  readonly warnAt?: number;
  readonly badAt?: number;
}) {
  const formats = useFormats();
  const known = value !== undefined && Number.isFinite(value);
  const tone = !known ? 'unknown' : value >= badAt ? 'bad' : value >= warnAt ? 'warn' : 'good';
  return (
    <div class={`meter ${tone}`}>
      <span class="meter-words">
        <span class="dim">{label}</span>
        <strong>{known ? `${formats.number(value, 0)}\u202f%` : '—'}</strong>
      </span>
      <span class="meter-track" aria-hidden="true">
        <span style={{ width: `${known ? Math.min(100, Math.max(0, value)) : 0}%` }} />
      </span>
    </div>
  );
}
