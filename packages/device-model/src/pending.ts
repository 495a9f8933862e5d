import { rolledBack } from './announce.js';
import { sameValue } from './apply/value.js';
import type { HomeEvent } from './events.js';
import { locateChannelAddress } from './locate.js';
import type { PendingValue } from './requests.js';
import type { House } from './state.js';

const NOTHING = () => [];

/** Marks what was asked for and is not confirmed. The answer takes the mark off again, if it is still this one. */
export function markPending(house: House, write: PendingValue): () => readonly HomeEvent[] {
  const found = locateChannelAddress(house, write.channelAddress, write);
  const point = found.ok ? found.value.points.get(write.parameter) : undefined;
  if (point === undefined || point.paramsetKey !== 'VALUES' || point.descriptor.momentary) return NOTHING;
  // What never shows can never be confirmed.
  if (!point.descriptor.readable && !point.descriptor.eventful) return NOTHING;
  // What already stands there needs no confirmation, and many CCUs would not send one.
  if (point.value !== undefined && sameValue(point.value, write.value)) return NOTHING;
  const mark = { value: write.value };
  point.pending = mark;
  return () => {
    if (point.pending !== mark) return [];
    point.pending = undefined;
    const { channel, parameter, paramsetKey, value: present } = point;
    const place = { device: channel.device, number: channel.number, channel };
    return [rolledBack(place, { parameter, paramsetKey, reason: 'send_error', sent: mark.value, present })];
  };
}
