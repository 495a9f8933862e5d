import { centralLinksReport, centralLinksStatus, centralQuery } from '@ccu-gateway/contract';
import {
  type CentralLinkWriting,
  createCentralLinks,
  readCentralLinks,
  removeCentralLinks,
} from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { json, operationsWith } from '../operation/operation.js';

const operation = operationsWith<CentralLinkWriting>();

const path = '/devices/{addr}/central-links';
const tag = 'links';
const params = z.object({ addr: z.string().min(1).max(64).describe('Address of the device.') });
const query = z.object({
  central: centralQuery,
  channel: z.string().min(3).max(64).optional().describe('Address of one channel. All keys of the device when absent.'),
});
const problems = ['not_found', 'conflict', 'unsupported', 'upstream_unavailable', 'service_unready'] as const;
const responses = {
  202: {
    description: 'What was asked of the CCU; battery devices follow when they wake or are in their configuration mode',
    schema: centralLinksReport,
  },
} as const;

export const centralLinkOperations = [
  operation({
    method: 'GET',
    path,
    operationId: 'getCentralLinksStatus',
    access: 'viewer',
    tag,
    summary: 'Say which keys of a device are linked with the CCU',
    description:
      'Keys of HmIP tell the CCU of presses only while they are linked with it, or a program uses them. Where the CCU does not tell which are, `active_state_known` is false.',
    params,
    query: z.object({ central: centralQuery }),
    responses: { 200: { description: 'The status', schema: centralLinksStatus } },
    problems,
    handler: async ({ params: { addr }, query: scope }, needs) => json(await readCentralLinks(needs, addr, scope)),
  }),
  operation({
    method: 'POST',
    path,
    operationId: 'createCentralLinks',
    access: createCentralLinks.role,
    tag,
    summary: 'Link the keys of a device, or one of them, with the CCU',
    params,
    query,
    responses,
    problems,
    handler: async ({ params: { addr }, query: asked, caller }, needs) => ({
      status: 202,
      json: await createCentralLinks(needs, caller, { ...asked, address: addr }),
    }),
  }),
  operation({
    method: 'DELETE',
    path,
    operationId: 'removeCentralLinks',
    access: removeCentralLinks.role,
    tag,
    summary: 'End the links of the keys of a device, or of one of them, with the CCU',
    description: 'A key that a program of the CCU uses keeps its link and counts as skipped.',
    params,
    query,
    responses,
    problems,
    handler: async ({ params: { addr }, query: asked, caller }, needs) => ({
      status: 202,
      json: await removeCentralLinks(needs, caller, { ...asked, address: addr }),
    }),
  }),
];
