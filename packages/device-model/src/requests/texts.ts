import type { ChannelScope, DeviceListScope, Scope, SnapshotOptions } from './requests.js';
import type { Found } from './result.js';

/** A snapshot without pseudonyms and shared descriptions, and its position in the stream of events. */
export interface SnapshotTextOptions extends Omit<SnapshotOptions, 'anonymize' | 'shared' | 'placed'> {
  readonly seq: number;
  readonly epoch: string;
}

/**
 * The contents of a model as JSON texts. They equal the JSON of the members of `HouseModel` with the same names, at less cost:
 * texts of devices are kept until they change, within a bound in bytes. Bytes are UTF-8 and must not be changed.
 */
export interface HouseTexts {
  /** A device with its channels. */
  device(address: string, scope?: Scope): Found<Uint8Array>;
  channels(address: string, scope?: Scope): Found<Uint8Array>;
  /** A list of devices, in pieces. */
  devices(scope?: DeviceListScope): readonly Uint8Array[];
  /** True while the pieces of this list are kept, so that `devices` makes nothing. */
  hasDevices(scope?: DeviceListScope): boolean;
  dataPoint(at: ChannelScope & { readonly parameter: string }): Found<string>;
  dataPoints(at: ChannelScope): Found<string>;
  /** A snapshot with its position, in pieces, each made when it is asked for. */
  snapshot(options: SnapshotTextOptions): Generator<string | Uint8Array, void, void>;
}
