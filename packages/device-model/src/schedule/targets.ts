import { customOn } from '../custom/custom-data-point.js';
import type { Channel, Device } from '../model/state.js';

export interface TargetChannel {
  readonly channel: Channel;
  readonly primary: boolean;
}

/** The channels a schedule can act on, by actor and receiver, both from 1. */
export function targetsOf(device: Device): ReadonlyMap<string, TargetChannel> {
  const targets = new Map<string, TargetChannel>();
  const channels = [...device.channels.values()].sort((a, b) => a.number - b.number);
  let actor = 0;
  for (const channel of channels) {
    const primary = channel.group === undefined ? isActor(channel) : isMaster(channel);
    if (!primary) continue;
    actor += 1;
    const receivers = channels.filter(
      (each) =>
        each === channel ||
        (channel.group !== undefined && each.group === channel.group && each.number > channel.number),
    );
    receivers.slice(0, 3).forEach((receiver, index) => {
      targets.set(`${actor}_${index + 1}`, { channel: receiver, primary: index === 0 });
    });
  }
  return targets;
}

/** Permissions of people are no targets: the entries of a lock are about the lock. */
function isActor(channel: Channel): boolean {
  const custom = customOn(channel);
  return custom !== undefined && channel.number > 0 && custom.behaviour.parameter !== 'ACCESS_AUTHORIZATION';
}

const isMaster = (channel: Channel): boolean => channel.group?.master === channel.number;
