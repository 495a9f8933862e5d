import { corrections, schedule, scheduleListItem } from '@ccu-gateway/contract';
import type { ScheduleCorrection } from '@ccu-gateway/contract/types';
import type { ScheduleAddress } from '@ccu-gateway/device-model';
import {
  activateProfile,
  copyProfile,
  copySchedule,
  found,
  inOrder,
  notFound,
  readSchedule,
  readWeekProfile,
  type ScheduleWriting,
  setChannelLock,
  writeSchedule,
} from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../operation/central-arg.js';
import { commandsWith } from '../operation/command.js';
import { channelEnd } from '../rest/schedules.js';

const command = commandsWith<ScheduleWriting>();
const category = 'schedules';
const address = z.string().min(1).max(64);
const profile = schedule.partial().describe('The schedule as it is read; where it goes is said beside it.');
const profileNumber = z.int().min(1).max(6);

type CentralArg = { readonly central_name?: string | undefined };
const device = (args: CentralArg & { readonly device_address: string }): ScheduleAddress => ({
  ...scopeOf(args),
  address: args.device_address,
});
const channel = (args: CentralArg & { readonly channel_address: string }) =>
  channelEnd(args.channel_address, scopeOf(args));
const said = (list: readonly ScheduleCorrection[]) => (list.length === 0 ? {} : { corrections: list });

export const scheduleCommands = [
  command({
    name: 'schedules.list_devices',
    category,
    description: 'List the devices that have a weekly programme.',
    access: 'viewer',
    args: z.object(centralArgs),
    result: z.object({ items: z.array(scheduleListItem) }),
    handler: (args, { devices }) => ({ items: devices.schedules.list(scopeOf(args)) }),
  }),
  command({
    name: 'schedules.device.get',
    category,
    description: 'Read the weekly programme of a device.',
    access: 'viewer',
    args: z.object({ ...centralArgs, device_address: address }),
    result: schedule,
    handler: (args, needs) => readSchedule(needs, device(args)),
  }),
  command({
    name: 'schedules.device.set',
    category,
    description: 'Write the weekly programme of a device; only what differs is sent.',
    access: writeSchedule.role,
    args: z.object({ ...centralArgs, device_address: address, profile }),
    result: corrections,
    handler: async (args, needs, caller) => said(await writeSchedule(needs, caller, device(args), args.profile)),
  }),
  command({
    name: 'schedules.device.active_profile.set',
    category,
    description: 'Choose the profile a device follows.',
    access: activateProfile.role,
    args: z.object({ ...centralArgs, device_address: address, profile: z.string().regex(/^P[1-6]$/) }),
    result: z.object({ profile: z.string() }),
    handler: async (args, needs, caller) => {
      await activateProfile(needs, caller, device(args), args.profile);
      return { profile: args.profile };
    },
  }),
  command({
    name: 'schedules.climate.get',
    category,
    description: 'Read the weekly programme of a thermostat channel.',
    access: 'viewer',
    args: z.object({ ...centralArgs, channel_address: address }),
    result: schedule,
    handler: (args, needs) => readSchedule(needs, channel(args)),
  }),
  command({
    name: 'schedules.climate.set',
    category,
    description: 'Write the weekly programme of a thermostat channel; only what differs is sent.',
    access: writeSchedule.role,
    args: z.object({ ...centralArgs, channel_address: address, profile }),
    result: corrections,
    handler: async (args, needs, caller) => said(await writeSchedule(needs, caller, channel(args), args.profile)),
  }),
  command({
    name: 'schedules.active_profile.set',
    category,
    description: 'Choose the profile a channel follows.',
    access: activateProfile.role,
    args: z.object({ ...centralArgs, channel_address: address, profile_index: profileNumber }),
    result: z.object({ profile_index: z.int() }),
    handler: async (args, needs, caller) => {
      await activateProfile(needs, caller, channel(args), `P${args.profile_index}`);
      return { profile_index: args.profile_index };
    },
  }),
  command({
    name: 'schedules.climate.copy_profile',
    category,
    description: 'Copy one profile to another profile or channel.',
    access: copyProfile.role,
    args: z.object({
      ...centralArgs,
      source_channel_address: address,
      source_profile: profileNumber,
      target_channel_address: address,
      target_profile: profileNumber,
    }),
    result: corrections,
    handler: async (args, needs, caller) => {
      const from = { at: channelEnd(args.source_channel_address, scopeOf(args)), profile: args.source_profile };
      const to = { at: channelEnd(args.target_channel_address, scopeOf(args)), profile: args.target_profile };
      return said(await copyProfile(needs, caller, from, to));
    },
  }),
  command({
    name: 'schedules.copy',
    category,
    description: 'Copy the weekly programme to another device of the same kind.',
    access: copySchedule.role,
    args: z.object({ ...centralArgs, source_device_address: address, target_device_address: address }),
    result: corrections,
    handler: async (args, needs, caller) => {
      const from = { ...scopeOf(args), address: args.source_device_address };
      const to = { ...scopeOf(args), address: args.target_device_address };
      return said(await copySchedule(needs, caller, from, to));
    },
  }),
  command({
    name: 'schedules.set_enabled',
    category,
    description: 'Let all channels of a device, or one, follow the weekly programme or not.',
    access: setChannelLock.role,
    args: z.object({
      ...centralArgs,
      device_address: address,
      enabled: z.boolean(),
      channel_key: z.string().max(16).optional(),
    }),
    result: z.object({ device_address: z.string(), enabled: z.boolean() }),
    handler: async (args, needs, caller) => {
      const { channel: place } = found(needs.devices.schedules.locate(device(args)));
      const at = { ...device(args), channel: place.number };
      const { schedule_enabled: known = {} } = await readWeekProfile(needs, at);
      const keys = args.channel_key === undefined ? Object.keys(known) : [args.channel_key];
      if (keys.length === 0) throw notFound(`A channel of ${args.device_address} that follows a weekly programme`);
      const lock = (key: string) => () => setChannelLock(needs, caller, at, key, args.enabled);
      await inOrder(keys.map((key) => ({ what: key, run: lock(key) })));
      return { device_address: args.device_address, enabled: args.enabled };
    },
  }),
];
