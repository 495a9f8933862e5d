import {
  documentedAs,
  matterExposureBulkResult,
  matterExposureBulkUpdate,
  matterExposureList,
  matterExposureUpdate,
  matterFabricList,
  matterSetupPayload,
  matterStatus,
  matterWindow,
  matterWindowRequest,
} from '@ccu-gateway/contract';
import {
  closeMatterWindow,
  listMatterExposable,
  listMatterFabrics,
  type MatterWriting,
  matterStatusOf,
  openMatterWindow,
  readMatterSetupPayload,
  removeMatterFabric,
  setMatterExposable,
  setMatterExposables,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { json, NO_CONTENT, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<MatterWriting>();

const tag = 'matter';
const description = 'Answers 503 while the Matter bridge is not enabled, or does not run.';

const fabricIndex = documentedAs(
  z
    .string()
    .regex(/^([1-9]\d?|1\d\d|2[0-4]\d|25[0-4])$/, 'must be 1 to 254')
    .transform(Number),
  { type: 'integer', minimum: 1, maximum: 254 },
);

/** The same twice: sharing is opening the window for one more controller. */
const opening = [
  { path: '/matter/commissioning/window', operationId: 'openMatterWindow', summary: 'Open the commissioning window' },
  { path: '/matter/share', operationId: 'shareMatterBridge', summary: 'Share the bridge with one more controller' },
].map(({ path, operationId, summary }) =>
  operation({
    method: 'POST',
    path,
    operationId,
    access: openMatterWindow.role,
    tag,
    summary,
    description,
    body: matterWindowRequest,
    bodyOptional: true,
    responses: { 200: { description: 'It is open, with these codes', schema: matterWindow } },
    problems: ['conflict', 'service_unready'],
    handler: async ({ body, caller }, ports) =>
      json(await openMatterWindow(ports, caller, { seconds: body?.duration_seconds })),
  }),
);

const choosing = [
  operation({
    method: 'GET',
    path: '/matter/exposable',
    operationId: 'listMatterExposable',
    heavy: true,
    access: listMatterExposable.role,
    tag,
    summary: 'List the things that the bridge can show',
    description,
    responses: { 200: { description: 'All that it could show, in a lasting order', schema: matterExposureList } },
    problems: ['service_unready'],
    handler: ({ caller }, ports) => json({ items: listMatterExposable(ports, caller) }),
  }),
  operation({
    method: 'PUT',
    path: '/matter/exposable',
    operationId: 'setMatterExposable',
    access: setMatterExposable.role,
    tag,
    summary: 'Choose whether the bridge shows one thing',
    description,
    body: matterExposureUpdate,
    responses: { 204: { description: 'Chosen' } },
    problems: ['not_found', 'validation', 'service_unready'],
    handler: async ({ body, caller }, ports) => {
      await setMatterExposable(ports, caller, body);
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'POST',
    path: '/matter/exposable/bulk',
    operationId: 'setMatterExposables',
    access: setMatterExposables.role,
    tag,
    summary: 'Choose for several things at once',
    description,
    body: matterExposureBulkUpdate,
    bodyLimit: 512 * 1024,
    responses: {
      200: { description: 'How many of them were taken', schema: matterExposureBulkResult },
      204: { description: 'None of them was taken' },
    },
    problems: ['service_unready'],
    handler: async ({ body, caller }, ports) => {
      const applied = await setMatterExposables(ports, caller, body.items);
      return applied === 0 ? NO_CONTENT : json({ applied });
    },
  }),
];

export const matterOperations = [
  operation({
    method: 'GET',
    path: '/matter/status',
    operationId: 'getMatterStatus',
    access: matterStatusOf.role,
    tag,
    summary: 'Say whether the Matter bridge runs',
    responses: { 200: { description: 'The bridge', schema: matterStatus } },
    handler: ({ caller }, ports) => json(matterStatusOf(ports, caller)),
  }),
  operation({
    method: 'GET',
    path: '/matter/fabrics',
    operationId: 'listMatterFabrics',
    access: listMatterFabrics.role,
    tag,
    summary: 'List the fabrics the bridge belongs to',
    description,
    responses: { 200: { description: 'The fabrics', schema: matterFabricList } },
    problems: ['service_unready'],
    handler: ({ caller }, ports) => json({ fabrics: listMatterFabrics(ports, caller) }),
  }),
  operation({
    method: 'DELETE',
    path: '/matter/fabrics/{id}',
    operationId: 'removeMatterFabric',
    access: removeMatterFabric.role,
    tag,
    summary: 'Leave a fabric',
    description,
    params: z.object({ id: fabricIndex }),
    responses: { 204: { description: 'The bridge belongs to it no more' } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ params: { id }, caller }, ports) => {
      await removeMatterFabric(ports, caller, id);
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'GET',
    path: '/matter/setup-payload',
    operationId: 'getMatterSetupPayload',
    access: readMatterSetupPayload.role,
    tag,
    summary: 'Show the codes to add the bridge with',
    description,
    responses: { 200: { description: 'The codes', schema: matterSetupPayload } },
    problems: ['service_unready'],
    handler: ({ caller }, ports) => json(readMatterSetupPayload(ports, caller)),
  }),
  ...choosing,
  ...opening,
  operation({
    method: 'POST',
    path: '/matter/commissioning/window/close',
    operationId: 'closeMatterWindow',
    access: closeMatterWindow.role,
    tag,
    summary: 'Close the commissioning window',
    description,
    responses: { 204: { description: 'It is closed' } },
    problems: ['service_unready'],
    handler: async ({ caller }, ports) => {
      await closeMatterWindow(ports, caller);
      return NO_CONTENT;
    },
  }),
];
