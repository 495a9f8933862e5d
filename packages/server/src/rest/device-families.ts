import type {
  AuditLog,
  CcuWriter,
  CentralLinkControl,
  Clock,
  DeviceControl,
  DeviceModel,
  EditLocks,
  FlagStore,
  House,
  LinkControl,
  ParamsetReader,
} from '@ccu-gateway/gateway-core';
import type { Operation } from '../operation/operation.js';
import { centralLinkOperations } from './central-links.js';
import { customDataPointOperations } from './custom-data-points.js';
import { deviceAdminOperations } from './device-admin.js';
import { linkOperations } from './links.js';
import { optional } from './optional.js';
import { paramsetOperations } from './paramsets.js';
import { scheduleOperations } from './schedules.js';
import { uiSchemaOperations } from './ui-schema.js';

/** Ports of what can be done with devices beyond single values. Each may be left out; its families are then not there. */
export interface DeviceServices {
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
  readonly editLocks?: EditLocks;
}

export const deviceFamilyOperations: readonly Operation<Common & Partial<DeviceServices>>[] = [
  ...optional(deviceAdminOperations, 'devices', 'deviceControl', 'flags'),
  ...optional(customDataPointOperations, 'devices'),
  ...optional(paramsetOperations, 'devices', 'paramsets'),
  ...optional(uiSchemaOperations, 'devices', 'paramsets'),
  ...optional(scheduleOperations, 'devices', 'paramsets'),
  ...optional(linkOperations, 'devices', 'links'),
  ...optional(centralLinkOperations, 'devices', 'centralLinks'),
];
