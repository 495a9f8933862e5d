import type { TargetChannelSummary, WeekProfileResponse } from '@ccu-gateway/contract/types';
import { canWrite } from '../custom/read.js';
import { flagsOf } from '../model/flags.js';
import type { Device } from '../model/state.js';
import type { Planned } from '../requests/plan.js';
import { invalid, notFound } from '../requests/result.js';
import { channelName } from '../view/name.js';
import { lockedChannel, paramsetWrite, targetOf } from '../write/write.js';
import { keysOfMask, maskOfKeys } from './actor.js';
import { layoutOf, type Values } from './climate.js';
import { activeProfile } from './schedule.js';
import type { ScheduleSource } from './source.js';
import { type TargetChannel, targetsOf } from './targets.js';

/** `values` of the holding MASTER where they are known; without them the active profile of older thermostats is not. */
export function describeWeekProfile(source: ScheduleSource, values: Values): WeekProfileResponse {
  const { device, channel } = source;
  const base = { address: channel.address, unique_id: device.central.ids.weekProfile(device.address) };
  if (source.kind === 'climate') {
    const layout = layoutOf(source.description);
    const active = activeProfile(source, layout, values);
    return {
      ...base,
      schedule_type: 'climate',
      min_temp: layout.min,
      max_temp: layout.max,
      profile_count: layout.profiles.length,
      has_climate_schedule: true,
      ...(active === undefined ? {} : { current_profile: `P${active}` }),
      available_profiles: layout.profiles.map((profile) => profile.name),
    };
  }
  const targets = targetsOf(device);
  const locked = new Set(keysOfMask(channel.points.get(LOCKS)?.value));
  return {
    ...base,
    schedule_type: 'default',
    min_temp: 0,
    max_temp: 0,
    profile_count: 0,
    has_climate_schedule: false,
    schedule_enabled: Object.fromEntries([...targets.keys()].map((key) => [key, !locked.has(key)])),
    available_target_channels: Object.fromEntries(
      [...targets].map(([key, target]) => [key, describeTarget(device, key, target)]),
    ),
  };
}

const LOCKS = 'WEEK_PROGRAM_CHANNEL_LOCKS';

function describeTarget(device: Device, key: string, { channel, primary }: TargetChannel): TargetChannelSummary {
  return {
    channel_no: channel.number,
    channel_address: channel.address,
    name: channelName(channel),
    channel_type: primary ? 'primary' : 'secondary',
    unique_id: device.central.ids.scheduleSwitch(device.address, key),
  };
}

/** Takes one channel out of the schedule (it is then operated by hand only) or gives it back. */
export function planChannelLock(source: ScheduleSource, key: string, enabled: unknown): Planned {
  const { channel, device } = source;
  if (typeof enabled !== 'boolean') {
    return invalid('enabled is missing', [{ field: 'enabled', reason: 'must be true or false' }]);
  }
  const mask = maskOfKeys([key]);
  if (mask === undefined || !targetsOf(device).has(key))
    return notFound('channel', `${channel.address} controls no channel ${key}`);
  if (flagsOf(channel).locked) return lockedChannel(channel);
  // 0 is by hand; 2 is by schedule, from the next switching point on.
  const mode = enabled ? 2 : 0;
  if (canWrite(channel, 'COMBINED_PARAMETER')) {
    return {
      ok: true,
      write: {
        kind: 'value',
        ...targetOf(device),
        channelAddress: channel.address,
        channel: channel.number,
        parameter: 'COMBINED_PARAMETER',
        value: { type: 'string', value: `WPTCLS=${mask},WPTCL=${mode}` },
        momentary: false,
      },
    };
  }
  if (!canWrite(channel, TARGET_LOCKS) || !canWrite(channel, TARGET_LOCK)) {
    return { ok: false, code: 'unsupported', message: `${channel.address} cannot exclude channels from its schedule` };
  }
  return {
    ok: true,
    write: paramsetWrite(channel, 'VALUES', {
      [TARGET_LOCKS]: { type: 'i4', value: Number(mask) },
      [TARGET_LOCK]: { type: 'i4', value: mode },
    }),
  };
}

const TARGET_LOCKS = 'WEEK_PROGRAM_TARGET_CHANNEL_LOCKS';
const TARGET_LOCK = 'WEEK_PROGRAM_TARGET_CHANNEL_LOCK';
