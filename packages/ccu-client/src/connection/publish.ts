import { deviceOf } from '../model/address.js';
import type { LoadedValue } from './bulk-values.js';
import type { ConnectionParts } from './connection-parts-model.js';
import type { Inbound } from './inbound.js';

/** Publishes a value that the CCU sent. */
export function publishValue(
  parts: Pick<ConnectionParts, 'deps' | 'known' | 'writer' | 'spoke' | 'inventory' | 'work' | 'stop'>,
  { channelAddress, parameter, value }: Extract<Inbound, { kind: 'value' }>,
): void {
  const { central, interfaceName, now, emit } = parts.deps;
  parts.known.heard(channelAddress, parameter, value);
  parts.spoke(channelAddress, parameter);
  parts.writer.seen(channelAddress, parameter, value);
  emit({ type: 'value', central, interfaceName, at: now(), channelAddress, parameter, value });
  // Interfaces tell the state of their radio modules too, under serial numbers that no device has and without a channel.
  const isOfDevice = channelAddress.includes(':');
  if (isOfDevice && !parts.stop.signal.aborted && parts.inventory.find(deviceOf(channelAddress)) === undefined)
    parts.work.planRescan();
}

/** Publishes values that were read in bulk. */
export function publishLoaded(
  parts: Pick<ConnectionParts, 'deps' | 'known' | 'writer'>,
  values: readonly LoadedValue[],
): void {
  const { central, interfaceName, now, emit } = parts.deps;
  for (const { channelAddress, parameter, value } of values) {
    parts.known.set(channelAddress, parameter, value);
    if (value !== null) parts.writer.seen(channelAddress, parameter, value);
  }
  emit({ type: 'values_loaded', central, interfaceName, at: now(), values });
}
