import { centralQuery, energyGroup, energyResponse, timestamp } from '@ccu-gateway/contract';
import { type HistoryReading, readEnergy, useCases } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<HistoryReading>();

const time = timestamp.transform((text) => Date.parse(text)).optional();

export const energyOperations = [
  operation({
    method: 'GET',
    path: '/energy',
    operationId: 'getEnergy',
    heavy: true,
    access: useCases.history.energy.role,
    tag: 'history',
    summary: 'Read energy and power of devices with a meter',
    description:
      'In hours, days, months or years, with sums of devices, rooms and all. Each rise of a counter counts in the part in which it was reported.',
    query: z.object({
      central: centralQuery,
      from: time.describe('Inclusive. A day before `to` where it is left out.'),
      to: time.describe('Exclusive. Now where it is left out.'),
      group: energyGroup.default('day'),
      device: z.string().max(256).optional().describe('Address of one device; all where it is left out.'),
    }),
    responses: { 200: { description: 'The devices with a meter', schema: energyResponse } },
    problems: ['validation', 'not_found', 'service_unready'],
    handler: async ({ query, caller }, ports) => json(await readEnergy(ports, query, caller.signal)),
  }),
];
