import { nameCorrections } from '@ccu-gateway/contract';
import type { NameCorrection } from '@ccu-gateway/contract/types';
import {
  type DeviceAdministering,
  labelChannel,
  labelDevice,
  reloadDevice,
  restoreConfig,
} from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../operation/central-arg.js';
import { commandsWith } from '../operation/command.js';

const command = commandsWith<DeviceAdministering>();
const category = 'devices';
const address = z.string().min(1).max(64);
const name = z.string().min(1).max(128);
const names = z.array(name).max(64);
const channelAt = { ...centralArgs, address, channel: z.int().min(0) } as const;
const deviceAddress = { ...centralArgs, device_address: address } as const;
const channelAddress = { ...centralArgs, channel_address: address } as const;

function reloader(commandName: string, what: 'device_address' | 'channel_address') {
  const args = what === 'device_address' ? z.object(deviceAddress) : z.object(channelAddress);
  return command({
    name: commandName,
    category: commandName.split('.')[0] ?? category,
    description: `Read a ${what === 'device_address' ? 'device' : 'channel'} and its configuration anew.`,
    access: 'operator',
    args,
    result: z.object({ reloaded: z.string() }),
    handler: async (asked, needs) => {
      const target = 'device_address' in asked ? asked.device_address : asked.channel_address;
      await reloadDevice(needs, { ...scopeOf(asked), address: target });
      return { reloaded: target };
    },
  });
}

/** The name that it has now, and the names that the CCU changed. */
function nameNow(address: string, requested: string, corrections: readonly NameCorrection[]) {
  if (corrections.length === 0) return { name: requested };
  return { name: corrections.find((each) => each.address === address)?.applied ?? requested, corrections };
}

export const deviceAdminCommands = [
  command({
    name: 'device.rename',
    category,
    description: 'Name a device, and its channels too when asked to.',
    access: labelDevice.role,
    args: z.object({ ...centralArgs, address, name, include_channels: z.boolean().default(false) }),
    result: z.object({
      address: z.string(),
      name: z.string(),
      include_channels: z.boolean(),
      ...nameCorrections.shape,
    }),
    handler: async (args, needs, caller) => {
      const { address, include_channels } = args;
      const labels = { name: args.name, includeChannels: include_channels };
      const corrections = await labelDevice(needs, caller, { ...scopeOf(args), address }, labels);
      return { address, include_channels, ...nameNow(address, args.name, corrections) };
    },
  }),
  command({
    name: 'device.rename_channel',
    category,
    description: 'Name a channel.',
    access: labelChannel.role,
    args: z.object({ ...channelAt, name }),
    result: z.object({ address: z.string(), channel: z.int(), name: z.string(), ...nameCorrections.shape }),
    handler: async (args, needs, caller) => {
      const { address, channel } = args;
      const at = { ...scopeOf(args), address, channel };
      const corrections = await labelChannel(needs, caller, at, { name: args.name });
      return { address, channel, ...nameNow(`${address}:${channel}`, args.name, corrections) };
    },
  }),
  command({
    name: 'device.set_channel_rooms',
    category,
    description: 'Put a channel into exactly these rooms.',
    access: labelChannel.role,
    args: z.object({ ...channelAt, rooms: names }),
    result: z.object({ address: z.string(), channel: z.int(), rooms: names }),
    handler: async (args, needs, caller) => {
      const at = { ...scopeOf(args), address: args.address, channel: args.channel };
      await labelChannel(needs, caller, at, { rooms: args.rooms });
      return { address: args.address, channel: args.channel, rooms: args.rooms };
    },
  }),
  command({
    name: 'device.set_channel_functions',
    category,
    description: 'Put a channel into exactly these functions.',
    access: labelChannel.role,
    args: z.object({ ...channelAt, functions: names }),
    result: z.object({ address: z.string(), channel: z.int(), functions: names }),
    handler: async (args, needs, caller) => {
      const at = { ...scopeOf(args), address: args.address, channel: args.channel };
      await labelChannel(needs, caller, at, { functions: args.functions });
      return { address: args.address, channel: args.channel, functions: args.functions };
    },
  }),
  command({
    name: 'device.restore_config',
    category,
    description: 'Have the CCU send a device its stored configuration again.',
    access: restoreConfig.role,
    args: z.object({ ...centralArgs, address }),
    result: z.object({ address: z.string() }),
    handler: async (args, needs, caller) => {
      await restoreConfig(needs, caller, { ...scopeOf(args), address: args.address });
      return { address: args.address };
    },
  }),
  ...(
    [
      ['central.reconcile', 'central', 'Compare the lists of devices with those of the CCUs.'],
      ['firmware.refresh', 'firmware', 'Read the firmware state of all devices anew.'],
    ] as const
  ).map(([commandName, of, description]) =>
    command({
      name: commandName,
      category: of,
      description,
      access: 'operator',
      result: z.object({ refreshed: z.literal(true) }),
      handler: async (_args, { deviceControl }) => {
        await deviceControl.refreshAll();
        return { refreshed: true } as const;
      },
    }),
  ),
  reloader('config.reload_device_config', 'device_address'),
  reloader('config.reload_channel_config', 'channel_address'),
  reloader('ccu.reload_device_config', 'device_address'),
  reloader('ccu.reload_channel_config', 'channel_address'),
];
