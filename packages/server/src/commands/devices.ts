import { deviceDetail, deviceSummary, localeQuery } from '@ccu-gateway/contract';
import { getDevice, type House, listDevices } from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { commandsWith } from '../operation/command.js';

const command = commandsWith<{ readonly house: House }>();

const scope = {
  central: z.string().optional().describe('Name of the CCU.'),
  locale: localeQuery,
} as const;

export const deviceCommands = [
  command({
    name: 'devices.list',
    category: 'devices',
    description: 'List the devices of all CCUs or of one.',
    access: 'viewer',
    args: z.object(scope),
    result: z.array(deviceSummary),
    handler: (args, { house }) => listDevices(house, args),
  }),
  command({
    name: 'devices.get',
    category: 'devices',
    description: 'Show one device with its channels.',
    access: 'viewer',
    args: z.object({ address: z.string(), ...scope }),
    result: deviceDetail,
    handler: (args, { house }) => getDevice(house, args.address, args),
  }),
];
