import type { Auth } from '@ccu-gateway/auth-core';
import type { EventStream } from '@ccu-gateway/event-stream';
import type {
  AuditLog,
  CcuWriter,
  Clock,
  ConfigSessions,
  HealthSource,
  House,
  InfoSource,
  InterfaceControl,
  SetupSink,
} from '@ccu-gateway/gateway-core';
import type { ConnectionCounter } from '../events/limits.js';
import type { Operation } from '../operation/operation.js';
import { auditOperations } from './audit.js';
import { authOperations } from './auth.js';
import { type DeviceServices, deviceFamilyOperations } from './device-families.js';
import { deviceOperations } from './devices.js';
import { type Documents, documentOperations } from './documents.js';
import { eventOperations } from './events.js';
import { type HubServices, hubOperations } from './hub-families.js';
import { infoOperations } from './info.js';
import { interfaceOperations } from './interfaces.js';
import { oidcOperations } from './oidc.js';
import { sessionOperations } from './sessions.js';
import { setupOperations } from './setup.js';
import { snapshotOperations } from './snapshot.js';
import { tokenOperations } from './tokens.js';
import { userOperations } from './users.js';

/** Everything the families need together. A family that needs more adds its port here. */
export interface Services extends Partial<HubServices>, Partial<DeviceServices> {
  readonly auth: Auth;
  readonly events: EventStream;
  readonly house: House;
  readonly ccu: CcuWriter;
  readonly interfaceControl: InterfaceControl;
  readonly info: InfoSource;
  readonly health: HealthSource;
  readonly audit: AuditLog;
  readonly setupSink?: SetupSink;
  readonly clock: Clock;
  readonly documents: Documents;
  readonly connections: ConnectionCounter;
  readonly configSessions: ConfigSessions;
}

/** All operations of the API. The router, the document, the role table and the tests are made from this list. */
export const apiOperations: readonly Operation<Services>[] = [
  ...infoOperations,
  ...setupOperations,
  ...authOperations,
  ...oidcOperations,
  ...sessionOperations,
  ...tokenOperations,
  ...userOperations,
  ...deviceOperations,
  ...deviceFamilyOperations,
  ...snapshotOperations,
  ...interfaceOperations,
  ...eventOperations,
  ...auditOperations,
  ...hubOperations,
  ...documentOperations,
];
