export { type GenericServer, type GenericServerOptions, startGenericServer } from './generic/server.js';
export { inventedHouse } from './house/invented.js';
export { largeHouse } from './house/large.js';
export { HouseDataError, loadHouse } from './house/load.js';
export type {
  DeviceDescription,
  House,
  HouseDevice,
  HouseGroup,
  HouseLink,
  HouseParamsetKey,
  HouseParamsets,
  HouseProgram,
  HouseProgramAction,
  HouseSystemVariable,
  InterfaceName,
  ParameterDescription,
  ParamsetDescription,
  SimulatorUser,
  SystemVariableType,
  WireValue,
} from './house/types.js';
export type { HouseEvent } from './live/events.js';
export type {
  InstallMode,
  LiveChannel,
  LiveDevice,
  LiveGroup,
  LiveHouse,
  LiveMessage,
  LiveProgram,
  LiveSystemVariable,
  LiveValue,
} from './live/types.js';
export type { Clock, SimulatorOptions, SimulatorPortName, SimulatorTls, Timers } from './options.js';
export { startSimulator } from './simulator.js';
export type {
  Faults,
  ReceivedCall,
  ReceivedJsonCall,
  ReceivedLog,
  ReceivedScript,
  Registration,
  Simulator,
  TypedValue,
} from './types.js';
