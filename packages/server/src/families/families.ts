import type { Auth } from '@ccu-gateway/auth-core';
import type { ReadableEventStream } from '@ccu-gateway/event-stream';
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
import { systemCommands } from '../commands/system.js';
import type { ConnectionCounter } from '../events/limits.js';
import type { UiAssets } from '../http/assets.js';
import type { CommandList, WsCommand } from '../operation/command.js';
import { type Family, family } from '../operation/family.js';
import type { Operation } from '../operation/operation.js';
import { auditOperations } from '../rest/audit.js';
import { authOperations } from '../rest/auth.js';
import { deviceOperations } from '../rest/devices.js';
import { type Documents, documentOperations } from '../rest/documents.js';
import { eventOperations } from '../rest/events.js';
import { infoOperations } from '../rest/info.js';
import { interfaceOperations } from '../rest/interfaces.js';
import { oidcOperations } from '../rest/oidc.js';
import { sessionOperations } from '../rest/sessions.js';
import { setupOperations } from '../rest/setup.js';
import { snapshotOperations } from '../rest/snapshot.js';
import { tokenOperations } from '../rest/tokens.js';
import { userOperations } from '../rest/users.js';
import type { NextTurn } from '../turns/next-turn.js';
import { type DevicePorts, deviceFamilies } from './device-families.js';
import { type HubPorts, hubFamilies } from './hub-families.js';

/** Everything the families need together. A family that needs more adds its port here. */
export interface ServerPorts extends Partial<HubPorts>, Partial<DevicePorts> {
  readonly auth: Auth;
  readonly events: ReadableEventStream;
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
  /** Turns that all long answers share. */
  readonly nextTurn: NextTurn;
  readonly configSessions: ConfigSessions;
  /** The files of the web UI; without them the pages of the server stand in. */
  readonly ui?: UiAssets;
  readonly commands: CommandList;
}

/** Every family, once. The router, the commands of the WebSocket, the documents and the tests are made from this list. */
const families: readonly Family<ServerPorts>[] = [
  family({ operations: infoOperations, commands: systemCommands }),
  family({ operations: setupOperations }),
  family({ operations: authOperations }),
  family({ operations: oidcOperations }),
  family({ operations: sessionOperations }),
  family({ operations: tokenOperations }),
  family({ operations: userOperations }),
  family({ operations: deviceOperations }),
  ...deviceFamilies,
  family({ operations: snapshotOperations }),
  family({ operations: interfaceOperations }),
  family({ operations: eventOperations }),
  family({ operations: auditOperations }),
  ...hubFamilies,
  family({ operations: documentOperations }),
];

/** All operations of the API. */
export const apiOperations: readonly Operation<ServerPorts>[] = families.flatMap(({ operations }) => operations);

/** All commands of the WebSocket. */
export const wsCommands: readonly WsCommand<ServerPorts>[] = families.flatMap(({ commands }) => commands);
