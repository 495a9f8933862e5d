import type { DeviceDescription } from '../../house/types.js';
import type { HouseEvent } from '../../live/events.js';
import type { TypedValue } from '../../wire/typed-value.js';
import { int, list, text, typedBy } from '../../wire/typed-value.js';
import type { DecodedAnswer } from '../../wire/xml-decode.js';
import type { InterfaceContext } from './context.js';
import { deviceDescription } from './descriptions.js';

/**
 * Compares the devices in the answer of a client with the paired ones. rfd compares ADDRESS and VERSION only;
 * HmIPServer fails at empty members and then sends everything anew.
 */
export function announceDevices(context: InterfaceContext, url: string, answer: DecodedAnswer): void {
  const told = toldDevices(answer);
  if (told === undefined) return;
  const { callbacks } = context;
  const present = allDescriptions(context);
  const known = told.filter((entry) => entry.type === 'struct').map((entry) => entry.value);
  const sendsAnew = context.strict && known.some(hasEmptyMember);
  const versions = new Map(
    known.map((entry) => [String(entry.ADDRESS?.value ?? ''), Number(entry.VERSION?.value ?? -1)]),
  );
  const gone = [...versions.keys()].filter(
    (address) => sendsAnew || !present.some(({ ADDRESS }) => ADDRESS === address),
  );
  const fresh = present.filter(({ ADDRESS, VERSION }) => sendsAnew || versions.get(ADDRESS) !== (VERSION ?? -1));
  if (gone.length > 0) callbacks.tell({ method: 'deleteDevices', params: [list(gone.map(text))] }, url);
  if (fresh.length > 0) callbacks.tell({ method: 'newDevices', params: [list(fresh.map(deviceDescription))] }, url);
}

/** The logic layer answers with an empty text where it knows no device; undefined for a wrong answer. */
function toldDevices(answer: DecodedAnswer): readonly TypedValue[] | undefined {
  if (!('value' in answer)) return undefined;
  if (answer.value.type === 'array') return answer.value.value;
  return answer.value.value === '' ? [] : undefined;
}

/** The logic layer names a PARENT for every device, which is empty; that one does no harm. */
function hasEmptyMember(entry: Readonly<Record<string, TypedValue>>): boolean {
  return Object.entries(entry).some(([name, member]) => name !== 'PARENT' && member.value === '');
}

/** After a registration rfd repeats the service messages that are on. */
export function announceServiceMessages({ state, callbacks, interfaceName }: InterfaceContext, url: string): void {
  for (const { channelAddress, parameter } of state.messages.all()) {
    if (channelAddress === undefined || parameter === undefined) continue;
    if (state.registry.interfaceOf(channelAddress) !== interfaceName) continue;
    callbacks.tell(
      {
        method: 'event',
        params: [text(channelAddress), text(parameter), currentValue(state, channelAddress, parameter)],
      },
      url,
    );
  }
}

function currentValue(state: InterfaceContext['state'], channelAddress: string, parameter: string): TypedValue {
  return typedBy(
    state.describe(channelAddress)[parameter],
    state.store.value(channelAddress, parameter)?.value ?? true,
  );
}

/** Translates an event of the installation into callbacks of its interface. */
export function asCallbacks(context: InterfaceContext, event: HouseEvent): void {
  const { callbacks, state, interfaceName } = context;
  if (event.interfaceName !== interfaceName) return;
  switch (event.type) {
    case 'value': {
      const { channelAddress, parameter, value } = event;
      const typedValue = typedBy(state.describe(channelAddress)[parameter], value);
      callbacks.tell({ method: 'event', params: [text(channelAddress), text(parameter), typedValue] });
      return;
    }
    case 'device_added': {
      const device = state.registry.device(event.address);
      if (device === undefined || interfaceName === 'CUxD') return;
      const descriptions = [device.description, ...device.channels.map(({ description }) => description)];
      callbacks.tell({ method: 'newDevices', params: [list(descriptions.map(deviceDescription))] });
      return;
    }
    case 'device_readded': {
      const device = state.registry.device(event.address);
      if (device === undefined || interfaceName === 'CUxD') return;
      const addresses = [device.description, ...device.channels.map(({ description }) => description)];
      callbacks.tell({ method: 'readdedDevice', params: [list(addresses.map(({ ADDRESS }) => text(ADDRESS)))] });
      return;
    }
    case 'device_accepted':
      // Only the daemon of the groups sends this.
      if (interfaceName === 'VirtualDevices')
        callbacks.tell({ method: 'setReadyConfig', params: [text(event.address)] });
      return;
    case 'failed':
      if (interfaceName !== 'CUxD') callbacks.tell({ method: 'error', params: [int(event.code), text(event.message)] });
      return;
    case 'device_removed':
      if (interfaceName !== 'CUxD')
        callbacks.tell({ method: 'deleteDevices', params: [list(event.addresses.map(text))] });
      return;
    case 'device_replaced':
      callbacks.tell({ method: 'replaceDevice', params: [text(event.oldAddress), text(event.newAddress)] });
      return;
    case 'device_changed':
      if (interfaceName !== 'CUxD')
        callbacks.tell({ method: 'updateDevice', params: [text(event.address), int(event.hint)] });
  }
}

function allDescriptions({ state, interfaceName }: InterfaceContext): readonly DeviceDescription[] {
  return state.registry
    .all(interfaceName)
    .flatMap((device) => [device.description, ...device.channels.map(({ description }) => description)]);
}
