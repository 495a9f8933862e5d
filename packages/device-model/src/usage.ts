import type { DataPointUsage } from './shapes/devices.js';
import type { DataPoint } from './state.js';
import { plainUsage } from './visibility.js';

/** Whether and how clients should offer a data point. */
export function usageOf(point: DataPoint): DataPointUsage {
  return plainUsage(point.parameter, point.descriptor);
}
