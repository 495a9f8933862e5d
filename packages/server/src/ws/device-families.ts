import type { WsCommand } from '../operation/command.js';
import type { DeviceServices } from '../rest/device-families.js';
import type { Services } from '../rest/families.js';
import { centralLinkCommands } from './commands/central-links.js';
import { configSessionCommands } from './commands/config-sessions.js';
import { customDataPointCommands } from './commands/custom-data-points.js';
import { deviceAdminCommands } from './commands/device-admin.js';
import { formSchemaCommands } from './commands/form-schema.js';
import { linkCommands } from './commands/links.js';
import { paramsetCommands } from './commands/paramsets.js';
import { scheduleCommands } from './commands/schedules.js';
import { optional } from './optional.js';

type Needed = Pick<Services, 'house' | 'ccu' | 'audit' | 'clock' | 'editLocks' | 'configSessions'> &
  Partial<DeviceServices>;

/** Twins of the operations on devices beyond single values. */
export const deviceFamilyCommands: readonly WsCommand<Needed>[] = [
  ...optional(deviceAdminCommands, 'deviceControl'),
  ...optional(customDataPointCommands, 'devices'),
  ...optional(paramsetCommands, 'devices', 'paramsets'),
  ...optional(formSchemaCommands, 'devices', 'paramsets'),
  ...optional(configSessionCommands, 'devices', 'paramsets', 'editLocks'),
  ...optional(scheduleCommands, 'devices', 'paramsets'),
  ...optional(linkCommands, 'devices', 'links', 'paramsets'),
  ...optional(centralLinkCommands, 'devices', 'centralLinks'),
];
