import type { CalculatedDPSummary, DataPointSummary } from '@ccu-gateway/contract/types';
import type { DevicePlace, PointReading } from './house.js';

interface OfEvent {
  readonly place: DevicePlace;
  readonly channel: number;
  /** Number of the event. */
  readonly seq: number;
}

/** A data point has another value. */
export interface ValueSaid extends OfEvent {
  readonly kind: 'value';
  readonly parameter: string;
  readonly reading: PointReading;
  /** The value before; undefined where there was none. */
  readonly previous: unknown;
  /** A data point of the channel as it is now, with its full description, which costs far more than most trees need. */
  sibling(parameter: string): DataPointSummary | undefined;
}

/** Calculated values that changed. */
export interface CalculatedSaid extends OfEvent {
  readonly kind: 'calculated';
  readonly point: CalculatedDPSummary;
}

/** A key was pressed, or something else happened that leaves no value. */
export interface TriggerSaid extends OfEvent {
  readonly kind: 'trigger';
  readonly parameter: string;
  readonly type: string;
  readonly value: unknown;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly point: DataPointSummary | undefined;
}

/** A custom data point has another state. */
export interface CustomSaid extends OfEvent {
  readonly kind: 'custom';
  readonly name: string;
  readonly what: string | undefined;
  readonly available: boolean;
  readonly state: object;
}

/** Events that carry their whole content, so that the device need not be read again. */
export type Said = ValueSaid | CalculatedSaid | TriggerSaid | CustomSaid;
