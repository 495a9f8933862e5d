import { calculatedDataPoint, customDataPoint, localeQuery } from '@ccu-gateway/contract';
import type { CalculatedDPSummary } from '@ccu-gateway/contract/types';
import { found, type House, listCustomDataPoints, type Operating, operate } from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../operation/central-arg.js';
import { commandsWith } from '../operation/command.js';

const command = commandsWith<Operating & { readonly house: House }>();
const text = z.string().min(1).max(128);
const scope = { ...centralArgs, locale: localeQuery } as const;

export const customDataPointCommands = [
  command({
    name: 'cdp.list',
    category: 'cdp',
    description: 'List the custom data points of one device or of all.',
    access: 'viewer',
    args: z.object({ ...scope, device: text.optional() }),
    result: z.array(customDataPoint),
    handler: (args, needs) =>
      listCustomDataPoints(needs, { ...scopeOf(args), locale: args.locale, device: args.device }),
  }),
  command({
    name: 'cdp.get',
    category: 'cdp',
    description: 'Show one custom data point with its state.',
    access: 'viewer',
    args: z.object({ ...scope, device: text, name: text }),
    result: customDataPoint,
    handler: (args, { devices }) =>
      found(devices.customDataPoint(args.device, args.name, { ...scopeOf(args), locale: args.locale })),
  }),
  command({
    name: 'cdp.invoke',
    category: 'cdp',
    description: 'Carry out an operation such as turn_on, set_temperature or open.',
    access: operate.role,
    args: z.object({
      ...centralArgs,
      device: text,
      name: text,
      operation: text,
      params: z.record(z.string(), z.unknown()).optional(),
      priority: z.enum(['critical', 'high', 'default', 'low']).optional(),
    }),
    result: z.object({ device: z.string(), name: z.string(), operation: z.string() }),
    handler: async (args, needs, caller) => {
      const { device, name, operation, params, priority } = args;
      await operate(needs, caller, { ...scopeOf(args), address: device, name, operation, params, priority });
      return { device, name, operation };
    },
  }),
  command({
    name: 'calc_dp.list',
    category: 'calc_dp',
    description: 'List the calculated data points of a channel, a device or all.',
    access: 'viewer',
    args: z.object({ ...scope, device: text.optional(), channel_no: z.int().min(0).optional() }),
    result: z.array(calculatedDataPoint),
    handler: (args, { devices, house }) => {
      const at = { ...scopeOf(args), locale: args.locale };
      const addresses = args.device === undefined ? house.devices(at) : [found(house.device(args.device, at))];
      return addresses.flatMap(({ address, central }): readonly CalculatedDPSummary[] => {
        const place = { ...at, ...(central === undefined ? {} : { central }) };
        const channels = found(house.channels(address, place));
        return channels
          .filter(({ number }) => args.channel_no === undefined || number === args.channel_no)
          .flatMap(({ number }) => found(devices.calculatedDataPoints({ ...place, address, channel: number })));
      });
    },
  }),
  command({
    name: 'calc_dp.get',
    category: 'calc_dp',
    description: 'Show one calculated data point.',
    access: 'viewer',
    args: z.object({ ...scope, device: text, channel_no: z.int().min(0).default(1), name: text }),
    result: calculatedDataPoint,
    handler: (args, { devices }) => {
      const at = { ...scopeOf(args), locale: args.locale, address: args.device, channel: args.channel_no };
      return found(devices.calculatedDataPoint({ ...at, name: args.name }));
    },
  }),
];
