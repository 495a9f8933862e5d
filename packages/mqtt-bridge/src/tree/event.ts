import type { CalculatedDPSummary, DataPointSummary, EventBody } from '@ccu-gateway/contract/types';
import type { StreamEvent } from '@ccu-gateway/event-stream';
import { unlessRefused } from '@ccu-gateway/gateway-core';
import type { DevicePlace, PointReading, ReadingCore } from './house.js';
import { millis } from './message.js';
import type { Said } from './said.js';

/** Meaning of an event for the trees. */
export type Meaning =
  /** The event carries everything. */
  | { readonly kind: 'said'; readonly said: Said }
  /** The device must be read again; it may be gone. */
  | { readonly kind: 'device'; readonly place: DevicePlace; readonly named: boolean }
  /** The CCU itself must be read again. */
  | { readonly kind: 'hub'; readonly central: string }
  /** The CCU must be read again with all its devices. */
  | { readonly kind: 'central'; readonly central: string }
  /** The zones of the alarm system must be read again. */
  | { readonly kind: 'alarm' }
  /** The areas must be read again. */
  | { readonly kind: 'areas' }
  | { readonly kind: 'nothing' };

/** Reads things as they are now; undefined where they are gone. */
export interface PointReader {
  reading(place: DevicePlace, channel: number, parameter: string): PointReading | undefined;
  point(place: DevicePlace, channel: number, parameter: string): DataPointSummary | undefined;
  calculated(place: DevicePlace, channel: number, name: string): CalculatedDPSummary | undefined;
}

/** Each member by name: spreading the place would cost more than the reading. */
export function createPointReader({ devices }: Pick<ReadingCore, 'devices'>): PointReader {
  return {
    reading: ({ central, address }, channel, parameter) =>
      unlessRefused(() => devices.reading({ central, address, channel, parameter })),
    point: ({ central, address }, channel, parameter) =>
      unlessRefused(() => devices.getValue({ central, address, channel, parameter })),
    calculated: ({ central, address }, channel, name) =>
      unlessRefused(() => devices.calculated({ central, address, channel }))?.find((each) => each.name === name),
  };
}

const NOTHING: Meaning = { kind: 'nothing' };

/** Classifies an event for the trees. */
export function meaningOf(event: StreamEvent, reader: PointReader): Meaning {
  // The stream accepts only events of the catalogue.
  const body = event as StreamEvent & EventBody;
  switch (body.type) {
    case 'datapoint.value_changed':
      return body.payload.paramset_key === 'VALUES' ? valueSaid(event, body.payload, reader) : NOTHING;
    case 'device.trigger':
      return triggerSaid(event, body.payload, reader);
    case 'custom_data_point.state_changed':
      return customSaid(event, body.payload);
    case 'device.created':
    case 'device.removed':
    case 'device.metadata_changed':
      return { kind: 'device', place: placeOf(body.payload), named: true };
    case 'device.availability_changed':
      return { kind: 'device', place: placeOf(body.payload), named: false };
    // The first load of an interface causes no other event.
    case 'central.readiness_changed':
      return { kind: 'central', central: body.payload.central };
    case 'hub.sysvar_changed':
    case 'hub.program_executed':
    case 'hub.program_changed':
    case 'hub.install_mode_changed':
    case 'hub.alarm_message':
    case 'hub.service_message':
    case 'problems.changed':
    case 'hub.inbox_changed':
    case 'hub.metrics_changed':
    case 'hub.system_update_changed':
    case 'connectivity.changed':
    case 'central.state_changed':
      return { kind: 'hub', central: body.payload.central };
    case 'areas.changed':
      return { kind: 'areas' };
    case 'alarm.panel_changed':
      return { kind: 'alarm' };
    default:
      return NOTHING;
  }
}

type Payload<Type extends EventBody['type']> = Extract<EventBody, { readonly type: Type }>['payload'];

function valueSaid({ seq }: StreamEvent, payload: Payload<'datapoint.value_changed'>, reader: PointReader): Meaning {
  const place = placeOf(payload);
  const { channel, parameter, previous } = payload;
  const reading = reader.reading(place, channel, parameter);
  if (reading === undefined) {
    const calculated = reader.calculated(place, channel, parameter);
    if (calculated === undefined) return NOTHING;
    return { kind: 'said', said: { kind: 'calculated', place, channel, seq, point: calculated } };
  }
  const sibling = (other: string) => reader.point(place, channel, other);
  return { kind: 'said', said: { kind: 'value', place, channel, parameter, seq, reading, previous, sibling } };
}

function triggerSaid({ seq, ts }: StreamEvent, payload: Payload<'device.trigger'>, reader: PointReader): Meaning {
  const place = placeOf(payload);
  const { channel, parameter, event_type: type, value = true } = payload;
  const point = reader.point(place, channel, parameter);
  return {
    kind: 'said',
    said: { kind: 'trigger', place, channel, seq, parameter, type, value, at: millis(ts) ?? 0, point },
  };
}

function customSaid({ seq }: StreamEvent, payload: Payload<'custom_data_point.state_changed'>): Meaning {
  const { kind: what, channel, available, name, state } = payload;
  return {
    kind: 'said',
    said: { kind: 'custom', place: placeOf(payload), channel, seq, name, what, available, state },
  };
}

function placeOf(payload: { readonly central: string; readonly device_address: string }): DevicePlace {
  return { central: payload.central, address: payload.device_address };
}
