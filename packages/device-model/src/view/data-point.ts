import type { DataPointSummary, ValueSource } from '@ccu-gateway/contract/types';
import { displayValue } from '../announce/announce.js';
import { parameterLabel, valueLabels } from '../labels/label.js';
import type { DataPoint, Face, FaceCache } from '../model/state.js';
import { statusOf } from '../model/status.js';
import { knownTime, timestamp } from '../model/time.js';
import type { Locale, OmittableMember, PointReading } from '../requests/requests.js';
import type { Descriptor } from '../values/descriptor.js';
import { usageOf } from '../visibility/usage.js';
import { categoryOf, functionalTypeOf } from './category.js';
import { uiHint } from './ui-hint.js';

export interface PointView {
  readonly locale: Locale;
  /** Milliseconds since the Unix epoch, for the age of the value. */
  readonly now: number;
  /**
   * The part that depends on the description alone is made once: an installation has far fewer descriptions than data
   * points.
   */
  readonly faces: FaceCache;
  /** Left out. */
  readonly omit?: readonly OmittableMember[];
}

const SERVICE = { service_message: true } as const;

export type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

export function describePoint(point: DataPoint, view: PointView): DataPointSummary {
  return fill(faceOf(point, view), point, view);
}

/** The same with where it belongs, for a line of its own. */
export function describePlacedPoint(point: DataPoint, view: PointView): DataPointSummary {
  const { channel } = point;
  const summary = fill(faceOf(point, view), point, view);
  summary.central = channel.device.central.name;
  summary.device_address = channel.device.address;
  summary.channel = channel.number;
  return summary;
}

/** The value part of the summary, for callers that need nothing else. */
export function readingOf({ value, descriptor, changedAt, seenAt }: DataPoint): PointReading {
  return { value, unit: descriptor.unit, changedAt: knownTime(changedAt), seenAt: knownTime(seenAt) };
}

export function uniqueIdOf({ channel, parameter }: DataPoint): string {
  const { device } = channel;
  return device.central.ids.dataPoint(device.address, channel.number, parameter);
}

/**
 * A copy of an object with room for everything: members that are added to a copy cost several times as much, see ADR
 * 142.
 */
function fill(face: Face, point: DataPoint, view: PointView): Writable<Face> {
  const summary: Writable<Face> = { ...face };
  summary.unique_id = uniqueIdOf(point);
  summary.observed = point.value !== undefined || point.lastTrigger !== undefined;
  summary.usage = usageOf(point);
  summary.confirm = point.confirm;
  takeValue(summary, point, view);
  for (const name of view.omit ?? []) summary[name] = undefined;
  return summary;
}

/** Members that depend on the value. */
export type ValueMember =
  | 'source'
  | 'value'
  | 'display_value'
  | 'value_status'
  | 'modified_at'
  | 'last_changed_at'
  | 'last_seen_at'
  | 'value_age_seconds'
  | 'pending';

/** Room for them, for copies: see `fill`. */
export const NO_VALUE: Pick<DataPointSummary, ValueMember> = {
  value: undefined,
  display_value: undefined,
  value_status: undefined,
  modified_at: undefined,
  last_changed_at: undefined,
  last_seen_at: undefined,
  value_age_seconds: undefined,
  source: 'unobserved',
  pending: undefined,
};

/** Writes the value members of a data point into an object with room for them. */
export function takeValue(
  summary: Writable<Pick<DataPointSummary, ValueMember>>,
  point: DataPoint,
  view: PointView,
): void {
  summary.source = sourceOf(point);
  summary.value_status = statusOf(point);
  if (point.value !== undefined) {
    summary.value = point.value;
    summary.display_value = displayValue(point.value, point.descriptor.multiplier).display_value;
  }
  const changed = timestamp(point.changedAt);
  summary.modified_at = changed;
  summary.last_changed_at = changed;
  const seen = point.seenAt === point.changedAt ? changed : timestamp(point.seenAt);
  if (point.seenAt !== undefined && seen !== undefined) {
    summary.last_seen_at = seen;
    summary.value_age_seconds = Math.max(0, Math.floor((view.now - point.seenAt) / 1000));
  }
  if (point.pending !== undefined && point.pending.tacit !== true) summary.pending = true;
}

/** Common members of all data points with the description and the name of this one; the same object each time. */
export function faceOf({ parameter, descriptor }: DataPoint, view: PointView): Face {
  // By names that are there already: a text that is put together is hashed anew each time.
  const { byDescriptor, distinct } = view.faces;
  const known = byDescriptor.get(descriptor)?.[view.locale].get(parameter);
  if (known !== undefined) return known;
  const made = makeFace(parameter, descriptor, view.locale);
  // Devices of one type have descriptions of their own that say the same.
  const text = JSON.stringify(made);
  const face = distinct.get(text) ?? made;
  distinct.set(text, face);
  const faces = byDescriptor.get(descriptor) ?? { de: new Map<string, Face>(), en: new Map<string, Face>() };
  faces[view.locale].set(parameter, face);
  byDescriptor.set(descriptor, faces);
  return face;
}

/** Every member is there, so that all summaries have one shape; undefined ones are not sent. */
function makeFace(parameter: string, descriptor: Descriptor, locale: Locale): Face {
  const category = categoryOf(parameter, descriptor);
  const label = parameterLabel(parameter, locale);
  const { valueList } = descriptor;
  return {
    central: undefined,
    device_address: undefined,
    channel: undefined,
    // Members of the description.
    parameter,
    parameter_label: label,
    translated_name: label,
    multiplier: descriptor.multiplier === 1 ? undefined : descriptor.multiplier,
    operations: { read: descriptor.readable, write: descriptor.writable, event: descriptor.eventful },
    category,
    data_point_type: category === undefined ? undefined : functionalTypeOf(category),
    control: descriptor.control,
    type: descriptor.type === '' ? undefined : descriptor.type,
    value_list: valueList,
    value_translations: valueList === undefined ? undefined : valueLabels(valueList, locale),
    unit: descriptor.unit,
    min: descriptor.min,
    max: descriptor.max,
    default: descriptor.default,
    ui_hint: uiHint(parameter, descriptor),
    // State that a device reports about itself, the source of service messages.
    additional_information: descriptor.serviceMessage ? SERVICE : undefined,
    // Members of the data point: the text of those above is made once.
    unique_id: '',
    observed: false,
    usage: 'data_point',
    confirm: undefined,
    ...NO_VALUE,
  };
}

/** The members of a face that depend on the description alone. */
export function commonOf(face: Face) {
  const {
    central: _central,
    device_address: _address,
    channel: _channel,
    unique_id: _id,
    observed: _observed,
    value: _value,
    display_value: _display,
    value_status: _status,
    modified_at: _modified,
    last_changed_at: _changed,
    last_seen_at: _seen,
    value_age_seconds: _age,
    source: _source,
    pending: _pending,
    usage: _usage,
    confirm: _confirm,
    ...common
  } = face;
  return common;
}

/** Honest about age: only a value from a link that is known to work is live. */
function sourceOf(point: DataPoint): ValueSource {
  if (point.value === undefined && point.lastTrigger === undefined) return 'unobserved';
  if (point.cached) return 'cache';
  return point.channel.device.iface.status.connected ? 'live' : 'stale';
}
