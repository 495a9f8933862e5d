export { lockedFor } from './codes/lock.js';
export { pinsFor, requiresCode } from './codes/permission.js';
export { type ChangeConflict, conflictsOf, givenUpOf, renewedOf } from './config/change.js';
export { type ConfigFault, faultsOf } from './config/faults.js';
export { isActiveValue, type Plan, planOf } from './config/plan.js';
export { stateNameOf } from './engine/state-name.js';
export { step } from './engine/step.js';
export {
  type ChainedEntry,
  chain,
  type Digest,
  type JournalHead,
  type JournalProof,
  NEW_JOURNAL,
  verifyChain,
} from './journal/chain.js';
export {
  ALARM_MODES,
  type AlarmConfig,
  type AlarmMode,
  BYPASSES,
  type Bypass,
  CODE_KINDS,
  type CodeBinding,
  type CodeConfig,
  type CodeKind,
  type CodeVerb,
  type GroupConfig,
  MASTER,
  type ModeConfig,
  OUTPUT_CLASSES,
  type OutputClass,
  type OutputConfig,
  type Point,
  type PointValue,
  REACTIONS,
  type Reaction,
  type ScheduleConfig,
  SENSOR_KINDS,
  type SensorConfig,
  type SensorKind,
  STAGES,
  type Stage,
  WEEKDAYS,
  type Weekday,
  type ZoneConfig,
} from './model/config.js';
export type {
  Actor,
  AlarmInput,
  ArmCommand,
  Blocker,
  BlockReason,
  Effect,
  GivenUp,
  JournalClass,
  JournalEntry,
  Refusal,
  Step,
} from './model/input.js';
export {
  type AlarmState,
  type Arming,
  type Cause,
  type CodeLock,
  type Incident,
  type MirrorState,
  newState,
  type OutputState,
  type Pending,
  pointKey,
  type SensorState,
  type Waiting,
  type WalkTest,
  ZONE_STATES,
  type ZoneState,
  type ZoneStateName,
} from './model/state.js';
export {
  type ModeReadiness,
  type Panel,
  panelsOf,
  statusOf,
  unconfirmedOf,
  type ZoneStatus,
} from './view/status.js';
