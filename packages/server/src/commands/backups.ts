import { backupStatus } from '@ccu-gateway/contract';
import { type BackupWriting, backupStatusOf, chooseCentral } from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../operation/central-arg.js';
import { commandsWith } from '../operation/command.js';

const command = commandsWith<BackupWriting>();
const category = 'backup';

export const backupCommands = [
  command({
    name: 'backup.status',
    category,
    alone: 'says of one CCU how its newest backup does, which the list of backups does not',
    description: 'Say how the newest backup of a CCU does.',
    access: 'viewer',
    args: z.object(centralArgs),
    result: backupStatus,
    handler: async (args, ports) =>
      backupStatusOf(await ports.backups.status(chooseCentral(ports.house, scopeOf(args).central))),
  }),
];
