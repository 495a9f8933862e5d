import type { CustomCategory } from '@ccu-gateway/contract/types';
import type { FieldError } from '../requests/result.js';
import type { Parameters } from './parameters.js';
import type { Channel, DataPoint, Device } from './state.js';

/** Values that go out as one call. Parameters keep their order: some devices want the duration before the state. */
export interface Draft {
  readonly holder: Channel | Device;
  readonly key: 'VALUES' | 'MASTER';
  readonly values: Readonly<Record<string, unknown>>;
}

export type Drafted =
  | { readonly ok: true; readonly drafts: readonly Draft[]; readonly urgent?: boolean }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/**
 * One kind of device that people operate (a light, a lock): its state from data points, its operations, and their
 * writes. Everything works on the channel that is written to.
 */
export interface Behaviour {
  readonly category: CustomCategory;
  /** Hint for the widget, such as `light_rgbw`. */
  readonly kind: string;
  /** The parameter that gives the thing its name. */
  readonly parameter: string;
  sources(channel: Channel): readonly DataPoint[];
  operations(channel: Channel): readonly string[];
  capabilities(channel: Channel): Readonly<Record<string, boolean>>;
  config(channel: Channel): Readonly<Record<string, unknown>>;
  state(channel: Channel): Readonly<Record<string, unknown>>;
  plan(channel: Channel, operation: string, parameters: Parameters): Drafted;
}

/** Something people operate, made of data points of one device. */
export interface CustomDataPoint {
  readonly name: string;
  readonly behaviour: Behaviour;
  readonly channel: Channel;
  readonly sources: readonly DataPoint[];
  /** The state last published (or shown before anything was), as JSON. */
  published: string;
}

export const draft = (holder: Channel | Device, values: Readonly<Record<string, unknown>>): Drafted => ({
  ok: true,
  drafts: [{ holder, key: 'VALUES', values }],
});

export const urgentDraft = (holder: Channel, values: Readonly<Record<string, unknown>>): Drafted => ({
  ok: true,
  urgent: true,
  drafts: [{ holder, key: 'VALUES', values }],
});
