import { displayValue } from '../announce.js';
import { categoryOf, functionalTypeOf } from '../category.js';
import type { Descriptor } from '../descriptor.js';
import { parameterLabel, valueLabels } from '../labels/label.js';
import type { Locale } from '../requests.js';
import type { DataPointSummary, ValueSource } from '../shapes/devices.js';
import type { DataPoint, Face, FaceCache } from '../state.js';
import { timestamp } from '../time.js';
import { uiHint } from '../ui-hint.js';
import { usageOf } from '../visibility/usage.js';

export interface PointView {
  readonly locale: Locale;
  /** Milliseconds since the Unix epoch, for the age of the value. */
  readonly now: number;
  /** What depends on the description alone is made once: a house has far fewer descriptions than data points. */
  readonly faces: FaceCache;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

export function describePoint(point: DataPoint, view: PointView): DataPointSummary {
  // Cloning the face first and adding to the clone is several times faster than spreading into a fresh object.
  const summary: Writable<DataPointSummary> = {
    ...faceOf(point, view),
    unique_id: uniqueIdOf(point),
    observed: point.value !== undefined || point.lastTrigger !== undefined,
    source: sourceOf(point),
    usage: usageOf(point),
  };
  addValue(summary, point, view);
  return summary;
}

export interface PlacedDataPoint extends DataPointSummary {
  readonly central: string;
  readonly device_address: string;
  readonly channel: number;
}

/** The same with where it belongs, for a line of its own. */
export function describePlacedPoint(point: DataPoint, view: PointView): PlacedDataPoint {
  const { channel } = point;
  const summary: Writable<PlacedDataPoint> = {
    ...faceOf(point, view),
    central: channel.device.central.name,
    device_address: channel.device.address,
    channel: channel.number,
    unique_id: uniqueIdOf(point),
    observed: point.value !== undefined || point.lastTrigger !== undefined,
    source: sourceOf(point),
    usage: usageOf(point),
  };
  addValue(summary, point, view);
  return summary;
}

function uniqueIdOf({ channel, parameter }: DataPoint): string {
  const { device } = channel;
  return device.central.ids.dataPoint(device.address, channel.number, parameter);
}

function addValue(summary: Writable<DataPointSummary>, point: DataPoint, view: PointView): void {
  if (point.value !== undefined) {
    summary.value = point.value;
    const { display_value: shown } = displayValue(point.value, point.descriptor.multiplier);
    if (shown !== undefined) summary.display_value = shown;
  }
  const changed = timestamp(point.changedAt);
  if (changed !== undefined) {
    summary.modified_at = changed;
    summary.last_changed_at = changed;
  }
  const seen = point.seenAt === point.changedAt ? changed : timestamp(point.seenAt);
  if (point.seenAt !== undefined && seen !== undefined) {
    summary.last_seen_at = seen;
    summary.value_age_seconds = Math.max(0, Math.floor((view.now - point.seenAt) / 1000));
  }
  if (point.pending !== undefined) summary.pending = true;
}

function faceOf({ parameter, descriptor }: DataPoint, view: PointView): Face {
  const key = `${view.locale}/${parameter}`;
  const faces = view.faces.get(descriptor) ?? new Map<string, Face>();
  const known = faces.get(key);
  if (known !== undefined) return known;
  const face = makeFace(parameter, descriptor, view.locale);
  faces.set(key, face);
  view.faces.set(descriptor, faces);
  return face;
}

function makeFace(parameter: string, descriptor: Descriptor, locale: Locale): Face {
  const category = categoryOf(parameter, descriptor);
  const label = parameterLabel(parameter, locale);
  const translations = descriptor.valueList === undefined ? undefined : valueLabels(descriptor.valueList, locale);
  return {
    parameter,
    parameter_label: label,
    translated_name: label,
    ...(descriptor.multiplier === 1 ? {} : { multiplier: descriptor.multiplier }),
    operations: { read: descriptor.readable, write: descriptor.writable, event: descriptor.eventful },
    ...(category === undefined ? {} : { category, data_point_type: functionalTypeOf(category) }),
    ...(descriptor.control === undefined ? {} : { control: descriptor.control }),
    ...(descriptor.type === '' ? {} : { type: descriptor.type }),
    ...(descriptor.valueList === undefined ? {} : { value_list: descriptor.valueList }),
    ...(translations === undefined ? {} : { value_translations: translations }),
    ...(descriptor.unit === undefined ? {} : { unit: descriptor.unit }),
    ...(descriptor.min === undefined ? {} : { min: descriptor.min }),
    ...(descriptor.max === undefined ? {} : { max: descriptor.max }),
    ...(descriptor.default === undefined ? {} : { default: descriptor.default }),
    ui_hint: uiHint(parameter, descriptor),
  };
}

/** Honest about age: only what was heard over a link that is known to work is live. */
function sourceOf(point: DataPoint): ValueSource {
  if (point.value === undefined && point.lastTrigger === undefined) return 'unobserved';
  if (point.cached) return 'cache';
  return point.channel.device.iface.status.connected ? 'live' : 'stale';
}
