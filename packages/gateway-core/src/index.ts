export {
  type ActingCore,
  type BoundCase,
  type CorePorts,
  createGatewayCore,
  type GatewayCore,
  type ReadingName,
  roleOf,
  type UseCaseName,
} from './core.js';
export type { MatterBridge } from './families/bridges/matter.js';
export type { DeviceView } from './families/devices/devices.js';
export type { Logger } from './ports/log.js';
export { type AreaNames, createAreaNames } from './upkeep/area-names.js';
export { incidentSummary } from './upkeep/incident-words.js';
export { type ActingPrincipal, type Caller, serviceCaller } from './use-case/caller.js';
export { type ErrorCode, GatewayError, type GatewayErrorDetails, notFound } from './use-case/errors.js';
export { unlessRefused } from './use-case/refusal.js';
