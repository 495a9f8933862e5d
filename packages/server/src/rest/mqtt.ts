import { mqttStatus } from '@ccu-gateway/contract';
import { type MqttReading, mqttStatusOf } from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { json, operationsWith } from '../operation/operation.js';

const operation = operationsWith<MqttReading>();

export const mqttOperations = [
  operation({
    method: 'GET',
    path: '/mqtt/status',
    operationId: 'getMqttStatus',
    access: mqttStatusOf.role,
    tag: 'mqtt',
    summary: 'Say how the MQTT brokers are doing',
    responses: { 200: { description: 'The brokers', schema: mqttStatus } },
    handler: ({ caller }, ports) => json(mqttStatusOf(ports, caller)),
    ws: (twin) => twin({ name: 'mqtt.status', category: 'mqtt', args: z.object({}), input: () => ({}) }),
  }),
];
