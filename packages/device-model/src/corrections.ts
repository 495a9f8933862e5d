import type { Descriptor } from './descriptor.js';

interface Correction {
  readonly model: string;
  readonly parameter: string;
  readonly min: number;
  readonly max: number;
}

/** Descriptions that are known to be wrong about what a device takes. */
const CORRECTIONS: readonly Correction[] = [
  // 4.5 switches the valves off, 30.5 opens them for good.
  { model: 'HM-CC-VG-1', parameter: 'SET_TEMPERATURE', min: 4.5, max: 30.5 },
  { model: 'HmIP-FWI', parameter: 'CODE_ID', min: 0, max: 31 },
];

export function correctDescriptor(model: string, parameter: string, descriptor: Descriptor): Descriptor {
  const found = CORRECTIONS.find((each) => each.model === model && each.parameter === parameter);
  return found === undefined ? descriptor : { ...descriptor, min: found.min, max: found.max };
}
