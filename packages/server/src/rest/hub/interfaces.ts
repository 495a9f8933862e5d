import { centralQuery, interfaceState } from '@ccu-gateway/contract';
import {
  found,
  type House,
  type InterfaceControl,
  knownScope,
  makeChange,
  type Recording,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { ACCEPTED, json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<Recording & { readonly house: House; readonly interfaceControl: InterfaceControl }>();

const tag = 'interfaces';
const params = z.object({ id: z.string().min(1).max(128).describe('`<central>-<interface>`') });

export const interfaceOperations = [
  operation({
    method: 'GET',
    path: '/interfaces',
    operationId: 'listInterfaces',
    access: useCases.hub.interfaces.role,
    tag,
    summary: 'List the interfaces of all CCUs and how their links are',
    query: z.object({ central: centralQuery }),
    responses: { 200: { description: 'The interfaces', schema: z.array(interfaceState) } },
    handler: ({ query }, { house }) => json(house.interfaces(query)),
    ws: (twin) =>
      twin({
        name: 'central.connectivity',
        category: 'central',
        description: 'List the interfaces of the CCUs and how their links are.',
        check: ({ query }, { house }) => {
          knownScope(house, query);
        },
      }),
  }),
  operation({
    method: 'GET',
    path: '/interfaces/{id}',
    operationId: 'getInterface',
    access: 'viewer',
    tag,
    summary: 'Show one interface',
    params,
    responses: { 200: { description: 'The interface', schema: interfaceState } },
    problems: ['not_found'],
    handler: ({ params }, { house }) => json(found(house.interface(params.id))),
  }),
  operation({
    method: 'POST',
    path: '/interfaces/{id}/reconnect',
    operationId: 'reconnectInterface',
    access: 'admin',
    tag,
    summary: 'Drop the link to an interface and build it anew',
    params,
    responses: { 202: { description: 'It has begun' } },
    problems: ['not_found', 'upstream_unavailable', 'service_unready'],
    handler: async ({ params, caller }, ports) => {
      const target = found(ports.house.interface(params.id));
      const { id, central_id: central } = target;
      const change = { action: 'interface_reconnect', central, note: id };
      await makeChange(ports, caller, change, () => ports.interfaceControl.reconnect(id));
      return ACCEPTED;
    },
  }),
];
