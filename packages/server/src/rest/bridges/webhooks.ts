import { webhooksStatus, webhookTest } from '@ccu-gateway/contract';
import { testWebhook, type WebhookTesting, webhooksStatusOf } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<WebhookTesting>();
const tag = 'webhooks';

export const webhookOperations = [
  operation({
    method: 'GET',
    path: '/webhooks/status',
    operationId: 'getWebhooksStatus',
    access: webhooksStatusOf.role,
    tag,
    summary: 'Say how the webhooks are doing',
    responses: { 200: { description: 'The webhooks', schema: webhooksStatus } },
    handler: async ({ caller }, ports) => json(await webhooksStatusOf(ports, caller)),
    ws: (twin) => twin({ name: 'webhooks.status', category: 'webhooks', args: z.object({}), input: () => ({}) }),
  }),
  operation({
    method: 'POST',
    path: '/webhooks/{name}/test',
    operationId: 'testWebhook',
    access: testWebhook.role,
    tag,
    summary: 'Have a webhook deliver a test event without data of devices',
    description: 'Answers when the receiver has, or when its time is over.',
    params: z.object({ name: z.string().min(1).max(64) }),
    responses: { 200: { description: 'The outcome', schema: webhookTest } },
    problems: ['not_found'],
    handler: async ({ params: { name }, caller }, ports) => json(await testWebhook(ports, caller, name)),
  }),
];
