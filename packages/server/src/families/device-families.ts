import type {
  AuditLog,
  CcuWriter,
  CentralLinkControl,
  Clock,
  ConfigSessions,
  DeviceControl,
  DeviceModel,
  EditLocks,
  FlagStore,
  House,
  LinkControl,
  ParamsetReader,
} from '@ccu-gateway/gateway-core';
import { configSessionCommands } from '../commands/config-sessions.js';
import { customDataPointCommands } from '../commands/custom-data-points.js';
import { linkCommands } from '../commands/links.js';
import { paramsetCommands } from '../commands/paramsets.js';
import { scheduleCommands } from '../commands/schedules.js';
import { type Family, family } from '../operation/family.js';
import { centralLinkOperations } from '../rest/central-links.js';
import { customDataPointOperations } from '../rest/custom-data-points.js';
import { deviceAdminOperations } from '../rest/device-admin.js';
import { linkOperations } from '../rest/links.js';
import { paramsetOperations } from '../rest/paramsets.js';
import { scheduleOperations } from '../rest/schedules.js';
import { uiSchemaOperations } from '../rest/ui-schema.js';

/** Ports for devices beyond single values. Each may be left out; its families are then not mounted. */
export interface DevicePorts {
  readonly devices: DeviceModel;
  readonly paramsets: ParamsetReader;
  readonly links: LinkControl;
  readonly centralLinks: CentralLinkControl;
  readonly deviceControl: DeviceControl;
  readonly flags: FlagStore;
}

interface Common {
  readonly house: House;
  readonly ccu: CcuWriter;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly configSessions: ConfigSessions;
  readonly editLocks?: EditLocks;
}

export const deviceFamilies: readonly Family<Common & Partial<DevicePorts>>[] = [
  family({
    operations: deviceAdminOperations,

    ports: ['devices', 'deviceControl', 'flags'],
  }),
  family({ operations: customDataPointOperations, commands: customDataPointCommands, ports: ['devices'] }),
  family({ operations: paramsetOperations, commands: paramsetCommands, ports: ['devices', 'paramsets'] }),
  family({ operations: uiSchemaOperations, ports: ['devices', 'paramsets'] }),
  family({ commands: configSessionCommands, ports: ['devices', 'paramsets', 'editLocks'] }),
  family({ operations: scheduleOperations, commands: scheduleCommands, ports: ['devices', 'paramsets'] }),
  family({ operations: linkOperations, ports: ['devices', 'links'] }),
  // The link commands of the WebSocket only come from paramsets.
  family({ commands: linkCommands, ports: ['devices', 'links', 'paramsets'] }),
  family({ operations: centralLinkOperations, ports: ['devices', 'centralLinks'] }),
];
