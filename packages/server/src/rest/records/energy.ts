import {
  centralQuery,
  energyGroup,
  energyKind,
  energyResponse,
  energyStandby,
  energyTariffPreview,
  energyTariffs,
  energyTariffsWrite,
  timestamp,
} from '@ccu-gateway/contract';
import {
  type EnergyReading,
  previewTariffs,
  readEnergy,
  readStandby,
  setTariffs,
  type TariffWriting,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<EnergyReading & TariffWriting>();

const time = timestamp.transform((text) => Date.parse(text)).optional();

export const energyOperations = [
  operation({
    method: 'GET',
    path: '/energy',
    operationId: 'getEnergy',
    heavy: true,
    access: useCases.history.energy.role,
    tag: 'history',
    summary: 'Read energy, gas or water of devices with a meter, and the cost',
    description:
      'In hours, days, months or years, with sums of devices, rooms and all. Each rise of a counter counts in the part in which it was reported, at the price of that hour. Costs are calculated anew by the present tariffs.',
    query: z.object({
      central: centralQuery,
      from: time.describe('Inclusive. A day before `to` where it is left out.'),
      to: time.describe('Exclusive. Now where it is left out.'),
      group: energyGroup.default('day'),
      kind: energyKind.default('electricity'),
      device: z.string().max(256).optional().describe('Address of one device; all where it is left out.'),
    }),
    responses: { 200: { description: 'The devices with a meter', schema: energyResponse } },
    problems: ['validation', 'not_found', 'service_unready'],
    handler: async ({ query, caller }, ports) => json(await readEnergy(ports, query, caller.signal)),
  }),
  operation({
    method: 'GET',
    path: '/energy/standby',
    operationId: 'getStandby',
    heavy: true,
    access: useCases.energy.standby.role,
    tag: 'history',
    summary: 'Read the power that devices take all the time',
    description:
      'Of each of the last 28 nights, from 0 to 5 o’clock, the lowest hourly mean of POWER; of these nights the middle one. A device without POWER has the mean of its counter over each night.',
    query: z.object({ central: centralQuery }),
    responses: { 200: { description: 'The devices, the highest first', schema: energyStandby } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ query }, ports) => json(await readStandby(ports, query)),
  }),
  operation({
    method: 'GET',
    path: '/energy/tariffs',
    operationId: 'getTariffs',
    access: useCases.energy.tariffs.role,
    tag: 'history',
    summary: 'Read the tariffs of energy and the roles of meters',
    responses: { 200: { description: 'The tariffs, with their revision', schema: energyTariffs } },
    problems: ['service_unready'],
    handler: async (_, ports) => json(await ports.tariffs.read()),
  }),
  operation({
    method: 'PUT',
    path: '/energy/tariffs',
    operationId: 'setTariffs',
    access: useCases.energy.setTariffs.role,
    tag: 'history',
    summary: 'Replace the tariffs of energy and the roles of meters',
    description: 'Costs are not stored: those of the past follow the new tariffs, too.',
    body: energyTariffsWrite,
    responses: { 200: { description: 'The stored tariffs, with their new revision', schema: energyTariffs } },
    problems: ['validation', 'conflict', 'service_unready'],
    handler: async ({ body, caller }, ports) => json(await setTariffs(ports, caller, body)),
  }),
  operation({
    method: 'POST',
    path: '/energy/tariffs/preview',
    operationId: 'previewTariffs',
    heavy: true,
    access: useCases.energy.preview.role,
    tag: 'history',
    summary: 'Show how other tariffs change the costs of the past, and store nothing',
    description: 'Month by month, from the first day that the tariffs change to now. The revision does not matter.',
    body: energyTariffsWrite,
    responses: { 200: { description: 'The costs before and after', schema: energyTariffPreview } },
    problems: ['validation', 'service_unready'],
    handler: async ({ body, caller }, ports) => json(await previewTariffs(ports, caller, body)),
  }),
];
