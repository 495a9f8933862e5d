import { notifyPreview, notifyPreviewRequest, notifyStatus, notifyTest } from '@ccu-gateway/contract';
import { type NotifyTesting, notifyStatusOf, previewNotify, testNotify } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<NotifyTesting>();
const tag = 'notify';

export const notifyOperations = [
  operation({
    method: 'GET',
    path: '/notify',
    operationId: 'getNotify',
    access: notifyStatusOf.role,
    tag,
    summary: 'Report the state of messages to people, by channel',
    responses: { 200: { description: 'The channels', schema: notifyStatus } },
    handler: async ({ caller }, ports) => json(await notifyStatusOf(ports, caller)),
    ws: (twin) => twin({ name: 'notify.status', category: 'notify', args: z.object({}), input: () => ({}) }),
  }),
  operation({
    method: 'POST',
    path: '/notify/{name}/test',
    operationId: 'testNotify',
    access: testNotify.role,
    tag,
    summary: 'Send a test message over one channel',
    description: 'Answers when the service has, or when its time is over.',
    params: z.object({ name: z.string().min(1).max(64) }),
    responses: { 200: { description: 'The outcome', schema: notifyTest } },
    problems: ['not_found'],
    handler: async ({ params: { name }, caller }, ports) => json(await testNotify(ports, caller, name)),
  }),
  operation({
    method: 'POST',
    path: '/notify/preview',
    operationId: 'previewNotify',
    access: previewNotify.role,
    tag,
    summary: 'Show the text of a message, and send nothing',
    body: notifyPreviewRequest,
    responses: { 200: { description: 'The text', schema: notifyPreview } },
    problems: ['not_found'],
    handler: async ({ body, caller }, ports) => json(await previewNotify(ports, caller, body)),
  }),
];
