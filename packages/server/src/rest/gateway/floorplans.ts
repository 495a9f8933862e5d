import { floorplan, floorplanUpdate, newFloorplan } from '@ccu-gateway/contract';
import {
  createFloorplan,
  deleteFloorplan,
  type FloorplanWriting,
  listFloorplans,
  readFloorplanPicture,
  replaceFloorplanPicture,
  updateFloorplan,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { upload } from '../../http/body/upload.js';
import { created, json, NO_CONTENT, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<FloorplanWriting>();

const tag = 'floorplans';
const params = z.object({ id: z.string().min(1).max(64) });
const file = z.object({ file: z.string().meta({ format: 'binary' }) });
const FILE = 'As part `file` of a form, or as plain bytes: PNG, JPEG or WebP, at most 2 MiB and 6000 pixels a side.';

/** A picture of a person is data and nothing else: it runs no script and is no other type. */
const AS_PICTURE = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
  // The web UI asks with the revision, so that a new picture has another address.
  'cache-control': 'private, max-age=86400',
};

export const floorplanOperations = [
  operation({
    method: 'GET',
    path: '/floorplans',
    operationId: 'listFloorplans',
    access: useCases.floorplans.list.role,
    tag,
    summary: 'List the floor plans with the places of devices',
    responses: { 200: { description: 'In the order of their making', schema: z.array(floorplan) } },
    problems: ['service_unready'],
    ws: (twin) => twin({ name: 'floorplans.list' }),
    handler: async (_, ports) => json(await listFloorplans(ports)),
  }),
  operation({
    method: 'POST',
    path: '/floorplans',
    operationId: 'createFloorplan',
    access: createFloorplan.role,
    tag,
    summary: 'Make a floor plan of a picture',
    description: FILE,
    query: newFloorplan,
    bodyKind: 'upload',
    body: upload,
    bodyDocument: file,
    responses: { 201: { description: 'The floor plan', schema: floorplan } },
    problems: ['bad_request', 'conflict', 'payload_too_large', 'validation', 'service_unready'],
    handler: async ({ query, body, caller }, ports) =>
      created(await createFloorplan(ports, caller, { ...query, content: body.content })),
  }),
  operation({
    method: 'PUT',
    path: '/floorplans/{id}',
    operationId: 'updateFloorplan',
    access: updateFloorplan.role,
    tag,
    summary: 'Replace name, area and places of a floor plan',
    description: '`revision` is the one that the caller has read; after another change it is refused.',
    params,
    body: floorplanUpdate,
    responses: { 200: { description: 'The floor plan', schema: floorplan } },
    problems: ['not_found', 'conflict', 'validation', 'service_unready'],
    handler: async ({ params: { id }, body, caller }, ports) =>
      json(await updateFloorplan(ports, caller, { ...body, id })),
  }),
  operation({
    method: 'DELETE',
    path: '/floorplans/{id}',
    operationId: 'deleteFloorplan',
    access: deleteFloorplan.role,
    tag,
    summary: 'Delete a floor plan with its picture',
    params,
    responses: { 204: { description: 'It is gone' } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ params: { id }, caller }, ports) => {
      await deleteFloorplan(ports, caller, id);
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'GET',
    path: '/floorplans/{id}/picture',
    operationId: 'getFloorplanPicture',
    access: useCases.floorplans.picture.role,
    tag,
    summary: 'Show the picture of a floor plan',
    params,
    query: z.object({
      v: z.string().max(64).optional().describe('The revision, so that a kept picture is not shown.'),
    }),
    responses: { 200: { description: 'The picture', contentTypes: ['image/png', 'image/jpeg', 'image/webp'] } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ params: { id } }, ports) => {
      const { type, bytes } = await readFloorplanPicture(ports, id);
      return { status: 200, raw: bytes as Uint8Array<ArrayBuffer>, contentType: type, headers: AS_PICTURE };
    },
  }),
  operation({
    method: 'PUT',
    path: '/floorplans/{id}/picture',
    operationId: 'putFloorplanPicture',
    access: replaceFloorplanPicture.role,
    tag,
    summary: 'Replace the picture of a floor plan; its places stay',
    description: FILE,
    params,
    bodyKind: 'upload',
    body: upload,
    bodyDocument: file,
    responses: { 200: { description: 'The floor plan', schema: floorplan } },
    problems: ['bad_request', 'not_found', 'conflict', 'payload_too_large', 'validation', 'service_unready'],
    handler: async ({ params: { id }, body, caller }, ports) =>
      json(await replaceFloorplanPicture(ports, caller, { id, content: body.content })),
  }),
];
