import { z } from 'zod';
import { timestamp } from '../common.js';

const facts = {
  id: z.string().describe('Also the name of its file.'),
  bytes: z.int().describe('Of the file.'),
  created_at: timestamp,
};

/** A backup of the gateway itself, as it lies in its directory. */
export const ownBackup = z
  .object({
    ...facts,
    host: z.string().nullable().describe('The machine that made it.'),
    gateway_version: z.string().nullable(),
    with_key: z.boolean().nullable().describe('Whether the key that opens stored passwords is in it, sealed.'),
    parts: z.array(z.string()).describe('Its content.'),
    sha256: z.string().nullable().describe('Of the file as it was found whole.'),
    verified_at: timestamp.nullable().describe('When it was last read to its end and found whole.'),
    problem: z.string().nullable().describe('Why it cannot be read.'),
  })
  .meta({ id: 'OwnBackup' });

/** Contents of a backup of the gateway, after it was read to its end. */
export const ownBackupContents = z
  .object({
    ...facts,
    sha256: z.string(),
    host: z.string(),
    gateway_version: z.string(),
    key_id: z.string().nullable().describe('Which key its sealed passwords need.'),
    with_key: z.boolean(),
    parts: z.array(
      z.object({ name: z.string(), bytes: z.int(), schema: z.int().optional().describe('Of a file of SQLite.') }),
    ),
  })
  .meta({ id: 'OwnBackupContents' });

const work = z.enum(['create', 'upload', 'verify', 'delete', 'restore', 'schedule']);

/** Present state of backups of the gateway, with the results of the last one and the last restore. */
export const ownBackupStatus = z
  .object({
    dir: z.string().describe('Where they are kept.'),
    busy: work.nullable().describe('Running work; everything else is refused until then.'),
    last: z
      .object({
        id: z.string(),
        state: z.enum(['running', 'done', 'failed']),
        started_at: timestamp,
        finished_at: timestamp.optional(),
        done_bytes: z.int().describe('Of the data, how much is in the file.'),
        total_bytes: z.int().optional(),
        error: z.string().optional().describe('Why it failed, in one sentence.'),
      })
      .nullable()
      .describe('The last one that was asked for since the start.'),
    restored: z
      .object({
        id: z.string(),
        state: z.enum(['done', 'failed']),
        finished_at: timestamp,
        error: z.string().optional().describe('Why it failed, in one sentence. The data is unchanged.'),
        sessions_ended: z.int().optional(),
        tokens_revoked: z.int().optional().describe('Tokens of the backup that were revoked after it and stay so.'),
        revocations_known: z.boolean().optional().describe('Whether the replaced database could be read.'),
        key_restored: z.boolean().optional(),
        pins_lost: z
          .int()
          .optional()
          .describe('PINs of the alarm system that another key has sealed, to be set again.'),
        replaced: z.string().nullable().optional().describe('Where the replaced data lies.'),
        config: z.string().nullable().optional().describe('Where the configuration of the backup lies.'),
      })
      .nullable()
      .describe('The restore that this start of the gateway follows.'),
  })
  .meta({ id: 'OwnBackupStatus' });

const passphrase = z
  .string()
  .min(12)
  .max(1024)
  .describe('At least 12 characters. It is not kept: without it the key in the backup stays closed.');

/** Contents of a new backup of the gateway beyond the database, the Matter bridge and the configuration. */
export const newOwnBackup = z.strictObject({
  passphrase: passphrase.optional().describe('Puts the key that opens stored passwords in, sealed with it.'),
  history: z.boolean().optional().describe('Values over time. Default: as set for scheduled backups.'),
  events: z.boolean().optional().describe('The log of events. Default: as set for scheduled backups.'),
});

/** A backup of the gateway that is being made from now on. */
export const ownBackupStarted = z.object({ id: z.string() }).meta({ id: 'OwnBackupStarted' });

/** Options for a restore of a backup of the gateway. */
export const ownRestore = z.strictObject({
  passphrase: passphrase.optional().describe('Restores the key in the backup, too.'),
  check_only: z.boolean().optional().describe('Everything is checked, and nothing is restored.'),
});

/** Result of checking a backup, and the decision about its restore. */
export const ownRestoreChecked = z
  .object({
    status: z
      .enum(['checked', 'restore_signalled'])
      .describe('`restore_signalled`: the gateway stops now, restores and starts again.'),
    key_restored: z.boolean().describe('Whether the key of the backup comes with it.'),
    contents: ownBackupContents,
  })
  .meta({ id: 'OwnRestoreChecked' });
