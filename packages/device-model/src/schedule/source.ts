import type { ParamsetDescription } from '@ccu-gateway/ccu-client';
import type { ScheduleChannelRef } from '@ccu-gateway/contract/types';
import { customOn } from '../custom/custom-data-point.js';
import { locateDevice } from '../model/locate.js';
import type { Channel, Device, HouseRecords } from '../model/state.js';
import { type Found, notFound, ok } from '../requests/result.js';

export interface ScheduleAt {
  readonly address: string;
  /** Without it the device's own schedule is found, where it has just one. */
  readonly channel?: number;
  readonly central?: string;
}

/** Location of a schedule: the paramset that holds it, and the channel that shows it. */
export interface ScheduleSource {
  readonly device: Device;
  readonly holder: Device | Channel;
  readonly channel: Channel;
  readonly description: ParamsetDescription;
  readonly kind: 'climate' | 'simple';
}

const CLIMATE = /^(P1_)?(TEMPERATURE|TEMPERATUR)_MONDAY_1$/;
const ACTOR = '01_WP_WEEKDAY';

export function sourcesOf(device: Device): readonly ScheduleSource[] {
  const holders: readonly (Device | Channel)[] = [device, ...device.channels.values()];
  return holders.flatMap((holder) => {
    const description = holder.paramsets.get('MASTER');
    const kind = description === undefined ? undefined : kindOf(description);
    const channel = 'device' in holder ? holder : climateChannel(device);
    return description === undefined || kind === undefined || channel === undefined
      ? []
      : [{ device, holder, channel, description, kind }];
  });
}

function kindOf(description: ParamsetDescription): 'climate' | 'simple' | undefined {
  if (Object.hasOwn(description, ACTOR)) return 'simple';
  return Object.keys(description).some((parameter) => CLIMATE.test(parameter)) ? 'climate' : undefined;
}

/** Older thermostats keep their week at the device; it is shown at the channel that heats. */
function climateChannel(device: Device): Channel | undefined {
  const channels = [...device.channels.values()].sort((a, b) => a.number - b.number);
  return channels.find((channel) => customOn(channel)?.behaviour.category === 'climate') ?? channels[0];
}

export function locateSchedule(house: HouseRecords, at: ScheduleAt): Found<ScheduleSource> {
  const device = locateDevice(house, at.address, at);
  if (!device.ok) return device;
  const sources = sourcesOf(device.value);
  const found = at.channel === undefined ? sources[0] : sources.find((source) => source.channel.number === at.channel);
  if (found !== undefined) return ok(found);
  if (at.channel !== undefined && !device.value.channels.has(at.channel)) {
    return notFound('channel', `device ${device.value.address} has no channel ${at.channel}`);
  }
  const where =
    at.channel === undefined ? `device ${device.value.address}` : `channel ${at.channel} of ${device.value.address}`;
  return notFound('schedule', `${where} has no schedule`);
}

export function refOf({ channel, device }: ScheduleSource): ScheduleChannelRef {
  return { address: channel.address, number: channel.number, device_address: device.address };
}
