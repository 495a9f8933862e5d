import type { WireValue } from '@ccu-gateway/ccu-client';
import { rolledBack } from '../announce/announce.js';
import { locateChannelAddress } from '../model/locate.js';
import type { Channel, HouseRecords } from '../model/state.js';
import type { ModelEvent } from '../requests/events.js';
import type { PendingValue } from '../requests/requests.js';
import { combinedLevels } from '../values/combined.js';
import { sameValue } from '../values/same-value.js';

const NOTHING = () => [];

/**
 * Shows requested values as pending until they are confirmed. The returned function ends that, if no other request
 * replaced this one.
 */
export function markPending(house: HouseRecords, write: PendingValue): () => readonly ModelEvent[] {
  const found = locateChannelAddress(house, write.channelAddress, write);
  if (!found.ok) return NOTHING;
  const levels = Object.entries(combinedLevels(write.parameter, write.value));
  const numbered = write.mark === undefined ? {} : { mark: write.mark };
  if (levels.length > 0) return markTacitly(found.value, levels, numbered);
  const point = found.value.points.get(write.parameter);
  if (point === undefined || point.paramsetKey !== 'VALUES' || point.descriptor.momentary) return NOTHING;
  // A parameter that is never shown can never be confirmed.
  if (!point.descriptor.readable && !point.descriptor.eventful) return NOTHING;
  // A value that is already present needs no confirmation, and many CCUs would not send one.
  if (point.value !== undefined && sameValue(point.value, write.value)) return NOTHING;
  const mark = { value: write.value, ...numbered };
  point.pending = mark;
  return () => {
    if (point.pending !== mark) return [];
    point.pending = undefined;
    const { channel, parameter, paramsetKey, value: present } = point;
    const place = { device: channel.device, number: channel.number, channel };
    return [rolledBack(place, { parameter, paramsetKey, reason: 'send_error', sent: mark.value, present })];
  };
}

/** Targets of a movement of several parts, each for itself: the next one may change one of them only. */
function markTacitly(
  channel: Channel,
  levels: readonly (readonly [string, number])[],
  numbered: { readonly mark?: number },
): () => readonly ModelEvent[] {
  const marks = levels.flatMap(([parameter, value]) => {
    const point = channel.points.get(parameter);
    const mark = { value, tacit: true, ...numbered } as const;
    if (point !== undefined) point.pending = mark;
    return point === undefined ? [] : [{ point, mark }];
  });
  return () => {
    for (const { point, mark } of marks) if (point.pending === mark) point.pending = undefined;
    return [];
  };
}

/** Ends a pending value by its number. */
export function endPending(house: HouseRecords, write: PendingValue & { readonly mark: number }): void {
  const found = locateChannelAddress(house, write.channelAddress, write);
  if (!found.ok) return;
  for (const point of found.value.points.values()) {
    if (point.pending?.mark === write.mark) point.pending = undefined;
  }
}

/** Such a movement came to nothing. */
export function dropTacit(channel: Channel | undefined, parameter: string, sent: unknown): void {
  for (const [level, value] of Object.entries(combinedLevels(parameter, sent as WireValue))) {
    const point = channel?.points.get(level);
    if (point?.pending?.tacit === true && point.pending.value === value) point.pending = undefined;
  }
}
