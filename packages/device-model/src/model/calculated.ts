import type { Channel, DataPoint } from './state.js';

/** A value that no device reports, calculated from reported ones. */
export interface CalculatedDataPoint {
  readonly name: string;
  readonly channel: Channel;
  readonly category: 'sensor' | 'binary_sensor';
  readonly unit?: string;
  readonly sources: readonly DataPoint[];
  /** `null` while a source is missing or makes no sense. */
  readonly compute: () => number | boolean | null;
  readonly information?: () => Readonly<Record<string, unknown>>;
  value: number | boolean | null;
  changedAt: number | undefined;
}
