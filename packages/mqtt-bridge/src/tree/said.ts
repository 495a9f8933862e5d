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
  /** The data point with all that describes it, which costs far more than what most trees say. */
  point(): DataPointSummary | undefined;
  /** The value before; undefined where there was none. */
  readonly previous: unknown;
  /** Other data points of the channel, as they are now. */
  sibling(parameter: string): DataPointSummary | undefined;
}

/** What follows from measured values by calculation is different now. */
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

/** What an event tells by itself, without the device being read anew. */
export type Said = ValueSaid | CalculatedSaid | TriggerSaid | CustomSaid;
