import {
  backupId,
  newOwnBackup,
  ownBackup,
  ownBackupContents,
  ownBackupStarted,
  ownBackupStatus,
  ownRestore,
  ownRestoreChecked,
} from '@ccu-gateway/contract';
import {
  deleteOwnBackup,
  downloadOwnBackup,
  listOwnBackups,
  type OwnBackupWriting,
  ownBackupsStatus,
  restoreOwnBackup,
  startOwnBackup,
  uploadOwnBackup,
  verifyOwnBackup,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { upload } from '../../http/body/upload.js';
import { begun, created, json, NO_CONTENT, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<OwnBackupWriting>();

const tag = 'backups';
const params = z.object({ id: backupId });
const REFUSED =
  'A refused file has the `reason` `backup_damaged`, `backup_foreign`, `backup_newer`, `backup_too_large`.';

export const ownBackupOperations = [
  operation({
    method: 'GET',
    path: '/backups/own',
    operationId: 'listOwnBackups',
    access: listOwnBackups.role,
    tag,
    summary: 'List the backups of the gateway itself',
    responses: { 200: { description: 'The backups, newest first', schema: z.array(ownBackup) } },
    problems: ['service_unready'],
    handler: async ({ caller }, ports) => json(await listOwnBackups(ports, caller)),
  }),
  operation({
    method: 'POST',
    path: '/backups/own',
    operationId: 'createOwnBackup',
    access: startOwnBackup.role,
    tag,
    summary: 'Make a backup of the gateway itself, while it runs',
    description:
      'The database, the Matter bridge, the configuration and the history in one file. The key that opens stored passwords is in it ' +
      'only with a passphrase, sealed. Its progress is in `own_backup.progress` events and `GET /backups/own/status`.',
    body: newOwnBackup,
    bodyOptional: true,
    responses: { 202: { description: 'It has begun', schema: ownBackupStarted } },
    problems: ['conflict', 'validation', 'service_unready'],
    handler: async ({ body, caller }, ports) =>
      begun('/backups/own/status', await startOwnBackup(ports, caller, body ?? {})),
  }),
  operation({
    method: 'GET',
    path: '/backups/own/status',
    operationId: 'getOwnBackupStatus',
    access: ownBackupsStatus.role,
    tag,
    summary: 'Show the schedule of backups of the gateway itself, and the outcome of the last restore',
    responses: { 200: { description: 'The status', schema: ownBackupStatus } },
    handler: ({ caller }, ports) => json(ownBackupsStatus(ports, caller)),
  }),
  operation({
    method: 'POST',
    path: '/backups/own/upload',
    operationId: 'uploadOwnBackup',
    access: uploadOwnBackup.role,
    tag,
    summary: 'Keep a backup of a gateway that was downloaded earlier',
    description: `As part \`file\` of a form, or as plain bytes. It is read to its end before it is kept. ${REFUSED}`,
    bodyKind: 'upload',
    body: upload,
    bodyDocument: z.object({ file: z.string().meta({ format: 'binary' }) }),
    responses: { 201: { description: 'Its content', schema: ownBackupContents } },
    problems: ['bad_request', 'conflict', 'payload_too_large', 'validation', 'service_unready'],
    handler: async ({ body, caller }, ports) => created(await uploadOwnBackup(ports, caller, body.content)),
  }),
  operation({
    method: 'DELETE',
    path: '/backups/own/{id}',
    operationId: 'deleteOwnBackup',
    access: deleteOwnBackup.role,
    tag,
    summary: 'Delete a backup of the gateway itself',
    params,
    responses: { 204: { description: 'It is gone, also when there was none' } },
    problems: ['conflict', 'service_unready'],
    handler: async ({ params: { id }, caller }, ports) => {
      await deleteOwnBackup(ports, caller, id);
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'GET',
    path: '/backups/own/{id}/download',
    operationId: 'downloadOwnBackup',
    access: downloadOwnBackup.role,
    tag,
    summary: 'Download a backup of the gateway itself',
    description: 'It holds accounts, tokens and the keys of Matter homes: treat it like a password.',
    params,
    responses: { 200: { description: 'The file', contentTypes: ['application/gzip'] } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ params: { id }, caller }, ports) => {
      const { filename, bytes, content } = await downloadOwnBackup(ports, caller, id);
      return {
        status: 200,
        raw: content,
        contentType: 'application/gzip',
        headers: { 'content-disposition': `attachment; filename="${filename}"`, 'content-length': String(bytes) },
      };
    },
  }),
  operation({
    method: 'POST',
    path: '/backups/own/{id}/verify',
    operationId: 'verifyOwnBackup',
    access: verifyOwnBackup.role,
    tag,
    summary: 'Read a backup of the gateway to its end, and list its content',
    description: REFUSED,
    params,
    responses: { 200: { description: 'It is whole', schema: ownBackupContents } },
    problems: ['not_found', 'conflict', 'validation', 'service_unready'],
    handler: async ({ params: { id }, caller }, ports) => json(await verifyOwnBackup(ports, caller, id)),
  }),
  operation({
    method: 'POST',
    path: '/backups/own/{id}/restore',
    operationId: 'restoreOwnBackup',
    access: restoreOwnBackup.role,
    tag,
    summary: 'Restore a backup of the gateway itself',
    description:
      'Everything is checked before anything happens: the file, every database in it, the passphrase, and whether the passwords in ' +
      'it can be opened afterwards. Then the gateway stops, exchanges its data in one step and starts again: all sessions have ' +
      'ended, and accounts and tokens are those of the backup. `GET /backups/own/status` has the outcome afterwards. With ' +
      `\`check_only\` nothing happens after the check. ${REFUSED} \`backup_passphrase\`, \`backup_key_missing\` and ` +
      '`backup_conflict` list the obstacles to a restore here.',
    params,
    body: ownRestore,
    bodyOptional: true,
    responses: {
      200: { description: 'It can be restored; nothing was changed', schema: ownRestoreChecked },
      202: { description: 'It was checked; the gateway stops now and restores it', schema: ownRestoreChecked },
    },
    problems: ['not_found', 'conflict', 'validation', 'service_unready'],
    handler: async ({ params: { id }, body, caller }, ports) => {
      const checked = await restoreOwnBackup(ports, caller, id, body ?? {});
      return checked.status === 'checked' ? json(checked) : begun('/backups/own/status', checked);
    },
  }),
];
