import type { ScheduleAddress } from '@ccu-gateway/device-model';
import { notFound } from '@ccu-gateway/gateway-core';
import {
  found,
  inOrder,
  readWeekProfile,
  type ScheduleWriting,
  setChannelLock,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../operation/central-arg.js';
import { commandsWith } from '../operation/command.js';

const command = commandsWith<ScheduleWriting>();
const category = 'schedules';
const address = z.string().min(1).max(64);

export const scheduleCommands = [
  command({
    name: 'schedules.set_enabled',
    category,
    alone: 'sets all channels of a device, too',
    description: 'Let all channels of a device, or one, follow the weekly programme or not.',
    access: setChannelLock.role,
    args: z.object({
      ...centralArgs,
      device_address: address,
      enabled: z.boolean(),
      channel_key: z.string().max(16).optional(),
    }),
    result: z.object({ device_address: z.string(), enabled: z.boolean() }),
    handler: async (args, ports, caller) => {
      const device: ScheduleAddress = { ...scopeOf(args), address: args.device_address };
      const { channel: place } = found(ports.devices.schedules.locate(device));
      const at = { ...device, channel: place.number };
      const { schedule_enabled: known = {} } = await readWeekProfile(ports, at);
      const keys = args.channel_key === undefined ? Object.keys(known) : [args.channel_key];
      if (keys.length === 0) throw notFound(`A channel of ${args.device_address} that follows a weekly programme`);
      const lock = (key: string) => () => setChannelLock(ports, caller, at, key, args.enabled);
      await inOrder(keys.map((key) => ({ what: key, run: lock(key) })));
      return { device_address: args.device_address, enabled: args.enabled };
    },
  }),
];
