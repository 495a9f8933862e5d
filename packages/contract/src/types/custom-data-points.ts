import type { z } from 'zod';
import type { calculatedDataPoint, customDataPoint } from '../schemas/custom-data-points.js';
import type { DeepReadonly } from './deep-readonly.js';

/** A light, cover, thermostat or the like, made of several parameters. */
export interface CustomDPSummary extends DeepReadonly<z.output<typeof customDataPoint>> {}

/** Category of a custom data point. */
export type CustomCategory = CustomDPSummary['category'];

/** A value that is calculated from others, such as the dew point. */
export interface CalculatedDPSummary extends DeepReadonly<z.output<typeof calculatedDataPoint>> {}

/** A calculated data point with its source data points. */
export interface CalculatedDPDetail extends CalculatedDPSummary {
  readonly depends_on: readonly string[];
}
