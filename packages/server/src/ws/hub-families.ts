import type { WsCommand } from '../operation/command.js';
import type { CommonServices, HubServices } from '../rest/hub-families.js';
import { backupCommands } from './commands/backups.js';
import { ccuCommands } from './commands/ccu.js';
import { changeHistoryCommands } from './commands/change-history.js';
import { firmwareCommands } from './commands/firmware.js';
import { inboxCommands } from './commands/inbox.js';
import { incidentCommands } from './commands/incidents.js';
import { installModeCommands } from './commands/install-mode.js';
import { messageCommands } from './commands/messages.js';
import { programCommands } from './commands/programs.js';
import { sysvarCommands } from './commands/sysvars.js';
import { optional } from './optional.js';

/** Twins of the operations of the hub and its administration. */
export const hubCommands: readonly WsCommand<CommonServices & Partial<HubServices>>[] = [
  ...optional(programCommands, 'hub', 'programs'),
  ...optional(sysvarCommands, 'hub', 'sysvars'),
  ...optional(messageCommands, 'hub', 'messages'),
  ...optional(inboxCommands, 'hub', 'inbox'),
  ...optional(installModeCommands, 'hub', 'installMode'),
  ...optional(backupCommands, 'backups'),
  ...optional(firmwareCommands, 'hub', 'system'),
  ...optional(ccuCommands, 'diagnostics', 'incidentLog', 'systemView', 'logLevels', 'hub'),
  ...optional(incidentCommands, 'incidentLog'),
  ...optional(changeHistoryCommands, 'changeHistory'),
];
