import type { z } from 'zod';
import type { calculatedDataPoint, customDataPoint } from '../custom-data-points.js';
import type { DeepReadonly } from './deep-readonly.js';

export interface CustomDPSummary extends DeepReadonly<z.output<typeof customDataPoint>> {}

export interface CalculatedDPSummary extends DeepReadonly<z.output<typeof calculatedDataPoint>> {}

/** A calculated data point with what it is calculated from. */
export interface CalculatedDPDetail extends CalculatedDPSummary {
  readonly depends_on: readonly string[];
}
