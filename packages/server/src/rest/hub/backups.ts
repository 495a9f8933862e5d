import { backupEntry, backupId, backupStarted, backupStatus, backupStorage, centralQuery } from '@ccu-gateway/contract';
import {
  type BackupWriting,
  backupEntryOf,
  backupStatusOf,
  chooseCentral,
  deleteBackup,
  downloadBackup,
  restoreBackup,
  startBackup,
  uploadBackup,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { upload } from '../../http/body/upload.js';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { ACCEPTED, begun, created, json, NO_CONTENT, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<BackupWriting>();

const tag = 'backups';
const params = z.object({ id: backupId });

export const backupOperations = [
  operation({
    method: 'GET',
    path: '/backups',
    operationId: 'listBackups',
    access: 'viewer',
    tag,
    summary: 'List the system backups of the CCUs that are kept here',
    responses: { 200: { description: 'The backups, newest first', schema: z.array(backupEntry) } },
    problems: ['service_unready'],
    handler: async (_input, { backups }) => json((await backups.list()).map(backupEntryOf)),
  }),
  operation({
    method: 'POST',
    path: '/backups',
    operationId: 'createBackup',
    access: startBackup.role,
    tag,
    summary: 'Have a CCU make a system backup and fetch it',
    description:
      'Takes minutes on a real CCU. `backup.progress` events report how it goes, and `GET /backups/status`, which `Location` names, ' +
      'shows where it stands and why it failed.',
    body: z.strictObject({ central_name: z.string().min(1).max(64).optional() }),
    bodyOptional: true,
    responses: { 202: { description: 'It has begun', schema: backupStarted } },
    problems: ['not_found', 'conflict', 'upstream_unavailable', 'service_unready'],
    handler: async ({ body, caller }, ports) => {
      const started = await startBackup(ports, caller, body?.central_name);
      return begun(`/backups/status?central=${encodeURIComponent(started.central_name)}`, started);
    },
    ws: (twin) =>
      ['backup.trigger', 'backups.trigger'].map((name) =>
        twin({
          name,
          category: 'backup',
          args: z.object(centralArgs),
          input: (args) => ({ body: { central_name: scopeOf(args).central } }),
        }),
      ),
  }),
  operation({
    method: 'GET',
    path: '/backups/status',
    operationId: 'getBackupStatus',
    access: 'viewer',
    tag,
    summary: 'Show how the newest backup of a CCU does, and why it failed',
    query: z.object({ central: centralQuery }),
    responses: { 200: { description: 'The status', schema: backupStatus } },
    problems: ['not_found', 'conflict', 'service_unready'],
    handler: async ({ query }, { backups, house }) =>
      json(backupStatusOf(await backups.status(chooseCentral(house, query.central)))),
    ws: (twin) =>
      twin({
        name: 'backup.status',
        category: 'backup',
        description: 'Say how the newest backup of a CCU does.',
        args: z.object(centralArgs),
        input: (args) => ({ query: { central: scopeOf(args).central } }),
      }),
  }),
  operation({
    method: 'GET',
    path: '/backups/storage',
    operationId: 'getBackupStorage',
    access: 'admin',
    tag,
    summary: 'Say where the backups are kept and how much there is',
    responses: { 200: { description: 'The storage', schema: backupStorage } },
    problems: ['service_unready'],
    handler: async (_input, { backups }) => json(await backups.storage()),
  }),
  operation({
    method: 'POST',
    path: '/backups/upload',
    operationId: 'uploadBackup',
    access: uploadBackup.role,
    tag,
    summary: 'Keep a backup that was made elsewhere',
    description: 'As part `file` of a form, or as plain bytes. Only a whole archive of a CCU is stored.',
    query: z.object({ central: centralQuery }),
    bodyKind: 'upload',
    body: upload,
    bodyDocument: z.object({ file: z.string().meta({ format: 'binary' }) }),
    responses: { 201: { description: 'The backup', schema: backupEntry } },
    problems: [
      ...(['bad_request', 'not_found', 'conflict', 'payload_too_large', 'validation'] as const),
      ...(['upstream_unavailable', 'service_unready'] as const),
    ],
    handler: async ({ query, body, caller }, ports) =>
      created(backupEntryOf(await uploadBackup(ports, caller, { central: query.central, ...body }))),
  }),
  operation({
    method: 'DELETE',
    path: '/backups/{id}',
    operationId: 'deleteBackup',
    access: deleteBackup.role,
    tag,
    summary: 'Delete a backup',
    params,
    responses: { 204: { description: 'It is gone, also when there was none' } },
    problems: ['upstream_unavailable', 'service_unready'],
    handler: async ({ params: { id }, caller }, ports) => {
      await deleteBackup(ports, caller, id);
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'GET',
    path: '/backups/{id}/download',
    operationId: 'downloadBackup',
    access: downloadBackup.role,
    tag,
    summary: 'Download a backup',
    params,
    responses: { 200: { description: 'The archive', contentTypes: ['application/octet-stream'] } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ params: { id }, caller }, ports) => {
      const { filename, bytes, content } = await downloadBackup(ports, caller, id);
      return {
        status: 200,
        raw: content,
        contentType: 'application/octet-stream',
        headers: {
          'content-disposition': `attachment; filename="${filename.replaceAll(/[^A-Za-z0-9._-]/g, '_')}"`,
          'content-length': String(bytes),
        },
      };
    },
  }),
  operation({
    method: 'POST',
    path: '/backups/{id}/restore',
    operationId: 'restoreBackup',
    access: restoreBackup.role,
    tag,
    summary: 'Play a backup back to its CCU',
    description:
      'The archive is read as a whole first; a damaged one is refused with reason `backup_damaged`. 501 gives the reason why a CCU ' +
      'cannot restore.',
    params,
    responses: { 202: { description: 'Sent to the CCU' } },
    problems: ['not_found', 'validation', 'unsupported', 'upstream_unavailable', 'service_unready'],
    handler: async ({ params: { id }, caller }, ports) => {
      await restoreBackup(ports, caller, id);
      return ACCEPTED;
    },
  }),
];
