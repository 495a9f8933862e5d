export { createHouseModel } from './house/create-house-model.js';
export { allLabels } from './labels/label.js';
export { type ParsedAddress, parseAddress } from './model/address.js';
export type { ModelEvent, ModelEventKind } from './model/events.js';
export type * from './model/families.js';
export { glob } from './model/glob.js';
export type {
  CentralBehaviour,
  CentralInformation,
  CentralOptions,
  HouseModel,
  HouseModelOptions,
} from './model/house-model.js';
export type { HubFacts, InstallModeFacts } from './model/hub.js';
export { patternFault } from './model/pattern.js';
export type { ParamsetWrite, Planned, PlannedWrite, TypedValue, ValueWrite, WireType } from './model/plan.js';
export type * from './model/replica.js';
export type * from './model/requests.js';
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
} from './model/result.js';
export { signalStrength } from './model/signal.js';
export type { HouseTexts, SnapshotTextOptions } from './model/texts.js';
export type { UnknownKind, UnknownThing } from './model/unknown.js';
export type { HubList } from './model/unread.js';
export { batched } from './parts/batched.js';
