export {
  type BridgeEnvironment,
  type BrokerBridge,
  type BrokerBridgeOptions,
  type BrokerBridgeSettings,
  type BrokerStatus,
  openBrokerBridge,
} from './bridge.js';
export type { BrokerEnvironment, BrokerState } from './broker/broker.js';
export type { BrokerFault, FaultKind } from './broker/fault.js';
export type { BrokerSettings, ProtocolVersion } from './broker/settings.js';
export type { Position, PositionStore } from './feed/position.js';
