import { area, areaRooms, areaUpdate, newArea } from '@ccu-gateway/contract';
import {
  type AreaWriting,
  createArea,
  deleteArea,
  listAreas,
  setAreaRooms,
  updateArea,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { created, json, NO_CONTENT, operationsWith, standsAt } from '../../operation/operation.js';

const operation = operationsWith<AreaWriting>();

const tag = 'areas';
const params = z.object({ id: z.string().min(1).max(64) });

export const areaOperations = [
  operation({
    method: 'GET',
    path: '/areas',
    operationId: 'listAreas',
    access: useCases.areas.list.role,
    tag,
    summary: 'List the areas with their rooms',
    description: 'An area is a floor or another part of the building. The gateway keeps it, over rooms of all CCUs.',
    responses: { 200: { description: 'In their order', schema: z.array(area) } },
    problems: ['service_unready'],
    ws: (twin) => twin({ name: 'areas.list' }),
    handler: async (_, ports) => json(await listAreas(ports)),
  }),
  operation({
    method: 'POST',
    path: '/areas',
    operationId: 'createArea',
    access: createArea.role,
    tag,
    summary: 'Create an area',
    body: newArea,
    responses: { 201: { description: 'The area', schema: area } },
    problems: ['conflict', 'service_unready'],
    ws: (twin) => twin({ name: 'areas.create' }),
    handler: async ({ body, caller }, ports) => {
      const made = await createArea(ports, caller, body);
      return { ...created(made), headers: standsAt(`/areas/${made.id}`) };
    },
  }),
  operation({
    method: 'PUT',
    path: '/areas/{id}',
    operationId: 'updateArea',
    access: updateArea.role,
    tag,
    summary: 'Give an area another name or position',
    params,
    body: areaUpdate,
    responses: { 200: { description: 'The area', schema: area } },
    problems: ['not_found', 'conflict', 'service_unready'],
    ws: (twin) => twin({ name: 'areas.update' }),
    handler: async ({ params: { id }, body, caller }, ports) => json(await updateArea(ports, caller, { ...body, id })),
  }),
  operation({
    method: 'PUT',
    path: '/areas/{id}/rooms',
    operationId: 'setAreaRooms',
    access: setAreaRooms.role,
    tag,
    summary: 'Give an area exactly these rooms',
    params,
    body: areaRooms,
    responses: { 200: { description: 'The area', schema: area } },
    problems: ['not_found', 'service_unready'],
    ws: (twin) => twin({ name: 'areas.set_rooms' }),
    handler: async ({ params: { id }, body, caller }, ports) =>
      json(await setAreaRooms(ports, caller, { id, rooms: body.rooms })),
  }),
  operation({
    method: 'DELETE',
    path: '/areas/{id}',
    operationId: 'deleteArea',
    access: deleteArea.role,
    tag,
    summary: 'Delete an area; its rooms stay',
    params,
    responses: { 204: { description: 'It is gone' } },
    problems: ['not_found', 'service_unready'],
    ws: (twin) => twin({ name: 'areas.delete' }),
    handler: async ({ params: { id }, caller }, ports) => {
      await deleteArea(ports, caller, id);
      return NO_CONTENT;
    },
  }),
];
