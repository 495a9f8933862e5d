import { newPushDevice, pushDevice, pushState, pushSubscription } from '@ccu-gateway/contract';
import {
  addPushDevice,
  type PushWriting,
  readPush,
  removePushDevice,
  renewPushDevice,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { created, json, NO_CONTENT, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<PushWriting>();
const tag = 'notify';
const params = z.object({ id: z.string().min(1).max(64) });

export const pushOperations = [
  operation({
    method: 'GET',
    path: '/push',
    operationId: 'getPush',
    access: readPush.role,
    tag,
    summary: 'Show the devices of the caller that take push messages, and the key to subscribe with',
    responses: { 200: { description: 'The key and the devices', schema: pushState } },
    problems: ['service_unready'],
    handler: async ({ caller }, ports) => json(await readPush(ports, caller)),
  }),
  operation({
    method: 'POST',
    path: '/push',
    operationId: 'addPush',
    access: addPushDevice.role,
    tag,
    summary: 'Turn push messages on for a device of the caller',
    description: 'A device with the same endpoint is replaced.',
    body: newPushDevice,
    responses: { 201: { description: 'The device', schema: pushDevice } },
    problems: ['conflict', 'service_unready'],
    handler: async ({ body, caller }, ports) => created(await addPushDevice(ports, caller, body)),
  }),
  operation({
    method: 'PUT',
    path: '/push/{id}',
    operationId: 'renewPush',
    access: renewPushDevice.role,
    tag,
    summary: 'Replace the subscription of a device of the caller; its name and language stay',
    params,
    body: pushSubscription,
    responses: { 200: { description: 'The device', schema: pushDevice } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ params: { id }, body, caller }, ports) =>
      json(await renewPushDevice(ports, caller, { id, ...body })),
  }),
  operation({
    method: 'DELETE',
    path: '/push/{id}',
    operationId: 'removePush',
    access: removePushDevice.role,
    tag,
    summary: 'Turn push messages off for a device of the caller',
    params,
    responses: { 204: { description: 'Off' } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ params: { id }, caller }, ports) => {
      await removePushDevice(ports, caller, id);
      return NO_CONTENT;
    },
  }),
];
