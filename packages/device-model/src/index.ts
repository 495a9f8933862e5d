export { createHouseModel } from './house/create-house-model.js';
export { allLabels } from './labels/label.js';
export { isVirtualRemote, type ParsedAddress, parseAddress } from './model/address.js';
export { glob } from './model/glob.js';
export type {
  CentralBehaviour,
  CentralInformation,
  CentralOptions,
  HouseModel,
  HouseModelOptions,
  ReplacedDevice,
  Succession,
  WaitingDevice,
} from './model/house-model.js';
export type { HubFacts, InstallModeFacts } from './model/hub.js';
export { patternFault } from './model/pattern.js';
export type * from './model/replica.js';
export type { UnknownKind, UnknownThing } from './model/unknown.js';
export type { HubList } from './model/unread.js';
export { batched } from './parts/batched.js';
export { SABOTAGE_PARAMETERS, sabotageReport } from './problems/sabotage.js';
export type { ModelEvent, ModelEventKind } from './requests/events.js';
export type * from './requests/families.js';
export type { ParamsetWrite, Planned, PlannedWrite, TypedValue, ValueWrite, WireType } from './requests/plan.js';
export type * from './requests/requests.js';
export type {
  CentralRequired,
  FieldError,
  Found,
  Invalid,
  Locked,
  LookupFailure,
  Missing,
  NotFound,
  Ok,
  Unsupported,
} from './requests/result.js';
export type { HouseTexts, SnapshotTextOptions } from './requests/texts.js';
export { signalStrength } from './values/signal.js';
