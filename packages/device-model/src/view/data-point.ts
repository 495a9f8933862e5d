import { displayValue } from '../announce.js';
import { categoryOf, functionalTypeOf } from '../category.js';
import { parameterLabel, valueLabels } from '../labels/label.js';
import type { Locale } from '../requests.js';
import type { DataPointSummary, DataPointUsage, ValueSource } from '../shapes/devices.js';
import type { DataPoint } from '../state.js';
import { timestamp } from '../time.js';
import { uiHint } from '../ui-hint.js';
import { usageOf } from '../visibility/usage.js';

export interface PointView {
  readonly locale: Locale;
  /** Milliseconds since the Unix epoch, for the age of the value. */
  readonly now: number;
}

export function describePoint(point: DataPoint, view: PointView): DataPointSummary {
  const { channel, parameter, descriptor } = point;
  const { device } = channel;
  const category = categoryOf(parameter, descriptor);
  const changed = timestamp(point.changedAt);
  const seen = timestamp(point.seenAt);
  const label = parameterLabel(parameter, view.locale);
  const translations = descriptor.valueList === undefined ? undefined : valueLabels(descriptor.valueList, view.locale);
  return {
    parameter,
    parameter_label: label,
    unique_id: device.central.ids.dataPoint(device.address, channel.number, parameter),
    observed: point.value !== undefined || point.lastTrigger !== undefined,
    ...(point.value === undefined ? {} : { value: point.value }),
    ...displayValue(point.value, descriptor.multiplier),
    ...(descriptor.multiplier === 1 ? {} : { multiplier: descriptor.multiplier }),
    ...(changed === undefined ? {} : { modified_at: changed, last_changed_at: changed }),
    ...(seen === undefined ? {} : { last_seen_at: seen }),
    ...(point.seenAt === undefined
      ? {}
      : { value_age_seconds: Math.max(0, Math.floor((view.now - point.seenAt) / 1000)) }),
    source: sourceOf(point),
    operations: { read: descriptor.readable, write: descriptor.writable, event: descriptor.eventful },
    ...(category === undefined ? {} : { category, data_point_type: functionalTypeOf(category) }),
    usage: usageOf(point) satisfies DataPointUsage,
    translated_name: label,
    ...(descriptor.control === undefined ? {} : { control: descriptor.control }),
    ...(descriptor.type === '' ? {} : { type: descriptor.type }),
    ...(descriptor.valueList === undefined ? {} : { value_list: descriptor.valueList }),
    ...(translations === undefined ? {} : { value_translations: translations }),
    ...(descriptor.unit === undefined ? {} : { unit: descriptor.unit }),
    ...(descriptor.min === undefined ? {} : { min: descriptor.min }),
    ...(descriptor.max === undefined ? {} : { max: descriptor.max }),
    ...(descriptor.default === undefined ? {} : { default: descriptor.default }),
    ui_hint: uiHint(parameter, descriptor),
    ...(point.pending === undefined ? {} : { pending: true }),
  };
}

/** Honest about age: only what was heard over a link that is known to work is live. */
function sourceOf(point: DataPoint): ValueSource {
  if (point.value === undefined && point.lastTrigger === undefined) return 'unobserved';
  if (point.cached) return 'cache';
  return point.channel.device.iface.status.connected ? 'live' : 'stale';
}
