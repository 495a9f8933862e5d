import { isMoving } from '../custom/read.js';
import type { Channel, DataPoint, HouseRecords } from '../model/state.js';
import { sameValue } from '../values/same-value.js';

/** Parameters of targets, and parameters that report a movement. */
const LEVEL = /^LEVEL(_2|_SLATS)?$/;
const MOTION = /^(ACTIVITY_STATE|DIRECTION|PROCESS|WORKING)(_SLATS)?$/;

/** A movement arrives in several events, in no certain order; a blind that turns round stands still in between. */
const ONE_MOVEMENT_MS = 2000;

/** A live value settles the request, but for a level on its way there: that is a position and no answer. */
export function settleTarget(house: HouseRecords, point: DataPoint, value: unknown, at: number): void {
  if (point.pending === undefined) return;
  const isReached = sameValue(point.pending.value, value as typeof point.pending.value);
  if (!LEVEL.test(point.parameter) || isReached) point.pending = undefined;
  else if (!isMoving(point.channel)) leaveTarget(house, point, at);
}

/** Effect of a new movement state on the targets: a standstill ends them, a start shows that they hold. */
export function followMotion(house: HouseRecords, told: DataPoint, at: number): void {
  if (!MOTION.test(told.parameter)) return;
  for (const channel of together(told.channel)) {
    const moves = isMoving(channel);
    for (const point of channel.points.values()) {
      if (!LEVEL.test(point.parameter)) continue;
      if (moves) takeUpTarget(house, point, at);
      else if (point.pending !== undefined) leaveTarget(house, point, at);
    }
  }
}

function together(channel: Channel): readonly Channel[] {
  const { device, group } = channel;
  if (group === undefined) return [channel];
  return group.members.map((number) => device.channels.get(number)).filter((each) => each !== undefined);
}

function leaveTarget(house: HouseRecords, point: DataPoint, at: number): void {
  if (point.pending !== undefined) house.leftTargets.set(point, { pending: point.pending, at });
  point.pending = undefined;
}

function takeUpTarget(house: HouseRecords, point: DataPoint, at: number): void {
  const left = house.leftTargets.get(point);
  house.leftTargets.delete(point);
  if (left === undefined || point.pending !== undefined || at - left.at > ONE_MOVEMENT_MS) return;
  // It may have arrived meanwhile.
  if (point.value === undefined || !sameValue(left.pending.value, point.value)) point.pending = left.pending;
}
