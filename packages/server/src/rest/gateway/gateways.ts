import { gatewaysReport } from '@ccu-gateway/contract';
import { type GatewaysReading, readGateways } from '@ccu-gateway/gateway-core/use-cases';
import { json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<GatewaysReading>();

export const gatewaysOperations = [
  operation({
    method: 'GET',
    path: '/diagnostics/fleet',
    operationId: 'getFleet',
    access: readGateways.role,
    tag: 'diagnostics',
    summary: 'Say which gateways there are, and which of them holds which CCU',
    description:
      'As the gateway that answers sees it. It answers also while the broker does not: figures of the broker are left out then.',
    responses: {
      200: { description: 'The fleet; `enabled` is false for a gateway that is alone', schema: gatewaysReport },
    },
    handler: async ({ caller }, ports) => json(await readGateways(ports, caller)),
  }),
];
