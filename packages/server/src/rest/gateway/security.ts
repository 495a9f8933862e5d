import * as shapes from '@ccu-gateway/contract';
import * as security from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { json, NO_CONTENT, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<security.SecurityWriting & Pick<security.Alarming, 'alarm'>>();
const tag = 'security';
const id = z.string().min(1).max(600);
const params = z.object({ id });
const idArgs = z.object({ id });

const readings = [
  operation({
    method: 'GET',
    path: '/security',
    operationId: 'getSecurity',
    access: security.readSecurity.role,
    tag,
    summary: 'Show the one state over all dangers and faults',
    description:
      'Smoke, water, carbon monoxide, alarms, tampering and sabotage are a danger; batteries, unreachable devices and faults need ' +
      'attention. A silenced danger, and one that ended before an operator acknowledged it, needs attention.',
    responses: { 200: { description: 'The overview', schema: shapes.securityOverview } },
    handler: ({ caller }, ports) => json(security.readSecurity(ports, caller)),
    ws: (twin) => twin({ name: 'security.get' }),
  }),
  operation({
    method: 'GET',
    path: '/security/classes/{class}',
    operationId: 'getSecurityClass',
    access: security.readSecurityClass.role,
    tag,
    summary: 'Show one class of dangers or faults with its causes',
    params: z.object({ class: shapes.securityClass }),
    responses: { 200: { description: 'The class', schema: shapes.securityClassReport } },
    handler: ({ params: at, caller }, ports) => json(security.readSecurityClass(ports, caller, at.class)),
    ws: (twin) =>
      twin({
        name: 'security.class',
        args: z.object({ class: shapes.securityClass }),
        input: (args) => ({ params: args }),
      }),
  }),
  operation({
    method: 'GET',
    path: '/security/faults',
    operationId: 'listSecurityFaults',
    access: security.listSecurityFaults.role,
    tag,
    summary: 'List the causes of the security overview, the worst first',
    description: 'A danger that ended stays in the list until an operator acknowledges it.',
    responses: { 200: { description: 'The causes', schema: z.array(shapes.securityFault) } },
    handler: ({ caller }, ports) => json(security.listSecurityFaults(ports, caller)),
    ws: (twin) => twin({ name: 'security.faults' }),
  }),
  operation({
    method: 'GET',
    path: '/security/sources',
    operationId: 'listSecuritySources',
    access: security.listSecuritySources.role,
    tag,
    summary: 'List devices, CCUs, parts and alarm zones that the overview counts',
    responses: { 200: { description: 'The sources', schema: z.array(shapes.securitySource) } },
    handler: ({ caller }, ports) => json(security.listSecuritySources(ports, caller)),
    ws: (twin) => twin({ name: 'security.sources' }),
  }),
  operation({
    method: 'GET',
    path: '/warnings',
    operationId: 'listWarnings',
    access: security.listWarnings.role,
    tag,
    summary: 'List the dangers and faults that last, with silenced ones',
    responses: { 200: { description: 'The warnings, the worst first', schema: z.array(shapes.securityFault) } },
    handler: ({ caller }, ports) => json(security.listWarnings(ports, caller)),
    ws: (twin) => twin({ name: 'warnings.list' }),
  }),
];

const changes = [
  operation({
    method: 'POST',
    path: '/security/faults/{id}/acknowledge',
    operationId: 'acknowledgeSecurityFault',
    access: security.acknowledgeSecurityFault.role,
    tag,
    summary: 'Acknowledge a danger or fault',
    description: 'It counts while it lasts. A danger that has ended leaves the list.',
    params,
    responses: { 204: { description: 'Acknowledged' } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ params: at, caller }, ports) => {
      await security.acknowledgeSecurityFault(ports, caller, at.id);
      return NO_CONTENT;
    },
    ws: (twin) => twin({ name: 'security.acknowledge', args: idArgs, input: (args) => ({ params: args }) }),
  }),
  operation({
    method: 'PUT',
    path: '/security/sources/{ref}',
    operationId: 'putSecuritySource',
    access: security.changeSecuritySource.role,
    tag,
    summary: 'Leave classes of a source out of the security overview',
    params: z.object({ ref: id }),
    body: shapes.securitySourceUpdate,
    responses: { 200: { description: 'The source', schema: shapes.securitySource } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ params: at, body, caller }, ports) =>
      json(await security.changeSecuritySource(ports, caller, at.ref, body.excluded)),
    ws: (twin) =>
      twin({
        name: 'security.put_source',
        args: shapes.securitySourceUpdate.extend({ ref: id }),
        input: ({ ref, ...body }) => ({ params: { ref }, body }),
      }),
  }),
  operation({
    method: 'PUT',
    path: '/warnings/{id}/silence',
    operationId: 'silenceWarning',
    access: security.silenceWarning.role,
    tag,
    summary: 'Silence a danger or fault until a time',
    description: 'It needs less attention until then: a danger counts as `attention`, others do not count.',
    params,
    body: shapes.securitySilence,
    responses: { 200: { description: 'The silenced cause', schema: shapes.securityFault } },
    problems: ['not_found', 'conflict', 'service_unready'],
    handler: async ({ params: at, body, caller }, ports) =>
      json(await security.silenceWarning(ports, caller, at.id, body.until)),
    ws: (twin) =>
      twin({
        name: 'warnings.silence',
        args: shapes.securitySilence.extend({ id }),
        input: ({ id: warning, ...body }) => ({ params: { id: warning }, body }),
      }),
  }),
  operation({
    method: 'DELETE',
    path: '/warnings/{id}/silence',
    operationId: 'unsilenceWarning',
    access: security.unsilenceWarning.role,
    tag,
    summary: 'End the silence of a danger or fault',
    params,
    responses: { 204: { description: 'It counts again' } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ params: at, caller }, ports) => {
      await security.unsilenceWarning(ports, caller, at.id);
      return NO_CONTENT;
    },
    ws: (twin) => twin({ name: 'warnings.unsilence', args: idArgs, input: (args) => ({ params: args }) }),
  }),
];

/** The overview over dangers and faults, its acknowledgements and silences. */
export const securityOperations = [...readings, ...changes];
