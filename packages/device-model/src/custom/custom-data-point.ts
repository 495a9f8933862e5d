import type { CustomDataPoint } from '../model/custom.js';
import type { Channel, Device } from '../model/state.js';
import { isSpareLight } from './color-light.js';
import { behavioursOf } from './detect.js';

/** Finds the custom data points of a device. Names are bare where they are unique, else they carry the channel. */
export function buildCustoms(device: Device): void {
  const before = new Map(device.customs.map((each) => [each.name, each]));
  const found = [...device.channels.values()]
    .sort((a, b) => a.number - b.number)
    .flatMap((channel) => behavioursOf(channel).map((behaviour) => ({ channel, behaviour })));
  const counts = new Map<string, number>();
  for (const { behaviour } of found) counts.set(behaviour.parameter, (counts.get(behaviour.parameter) ?? 0) + 1);
  // Counted before the spare ones go, so that a name does not depend on how the device is wired at the moment.
  const present = found.filter(({ channel, behaviour }) => behaviour.category !== 'light' || !isSpareLight(channel));
  device.central.heating = undefined;
  device.customs = present.map(({ channel, behaviour }) => {
    const unique = counts.get(behaviour.parameter) === 1;
    const name = unique ? behaviour.parameter : `${behaviour.parameter}@${channel.number}`;
    return {
      name,
      behaviour,
      channel,
      sources: behaviour.sources(channel),
      published: before.get(name)?.published ?? JSON.stringify(behaviour.state(channel)),
    };
  });
  for (const channel of device.channels.values()) for (const point of channel.points.values()) point.customs = NONE;
  for (const custom of device.customs) {
    for (const source of custom.sources) source.customs = [...source.customs, custom];
  }
}

const NONE: readonly CustomDataPoint[] = [];

/** The custom data point that is written through this channel. */
export const customOn = (channel: Channel): CustomDataPoint | undefined =>
  channel.device.customs.find((custom) => custom.channel === channel);
