export { createHome } from './create-home.js';
export type { HomeEvent, HomeEventKind } from './events.js';
export type * from './families.js';
export type { CentralInformation, CentralOptions, Home, HomeOptions } from './home.js';
export type { HubFacts, InstallModeFacts } from './hub/store.js';
export type { HubList } from './hub/unread.js';
export { allLabels } from './labels/label.js';
export type { ParamsetWrite, Planned, PlannedWrite, TypedValue, ValueWrite, WireType } from './plan.js';
export type * from './requests.js';
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
} from './result.js';
export { signalStrength } from './signal.js';
export { patternFault } from './visibility/pattern.js';
