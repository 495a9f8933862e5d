import { backupStarted, backupStatus } from '@ccu-gateway/contract';
import { type BackupWriting, backupStatusOf, chooseCentral, startBackup } from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../operation/central-arg.js';
import { commandsWith } from '../operation/command.js';

const command = commandsWith<BackupWriting>();
const category = 'backup';

export const backupCommands = [
  command({
    name: 'backup.status',
    category,
    description: 'Say how the newest backup of a CCU does.',
    access: 'viewer',
    args: z.object(centralArgs),
    result: backupStatus,
    handler: (args, needs) => backupStatusOf(needs.backups.status(chooseCentral(needs.house, scopeOf(args).central))),
  }),
  ...['backup.trigger', 'backups.trigger'].map((name) =>
    command({
      name,
      category,
      description: 'Have a CCU make a system backup and fetch it.',
      access: startBackup.role,
      args: z.object(centralArgs),
      result: backupStarted,
      handler: (args, needs, caller) => startBackup(needs, caller, scopeOf(args).central),
    }),
  ),
];
