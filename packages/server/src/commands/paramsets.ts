import { GatewayError } from '@ccu-gateway/gateway-core';
import {
  determineParameter,
  found,
  type ParamsetWriting,
  paramsetPlaceOf,
  placeOf,
  readParamset,
  useCases,
  writeParamset,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../operation/central-arg.js';
import { commandsWith } from '../operation/command.js';

const command = commandsWith<ParamsetWriting>();
const category = 'paramsets';
const channelAddress = z.string().min(1).max(64).describe('`DEVICE:n`, or the device for its own configuration.');
const paramsetKey = z.enum(['VALUES', 'MASTER']);
const at = { ...centralArgs, channel_address: channelAddress, paramset_key: paramsetKey } as const;
const values = z.record(z.string(), z.unknown());

export const paramsetCommands = [
  command({
    name: 'paramset.description',
    category,
    alone: 'REST has it in the form of a channel',
    description: 'Show the parameters of a paramset.',
    access: 'viewer',
    args: z.object({ ...at, paramset_key: z.enum(['VALUES', 'MASTER', 'LINK']).default('MASTER') }),
    result: values,
    handler: (args, ports) => {
      const at = { ...scopeOf(args), address: args.channel_address };
      return ports.paramsets.describeParamset(paramsetPlaceOf(ports.house, at, args.paramset_key));
    },
  }),
  command({
    name: 'paramset.determine',
    category,
    alone: 'takes the device itself, too; REST has it for channels',
    description: 'Have the device measure a parameter.',
    access: useCases.paramsets.determine.role,
    args: z.object({
      ...centralArgs,
      interface_id: z.string().optional(),
      channel_address: channelAddress,
      parameter_id: z.string().min(1).max(128),
    }),
    result: z.object({ value: z.unknown() }),
    handler: async (args, ports) => {
      const request = { address: args.channel_address, key: 'MASTER', parameter: args.parameter_id } as const;
      return { value: await determineParameter(ports, { ...scopeOf(args), ...request }) };
    },
  }),
  command({
    name: 'paramset.copy',
    category,
    alone: 'copies from channel to channel; REST imports a file',
    description: 'Write the configuration of one channel to another of the same type.',
    access: writeParamset.role,
    args: z.object({
      ...centralArgs,
      source_channel_address: channelAddress,
      target_channel_address: channelAddress,
      paramset_key: paramsetKey.default('MASTER'),
    }),
    result: z.object({ written: z.int() }),
    handler: async (args, ports, caller) => {
      const scope = scopeOf(args);
      const [source, target] = [args.source_channel_address, args.target_channel_address].map((address) =>
        typeOf(ports, { ...scope, address }),
      );
      if (source !== target) {
        throw new GatewayError('unsupported', `A ${source} cannot be copied to a ${target}`, { reason: 'unsupported' });
      }
      const read = await readParamset(ports, {
        ...scope,
        address: args.source_channel_address,
        key: args.paramset_key,
      });
      const request = { ...scope, address: args.target_channel_address, key: args.paramset_key, values: read };
      return { written: await writeParamset(ports, caller, request) };
    },
  }),
];

function typeOf(
  { house }: ParamsetWriting,
  at: { readonly central?: string | undefined; readonly address: string },
): string {
  const { central, address } = placeOf(house, at);
  const [device = '', number = ''] = address.split(':');
  return found(house.channel({ central, address: device, channel: Number(number) })).type ?? '';
}
