export type { Registration } from './callbacks/registered-client.js';
export type { Clock, Timers } from './environment/time.js';
export type { Faults } from './faults/types.js';
export { type GenericServer, type GenericServerOptions, startGenericServer } from './generic/server.js';
export { inventedHeatingGroups, inventedHouse } from './house/invented.js';
export { largeHouse } from './house/large.js';
export { HouseDataError, loadHouse } from './house/load.js';
export { smokeDetectorTeam, type TeamMember } from './house/teams.js';
export type {
  DefinedDevice,
  DefinedGroup,
  DefinedHeatingGroup,
  DefinedLink,
  DefinedProgram,
  DefinedProgramAction,
  DefinedRadioGateway,
  DefinedSysvar,
  DeviceDescription,
  HouseDefinition,
  HouseParamsetKey,
  HouseParamsets,
  InterfaceName,
  ParameterDescription,
  ParamsetDescription,
  SimulatorUser,
  SysvarType,
  WireValue,
} from './house/types.js';
export type { HouseEvent } from './live/events.js';
export type {
  InstallMode,
  LiveChannel,
  LiveDevice,
  LiveGroup,
  LiveMessage,
  LiveProgram,
  LiveSysvar,
  LiveValue,
  SimulatedHouseView,
} from './live/types.js';
export type { SimulatorTls } from './net/tls.js';
export type { SimulatorOptions, SimulatorPortName } from './options.js';
export type { ReceivedCall, ReceivedJsonCall, ReceivedLog, ReceivedScript } from './received/types.js';
export { startSimulator } from './simulator.js';
export type { Simulator } from './types.js';
export type { TypedValue } from './wire/typed-value.js';
