import { calculatedDataPoint, customDataPoint, localeQuery } from '@ccu-gateway/contract';
import type { CalculatedDPSummary } from '@ccu-gateway/contract/types';
import { found, type House, listCustomDataPoints, type Operating, useCases } from '@ccu-gateway/gateway-core/use-cases';
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
    alone: 'lists those of all devices, too',
    description: 'List the custom data points of one device or of all.',
    access: useCases.customDataPoints.list.role,
    args: z.object({ ...scope, device: text.optional() }),
    result: z.array(customDataPoint),
    handler: (args, ports) =>
      listCustomDataPoints(ports, { ...scopeOf(args), locale: args.locale, device: args.device }),
  }),
  command({
    name: 'calc_dp.list',
    category: 'calc_dp',
    alone: 'lists those of all channels of a device, or of all devices, too',
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
];
