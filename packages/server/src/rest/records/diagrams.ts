import { diagram, diagramList, diagramWrite } from '@ccu-gateway/contract';
import {
  createDiagram,
  type DiagramWriting,
  deleteDiagram,
  getDiagram,
  listDiagrams,
  updateDiagram,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { created, json, NO_CONTENT, operationsWith, standsAt } from '../../operation/operation.js';

const operation = operationsWith<DiagramWriting>();

const tag = 'history';
const params = z.object({ id: z.string().min(1).max(64) });

export const diagramOperations = [
  operation({
    method: 'GET',
    path: '/diagrams',
    operationId: 'listDiagrams',
    access: listDiagrams.role,
    tag,
    summary: 'List the saved diagrams of the caller, and shared ones',
    responses: { 200: { description: 'By name', schema: diagramList } },
    problems: ['service_unready'],
    ws: (twin) => twin({ name: 'diagrams.list' }),
    handler: async ({ caller }, ports) => json({ diagrams: await listDiagrams(ports, caller) }),
  }),
  operation({
    method: 'POST',
    path: '/diagrams',
    operationId: 'createDiagram',
    access: createDiagram.role,
    tag,
    summary: 'Save a diagram',
    body: diagramWrite,
    responses: { 201: { description: 'The diagram', schema: diagram } },
    problems: ['conflict', 'service_unready'],
    ws: (twin) => twin({ name: 'diagrams.create' }),
    handler: async ({ body, caller }, ports) => {
      const made = await createDiagram(ports, caller, body);
      return { ...created(made), headers: standsAt(`/diagrams/${made.id}`) };
    },
  }),
  operation({
    method: 'GET',
    path: '/diagrams/{id}',
    operationId: 'getDiagram',
    access: getDiagram.role,
    tag,
    summary: 'Show a saved diagram',
    params,
    responses: { 200: { description: 'The diagram', schema: diagram } },
    problems: ['not_found', 'service_unready'],
    ws: (twin) => twin({ name: 'diagrams.get' }),
    handler: async ({ params: { id }, caller }, ports) => json(await getDiagram(ports, caller, id)),
  }),
  operation({
    method: 'PUT',
    path: '/diagrams/{id}',
    operationId: 'updateDiagram',
    access: updateDiagram.role,
    tag,
    summary: 'Replace a saved diagram',
    description: 'Administrators may replace diagrams of others.',
    params,
    body: diagramWrite,
    responses: { 200: { description: 'The diagram', schema: diagram } },
    problems: ['not_found', 'conflict', 'service_unready'],
    ws: (twin) => twin({ name: 'diagrams.update' }),
    handler: async ({ params: { id }, body, caller }, ports) =>
      json(await updateDiagram(ports, caller, { ...body, id })),
  }),
  operation({
    method: 'DELETE',
    path: '/diagrams/{id}',
    operationId: 'deleteDiagram',
    access: deleteDiagram.role,
    tag,
    summary: 'Delete a saved diagram',
    description: 'Administrators may delete diagrams of others.',
    params,
    responses: { 204: { description: 'It is gone' } },
    problems: ['not_found', 'service_unready'],
    ws: (twin) => twin({ name: 'diagrams.delete' }),
    handler: async ({ params: { id }, caller }, ports) => {
      await deleteDiagram(ports, caller, id);
      return NO_CONTENT;
    },
  }),
];
