import { installModeEntry, installModeRequest, installSeconds, searchResult } from '@ccu-gateway/contract';
import {
  type InstallModeWriting,
  listInstallModes,
  pairDevice,
  searchDevices,
  setInstallMode,
} from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../operation/central-arg.js';
import { commandsWith } from '../operation/command.js';

const command = commandsWith<InstallModeWriting>();
const category = 'install_mode';
const interfaceArg = { ...centralArgs, interface_id: installModeRequest.shape.interface } as const;
const switched = z.object({ interface_id: z.string(), enabled: z.boolean() });

export const installModeCommands = [
  command({
    name: 'install_mode.status',
    category,
    description: 'Show for each interface whether install mode is on, and for how long.',
    access: 'viewer',
    args: z.object(centralArgs),
    result: z.array(installModeEntry),
    handler: (args, needs) => listInstallModes(needs, scopeOf(args)),
  }),
  command({
    name: 'install_mode.enable',
    category,
    description: 'Start install mode on one interface.',
    access: setInstallMode.role,
    args: z.object({
      ...interfaceArg,
      duration_seconds: installSeconds.optional(),
      sgtin: installModeRequest.shape.sgtin,
      key: installModeRequest.shape.key,
    }),
    result: switched,
    handler: async (args, needs, caller) => {
      const { interfaceId } = await setInstallMode(needs, caller, {
        ...scopeOf(args),
        interface: args.interface_id,
        active: true,
        seconds: args.duration_seconds,
        sgtin: args.sgtin,
        key: args.key,
      });
      return { interface_id: interfaceId, enabled: args.duration_seconds !== 0 };
    },
  }),
  command({
    name: 'install_mode.disable',
    category,
    description: 'End install mode on one interface.',
    access: setInstallMode.role,
    args: z.object(interfaceArg),
    result: switched,
    handler: async (args, needs, caller) => {
      const wish = { ...scopeOf(args), interface: args.interface_id, active: false };
      return { interface_id: (await setInstallMode(needs, caller, wish)).interfaceId, enabled: false };
    },
  }),
  command({
    name: 'install_mode.search',
    category,
    description: 'Look for new devices on the wired bus.',
    access: searchDevices.role,
    args: z.object(interfaceArg),
    result: z.object({ interface_id: z.string(), found: searchResult.shape.found }),
    handler: async (args, needs, caller) => {
      const result = await searchDevices(needs, caller, { ...scopeOf(args), interface: args.interface_id });
      return { interface_id: result.interfaceId, found: result.found };
    },
  }),
  command({
    name: 'device.install_mode',
    category: 'devices',
    description: 'Pair one device by its address.',
    access: pairDevice.role,
    args: z.object({
      ...centralArgs,
      address: z.string().min(1).max(64),
      duration_seconds: installSeconds.optional(),
    }),
    result: z.object({ address: z.string(), enabled: z.literal(true) }),
    handler: async (args, needs, caller) => {
      const { address, duration_seconds: seconds } = args;
      await pairDevice(needs, caller, { ...scopeOf(args), address, seconds });
      return { address, enabled: true } as const;
    },
  }),
];
