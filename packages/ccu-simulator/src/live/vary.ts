import type { ParameterDescription, WireValue } from '../house/types.js';
import { boundsOf, toNumber } from './defaults.js';

/** Widest step of a FLOAT without close limits. */
const STEP = 0.3;

/** A value a little different from the current one and within the description. */
export function nextValue(
  description: ParameterDescription,
  current: WireValue | undefined,
  random: () => number,
): WireValue {
  const { minimum, maximum } = boundsOf(description);
  const now = toNumber(current) ?? 0;
  switch (description.TYPE) {
    case 'BOOL':
      return current !== true;
    case 'ENUM': {
      const options = description.VALUE_LIST?.length ?? 1;
      return Math.floor(random() * options);
    }
    case 'INTEGER':
      return clamp(Math.round(now) + (random() < 0.5 ? -1 : 1), minimum, maximum);
    case 'FLOAT': {
      const range = Number.isFinite(maximum - minimum) ? Math.min(STEP, (maximum - minimum) / 10) : STEP;
      return Math.round(clamp(now + (random() * 2 - 1) * range, minimum, maximum) * 100) / 100;
    }
    default:
      return current ?? '';
  }
}

function clamp(value: number, minimum: number, maximum: number): number {
  return Math.min(maximum, Math.max(minimum, value));
}
