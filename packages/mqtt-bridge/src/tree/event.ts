import type { DataPointSummary, EventBody } from '@ccu-gateway/contract/types';
import type { StreamEvent } from '@ccu-gateway/event-stream';
import { shownValue } from './device.js';
import type { DevicePlace } from './house.js';
import { millis, payloadOf, type TreeMessage } from './message.js';
import type { TreeStyle } from './naming.js';

/** What an event means for the tree. */
export type Meaning =
  /** Says everything by itself. */
  | { readonly kind: 'message'; readonly message: TreeMessage; readonly of: DevicePlace | undefined }
  /** The device is to be read anew; it may be gone. */
  | { readonly kind: 'device'; readonly place: DevicePlace; readonly named: boolean }
  /** The CCU itself is to be read anew. */
  | { readonly kind: 'hub'; readonly central: string }
  | { readonly kind: 'nothing' };

/** What is needed to say what an event means. */
export interface EventReading {
  readonly tree: TreeStyle;
  /** Name of the device, as the tree has it. */
  deviceName(place: DevicePlace): string;
  /** The data point as it is now; undefined where it is gone. */
  point(place: DevicePlace, channel: number, parameter: string): DataPointSummary | undefined;
}

const NOTHING: Meaning = { kind: 'nothing' };

/** What the tree makes of an event. */
export function meaningOf(event: StreamEvent, reading: EventReading): Meaning {
  // The stream takes only what the catalogue has.
  const body = event as StreamEvent & EventBody;
  switch (body.type) {
    case 'datapoint.value_changed':
      return body.payload.paramset_key === 'VALUES' ? valueMessage(event, body.payload, reading) : NOTHING;
    case 'device.trigger':
      return triggerMessage(event, body.payload, reading);
    case 'custom_data_point.state_changed':
      return customMessage(event, body.payload, reading);
    case 'device.created':
    case 'device.removed':
    case 'device.metadata_changed':
      return { kind: 'device', place: placeOf(body.payload), named: true };
    case 'device.availability_changed':
      return { kind: 'device', place: placeOf(body.payload), named: false };
    case 'central.readiness_changed':
    case 'hub.sysvar_changed':
    case 'hub.program_executed':
    case 'hub.program_changed':
    case 'hub.install_mode_changed':
    case 'hub.alarm_message':
    case 'hub.service_message':
    case 'hub.inbox_changed':
    case 'hub.metrics_changed':
    case 'hub.system_update_changed':
    case 'connectivity.changed':
    case 'central.state_changed':
      return { kind: 'hub', central: body.payload.central };
    default:
      return NOTHING;
  }
}

type Payload<Type extends EventBody['type']> = Extract<EventBody, { readonly type: Type }>['payload'];

function valueMessage(event: StreamEvent, payload: Payload<'datapoint.value_changed'>, reading: EventReading): Meaning {
  const { tree } = reading;
  const place = placeOf(payload);
  const { channel, parameter } = payload;
  const point = reading.point(place, channel, parameter);
  if (point === undefined) return NOTHING;
  return messageOf(event, place, {
    topic: tree.topics.of(place.central, 'status', reading.deviceName(place), channel, parameter),
    payload: payloadOf(shownValue(point, event.seq), tree.style),
  });
}

function triggerMessage(event: StreamEvent, payload: Payload<'device.trigger'>, reading: EventReading): Meaning {
  const { tree } = reading;
  const place = placeOf(payload);
  const at = millis(event.ts) ?? 0;
  const { channel, parameter, event_type, value = true } = payload;
  const written = { val: value, ts: at, seq: event.seq, type: event_type, parameter };
  return messageOf(event, place, {
    topic: tree.topics.of(place.central, 'status', reading.deviceName(place), channel, parameter),
    payload: payloadOf(written, tree.style),
    momentary: { at },
  });
}

function customMessage(
  event: StreamEvent,
  payload: Payload<'custom_data_point.state_changed'>,
  reading: EventReading,
): Meaning {
  const place = placeOf(payload);
  const { kind, channel, available, name, state } = payload;
  return messageOf(event, place, {
    topic: reading.tree.topics.of(place.central, 'custom', reading.deviceName(place), name),
    payload: JSON.stringify({ kind, channel, available, seq: event.seq, state }),
  });
}

function messageOf(event: StreamEvent, of: DevicePlace, message: Omit<TreeMessage, 'seq'>): Meaning {
  return { kind: 'message', of, message: { ...message, seq: event.seq } };
}

function placeOf(payload: { readonly central: string; readonly device_address: string }): DevicePlace {
  return { central: payload.central, address: payload.device_address };
}
