import type { DataPoint } from '../model/state.js';
import type { TriggerKind } from './announce.js';

/** Impulses that mean a person pressed something. */
const KEYPRESSES: ReadonlySet<string> = new Set([
  'PRESS',
  'PRESS_CONT',
  'PRESS_LOCK',
  'PRESS_LONG',
  'PRESS_LONG_RELEASE',
  'PRESS_LONG_START',
  'PRESS_SHORT',
  'PRESS_UNLOCK',
]);

const ERROR = /^(ERROR|SENSOR_ERROR)/;

/** Kind of trigger that a data point can give; most give none. */
export function triggerKindOf(point: Pick<DataPoint, 'parameter' | 'descriptor'>): TriggerKind | undefined {
  const { parameter, descriptor } = point;
  if (!descriptor.eventful) return undefined;
  if (KEYPRESSES.has(parameter)) return 'keypress';
  if (descriptor.momentary) return 'impulse';
  return ERROR.test(parameter) ? 'device_error' : undefined;
}
