import type { EventCatalogue, GatewayEvent } from '@ccu-gateway/client';
import type { Directory, DirectoryChannel, DirectoryDevice } from '../connection/directory.js';

/** The event types of the event node, by the word in its message. */
const KINDS = {
  'datapoint.value_changed': 'value',
  'device.trigger': 'trigger',
  'custom_data_point.state_changed': 'control',
} as const;

type DeviceEventType = keyof typeof KINDS;
type DeviceEvent = { [Type in DeviceEventType]: GatewayEvent & { readonly type: Type } }[DeviceEventType];

/** Message of the event node for an event of a device. */
export type EventMessage = {
  /** `CENTRAL/DEVICE:CHANNEL/PARAMETER`; of a custom data point its name in place of the parameter. */
  readonly topic: string;
  /** The new value, the value of a key press (`true` without one), or the state of a custom data point. */
  readonly payload: unknown;
  readonly kind: 'value' | 'trigger' | 'control';
  readonly central: string;
  /** Address. */
  readonly device: string;
  readonly deviceName: string;
  readonly model: string | undefined;
  readonly channel: number;
  readonly channelName: string;
  /** Parameter, or name of the custom data point. */
  readonly parameter: string;
  /** Of the channel, and of its device where the channel has none. */
  readonly rooms: readonly string[];
  readonly functions: readonly string[];
  /** Value before, where the gateway knew one. */
  readonly previous: unknown;
  /** False while the device cannot be reached. */
  readonly available: boolean | undefined;
  /** Number of the event. It never repeats. */
  readonly seq: number;
  /** When the gateway received the event: RFC 3339, UTC. */
  readonly ts: string;
  /** True for an event from before the present connection: it happened while Node-RED or the gateway was away. */
  readonly replayed: boolean;
};

/** True for an event that the event node sends. */
export function isDeviceEvent(event: GatewayEvent): event is DeviceEvent {
  return Object.hasOwn(KINDS, event.type);
}

const nameOf = (event: DeviceEvent) =>
  event.type === 'custom_data_point.state_changed' ? event.payload.name : event.payload.parameter;

function payloadOf({ type, payload }: DeviceEvent): unknown {
  if (type === 'custom_data_point.state_changed') return payload.state;
  return type === 'device.trigger' ? (payload.value ?? true) : payload.value;
}

/** The rooms of a channel decide; a channel without any is where its device is. */
function groupsOf(
  group: 'rooms' | 'functions',
  device: DirectoryDevice | undefined,
  channel: DirectoryChannel | undefined,
): readonly string[] {
  const own = channel?.[group] ?? [];
  return own.length > 0 ? own : (device?.[group] ?? []);
}

export function eventMessage(event: DeviceEvent, directory: Directory | undefined, replayed: boolean): EventMessage {
  const { central, device_address: address, channel: number } = event.payload;
  const device = directory?.device(central, address);
  const channel = device?.channels.get(number);
  const parameter = nameOf(event);
  const { previous, available }: Partial<EventCatalogue['datapoint.value_changed']> = event.payload;
  return {
    topic: `${central}/${address}:${number}/${parameter}`,
    payload: payloadOf(event),
    kind: KINDS[event.type],
    central,
    device: address,
    deviceName: device?.name ?? address,
    model: device?.model,
    channel: number,
    channelName: channel?.name ?? `${address}:${number}`,
    parameter,
    rooms: groupsOf('rooms', device, channel),
    functions: groupsOf('functions', device, channel),
    previous,
    available,
    seq: event.seq,
    ts: event.ts,
    replayed,
  };
}
