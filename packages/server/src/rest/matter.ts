import { matterStatus } from '@ccu-gateway/contract';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type { Access, Method } from '../operation/operation.js';
import { json, operationsWith } from '../operation/operation.js';

const operation = operationsWith<unknown>();

const tag = 'matter';

/** What there is of Matter while the bridge is not part of this gateway. */
const absent: readonly (readonly [Method, string, string, Access, string])[] = [
  ['GET', '/matter/fabrics', 'listMatterFabrics', 'viewer', 'List the fabrics the bridge belongs to'],
  ['DELETE', '/matter/fabrics/{id}', 'removeMatterFabric', 'admin', 'Leave a fabric'],
  ['GET', '/matter/setup-payload', 'getMatterSetupPayload', 'admin', 'Show the codes to add the bridge with'],
  ['GET', '/matter/exposable', 'listMatterExposable', 'viewer', 'List what the bridge could show'],
  ['PUT', '/matter/exposable', 'setMatterExposable', 'admin', 'Choose whether the bridge shows one thing'],
  ['POST', '/matter/exposable/bulk', 'setMatterExposables', 'admin', 'Choose for several things at once'],
  ['POST', '/matter/commissioning/window', 'openMatterWindow', 'admin', 'Open the commissioning window'],
  ['POST', '/matter/commissioning/window/close', 'closeMatterWindow', 'admin', 'Close the commissioning window'],
  ['POST', '/matter/share', 'shareMatterBridge', 'admin', 'Share the bridge with one more controller'],
];

export const matterOperations = [
  operation({
    method: 'GET',
    path: '/matter/status',
    operationId: 'getMatterStatus',
    access: 'viewer',
    tag,
    summary: 'Say whether the Matter bridge runs',
    responses: { 200: { description: 'The bridge', schema: matterStatus } },
    handler: () =>
      json({
        enabled: false,
        listening: false,
        endpoint_count: 0,
        fabric_count: 0,
        enabled_count: 0,
        advertising: false,
        commissioning_window_open: false,
      }),
  }),
  ...absent.map(([method, path, operationId, access, summary]) =>
    operation({
      method,
      path,
      operationId,
      access,
      tag,
      summary,
      description: 'Answers 503 while the Matter bridge is not enabled.',
      responses: {},
      problems: ['service_unready'],
      handler: () => {
        throw new GatewayError('service_unready', 'The Matter bridge is not enabled', { reason: 'matter_disabled' });
      },
    }),
  ),
];
