import { z } from 'zod';
import { timestamp } from '../common.js';

/** Id of a backup; it is also the name of its file. */
export const backupId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, 'must be the id of a backup')
  .describe('Id of the backup.');

/** A backup that is kept. */
export const backupEntry = z
  .object({
    id: z.string(),
    central: z.string(),
    bytes: z.int(),
    created_at: timestamp,
    filename: z.string().optional(),
    firmware_version: z.string().optional(),
    product: z.string().optional(),
    sha256: z.string().optional(),
    cut_off_bytes: z
      .int()
      .optional()
      .describe('Bytes that came behind the end of the archive, such as the error page of a CCU3; they are not kept.'),
  })
  .meta({ id: 'BackupEntry' });

/** A backup that is being made from now on. */
export const backupStarted = z.object({ id: z.string(), central_name: z.string() }).meta({ id: 'BackupStarted' });

/** Storage of backups, with their number and size. */
export const backupStorage = z
  .object({ available: z.boolean(), count: z.int(), bytes: z.int(), dir: z.string().optional() })
  .meta({ id: 'BackupStorage' });

/** Progress of the last backup of a CCU. */
export const backupStatus = z
  .object({
    state: z.enum(['idle', 'running', 'done', 'failed']),
    id: z.string().optional(),
    central_name: z.string().optional(),
    started_at: timestamp.optional(),
    finished_at: timestamp.optional(),
    bytes: z.int().optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'BackupStatus' });
