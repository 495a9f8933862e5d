import { deviceOf } from '../model/address.js';
import type { RpcCall } from '../wire/codecs/index.js';
import { type Inbound, readInbound } from './inbound.js';
import type { ConnectionParts } from './interface-connection-model.js';
import { createRenewals } from './registration.js';
import type { Supervisor } from './supervisor.js';
import type { LoadedValue } from './value-loader.js';

type Reaction = Pick<Supervisor, 'heard' | 'doubt' | 'renew'>;

/** Makes the receiver of all calls of the CCU; it works in the turn in which a call arrived. */
export function createReceiver(parts: ConnectionParts, supervisor: Reaction): (call: RpcCall) => void {
  const renewals = createRenewals(parts.elapsed);
  const restarted = () => {
    parts.deps.onRestarted();
    if (renewals.allow()) {
      supervisor.renew();
      return;
    }
    parts.complain(
      'callback.asks_again',
      'the CCU asks for the devices again and again; after 3 registrations in 10 minutes it is only pinged',
    );
    supervisor.doubt('restarted');
  };

  return (call) => {
    const inbound = readInbound(call);
    if (parts.stop.signal.aborted) {
      // Until it has deregistered us, the CCU sends its values here and takes them for delivered.
      if (inbound.kind === 'value') take(parts, inbound);
      return;
    }
    if (inbound.kind !== 'malformed') supervisor.heard();
    if (inbound.kind !== 'introduction') take(parts, inbound);
    else if (parts.introductions.isRestart()) restarted();
  };
}

function take(parts: ConnectionParts, inbound: Exclude<Inbound, { kind: 'introduction' }>): void {
  const { deps, early, toldChanges, work, complain, leftOut } = parts;
  const { central, interfaceName, now, emit } = deps;
  switch (inbound.kind) {
    case 'value':
      if (!early.holdValue(inbound)) publishValue(parts, inbound);
      break;
    case 'pong':
      parts.pinger.pong(inbound.token);
      break;
    case 'described':
      // A CCU sends every device whenever it registers us. The first time, these wait for our own list.
      if (!early.holdDevices(inbound.list)) toldChanges.described(inbound.list);
      break;
    case 'removed':
      toldChanges.removed(inbound.list);
      break;
    case 'changed':
      toldChanges.changed(inbound.address);
      break;
    case 'readded':
      toldChanges.readded(inbound.list);
      break;
    case 'links_changed':
      emit({ type: 'links_changed', central, interfaceName, at: now(), address: inbound.address });
      break;
    case 'replaced':
      takeReplacement(parts, inbound);
      break;
    case 'firmware_changed':
      work.planRescan();
      break;
    case 'error':
      complain('callback.error', 'the CCU reported an error of its own');
      break;
    case 'malformed':
      leftOut.add(inbound.what, inbound.name);
      break;
  }
}

/** Removes the old device, requests the new one by its address where the call has it, and rescans the list in any case. */
function takeReplacement(
  { toldChanges, work }: ConnectionParts,
  { oldAddress, newAddress }: Extract<Inbound, { kind: 'replaced' }>,
): void {
  toldChanges.removed([oldAddress]);
  if (newAddress !== undefined && newAddress !== oldAddress) toldChanges.readded([newAddress]);
  work.planRescan();
}

/** Takes the calls that the CCU sent before its devices were known. */
export function takeEarly(parts: ConnectionParts): void {
  const { values, devices, overflowed } = parts.early.release();
  if (overflowed) parts.complain('callback.overflow', 'more events arrived before the devices were known than fit');
  for (const value of values) publishValue(parts, value);
  if (devices.length > 0) parts.toldChanges.described(devices);
}

/** Publishes a value that the CCU sent. */
function publishValue(
  parts: Pick<ConnectionParts, 'deps' | 'known' | 'writer' | 'spoke' | 'inventory' | 'work' | 'stop'>,
  { channelAddress, parameter, value }: Extract<Inbound, { kind: 'value' }>,
): void {
  const { central, interfaceName, now, emit } = parts.deps;
  parts.known.heard(channelAddress, parameter, value);
  parts.spoke(channelAddress, parameter);
  parts.writer.seen(channelAddress, parameter, value);
  emit({ type: 'value', central, interfaceName, at: now(), channelAddress, parameter, value });
  // Interfaces send the state of their radio modules too, under serial numbers that no device has and without a channel.
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
