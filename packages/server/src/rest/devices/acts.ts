import { act, actList, newAct } from '@ccu-gateway/contract';
import { type Acting, endAct, listActs, startAct } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { accepted, json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<Acting>();
const tag = 'acts';
const id = z.string().min(1).max(64).describe('Id of the act.');

export const actOperations = [
  operation({
    method: 'GET',
    path: '/acts',
    operationId: 'listActs',
    access: listActs.role,
    tag,
    summary: 'List the acts in force and the last ended ones, newest first',
    responses: { 200: { description: 'The acts', schema: actList } },
    handler: ({ caller }, ports) => json({ acts: [...listActs(ports, caller)] }),
    ws: (twin) => twin({ name: 'acts.list', args: z.object({}), input: () => ({}) }),
  }),
  operation({
    method: 'POST',
    path: '/acts',
    operationId: 'startAct',
    access: startAct.role,
    tag,
    summary: 'Make several writes together, with an optional end that restores the values before',
    description:
      'Every write is checked first; with one fault nothing is sent. The gateway then sends, each interface one message after the other, ' +
      'and stores the act: its end comes also after a restart. A data point that anyone else writes, or that reports another value, ' +
      'belongs to the act no longer and keeps that value. `act.changed` events report the progress.',
    body: newAct,
    responses: { 202: { description: 'The act has begun', schema: act } },
    problems: ['conflict', 'service_unready'],
    handler: async ({ body, caller }, ports) => accepted(await startAct(ports, caller, body)),
    ws: (twin) => twin({ name: 'acts.start', args: newAct, input: (body) => ({ body }) }),
  }),
  operation({
    method: 'POST',
    path: '/acts/{id}/end',
    operationId: 'endAct',
    access: endAct.role,
    tag,
    summary: 'End an act now: its data points get the values before',
    params: z.object({ id }),
    responses: { 202: { description: 'The act is ending', schema: act } },
    problems: ['not_found', 'conflict'],
    handler: async ({ params, caller }, ports) => accepted(await endAct(ports, caller, params.id)),
    ws: (twin) =>
      twin({ name: 'acts.end', args: z.object({ id }), input: ({ id: which }) => ({ params: { id: which } }) }),
  }),
];
