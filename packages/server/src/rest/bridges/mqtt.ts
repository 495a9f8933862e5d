import { mqttDevicePreview, mqttStatus } from '@ccu-gateway/contract';
import { type MqttPreviewing, mqttStatusOf, previewMqttDevice } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<MqttPreviewing>();

const tag = 'mqtt';

export const mqttOperations = [
  operation({
    method: 'GET',
    path: '/mqtt/status',
    operationId: 'getMqttStatus',
    access: mqttStatusOf.role,
    tag,
    summary: 'Say how the MQTT brokers are doing',
    responses: { 200: { description: 'The brokers', schema: mqttStatus } },
    handler: async ({ caller }, ports) => json(await mqttStatusOf(ports, caller)),
    ws: (twin) => twin({ name: 'mqtt.status', category: 'mqtt', args: z.object({}), input: () => ({}) }),
  }),
  operation({
    method: 'GET',
    path: '/mqtt/brokers/{name}/devices/{addr}',
    operationId: 'previewMqttDevice',
    access: previewMqttDevice.role,
    tag,
    summary: 'List the messages about a device to an MQTT broker',
    params: z.object({ name: z.string(), addr: z.string() }),
    query: z.object({ central: z.string().optional().describe('Needed when several CCUs have the address.') }),
    responses: { 200: { description: 'Its topics, and its discovery', schema: mqttDevicePreview } },
    problems: ['not_found', 'conflict'],
    handler: async ({ params: { name, addr }, query, caller }, ports) =>
      json(await previewMqttDevice(ports, caller, { ...query, broker: name, address: addr })),
  }),
];
