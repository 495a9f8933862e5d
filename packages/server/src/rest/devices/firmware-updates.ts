import { firmwarePlan, firmwarePlanChange, newFirmwareUpdates } from '@ccu-gateway/contract';
import {
  abortFirmwareUpdate,
  changeFirmwarePlan,
  type FirmwarePlanning,
  planFirmwareUpdates,
  readFirmwarePlan,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { accepted, json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<FirmwarePlanning>();
const tag = 'devices';
const id = z.string().min(1).max(64).describe('Id of the update.');
const responses = { 200: { description: 'The plan', schema: firmwarePlan } };

export const firmwareUpdateOperations = [
  operation({
    method: 'GET',
    path: '/firmware/plan',
    operationId: 'readFirmwarePlan',
    access: readFirmwarePlan.role,
    tag,
    summary: 'Show the planned firmware updates of devices, and the ended ones',
    responses,
    handler: async ({ caller }, ports) => json(await readFirmwarePlan(ports, caller)),
    ws: (twin) => twin({ name: 'firmware.plan', args: z.object({}), input: () => ({}) }),
  }),
  operation({
    method: 'POST',
    path: '/firmware/plan',
    operationId: 'planFirmwareUpdates',
    access: planFirmwareUpdates.role,
    tag,
    summary: 'Plan firmware updates of devices',
    description:
      'The gateway orders one update at a time on each interface, below the chosen duty cycle, and continues after a restart. ' +
      'A device that does not take its update is tried again after its next report. `firmware.plan_changed` events report the progress.',
    body: newFirmwareUpdates,
    responses: { 202: { description: 'The plan', schema: firmwarePlan } },
    problems: ['not_found', 'conflict', 'service_unready'],
    handler: async ({ body, caller }, ports) => accepted(await planFirmwareUpdates(ports, caller, body)),
    ws: (twin) => twin({ name: 'firmware.plan_add', args: newFirmwareUpdates, input: (body) => ({ body }) }),
  }),
  operation({
    method: 'PATCH',
    path: '/firmware/plan',
    operationId: 'changeFirmwarePlan',
    access: changeFirmwarePlan.role,
    tag,
    summary: 'Change time, duty cycle, pause or order of the planned firmware updates',
    body: firmwarePlanChange,
    responses,
    problems: ['service_unready'],
    handler: async ({ body, caller }, ports) => json(await changeFirmwarePlan(ports, caller, body)),
    ws: (twin) => twin({ name: 'firmware.plan_change', args: firmwarePlanChange, input: (body) => ({ body }) }),
  }),
  operation({
    method: 'DELETE',
    path: '/firmware/plan/{id}',
    operationId: 'abortFirmwareUpdate',
    access: abortFirmwareUpdate.role,
    tag,
    summary: 'End a planned firmware update; a CCU takes no order back',
    params: z.object({ id }),
    responses,
    problems: ['not_found', 'conflict', 'service_unready'],
    handler: async ({ params, caller }, ports) => json(await abortFirmwareUpdate(ports, caller, params.id)),
    ws: (twin) =>
      twin({
        name: 'firmware.plan_abort',
        args: z.object({ id }),
        input: ({ id: which }) => ({ params: { id: which } }),
      }),
  }),
];
