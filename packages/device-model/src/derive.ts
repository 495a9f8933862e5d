import type { HomeEvent } from './events.js';
import type { DataPoint } from './state.js';

/** What follows from changed data points. */
export function derivedEvents(_changed: ReadonlySet<DataPoint>, _at: number): readonly HomeEvent[] {
  return [];
}
