import type { InterfaceName, WireValue } from '@ccu-gateway/ccu-client';
import { unpack } from '../database/packed.js';

/** The last known value of one data point. */
export interface StoredValue {
  readonly interfaceName: InterfaceName;
  readonly channelAddress: string;
  readonly parameter: string;
  /** `null` when the CCU reported it as unknown. */
  readonly value: WireValue | null;
  /** Time of receipt, milliseconds since the epoch. */
  readonly at: number;
}

export type Entry = readonly [channelAddress: string, parameter: string, value: WireValue | null, at: number];
/** Values, or the addresses of devices of which everything before is forgotten. */
export type Batch = readonly Entry[] | { readonly forget: readonly string[] };

/** Values as they are saved: one batch for each interface. */
export function byInterface(values: readonly StoredValue[]): readonly (readonly [string, Batch])[] {
  const batches = new Map<string, Entry[]>();
  for (const { interfaceName, channelAddress, parameter, value, at } of values) {
    const entry = [channelAddress, parameter, value, at] as const;
    const batch = batches.get(interfaceName);
    if (batch === undefined) batches.set(interfaceName, [entry]);
    else batch.push(entry);
  }
  return [...batches];
}

/** Undefined for one that is damaged: those before and after it still count. */
export function unpackBatch(packed: Uint8Array): Batch | undefined {
  try {
    return unpack(packed) as Batch;
  } catch {
    return undefined;
  }
}

/** Applies a later batch to the known values. */
export function apply(batch: Batch, newest: Map<string, Entry>): void {
  if ('forget' in batch) {
    const forgotten = new Set(batch.forget);
    for (const [key, [address]] of newest) {
      if (forgotten.has(address) || forgotten.has(address.split(':')[0] ?? '')) newest.delete(key);
    }
    return;
  }
  for (const entry of batch) newest.set(`${entry[0]} ${entry[1]}`, entry);
}
