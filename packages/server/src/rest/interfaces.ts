import { z } from 'zod';
import { actorOfCaller } from '../caller.js';
import { found } from '../http/refusal.js';
import type { AuditLog, Clock, House, InterfaceControl } from '../ports.js';
import { centralQuery } from '../shapes/common.js';
import { interfaceState } from '../shapes/system.js';
import { ACCEPTED, json, operationsWith } from './operation.js';

const operation = operationsWith<{
  readonly house: House;
  readonly interfaceControl: InterfaceControl;
  readonly audit: AuditLog;
  readonly clock: Clock;
}>();

const tag = 'interfaces';
const params = z.object({ id: z.string().min(1).max(128).describe('`<central>-<interface>`') });

export const interfaceOperations = [
  operation({
    method: 'GET',
    path: '/interfaces',
    operationId: 'listInterfaces',
    access: 'viewer',
    tag,
    summary: 'List the interfaces of all CCUs and how their links are',
    query: z.object({ central: centralQuery }),
    responses: { 200: { description: 'The interfaces', schema: z.array(interfaceState) } },
    handler: ({ query }, { house }) => json(house.interfaces(query)),
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
    handler: async ({ params, caller }, { house, interfaceControl, audit, clock }) => {
      const target = found(house.interface(params.id));
      await interfaceControl.reconnect(target.id);
      const { subject, scheme, peer, requestId } = actorOfCaller(caller);
      audit.record({
        at: clock.now(),
        action: 'interface_reconnect',
        user: subject,
        scheme,
        peer,
        requestId,
        note: target.id,
      });
      return ACCEPTED;
    },
  }),
];
