export {
  type BridgeEnvironment,
  type BrokerBridge,
  type BrokerBridgeOptions,
  openBrokerBridge,
} from './bridge.js';
export type { BrokerEnvironment, BrokerState } from './broker/broker.js';
export type { BrokerChange } from './broker/changes.js';
export type { BrokerFault, FaultKind } from './broker/fault.js';
export type { BrokerIncident } from './broker/incidents.js';
export type { BrokerSettings, ProtocolVersion } from './broker/settings.js';
export { type BrokerTest, testBroker } from './broker/test-broker.js';
export type { DiscoveryMessage } from './discovery/message.js';
export type { DevicePreview } from './feed/mirror.js';
export type { Position, PositionStore } from './feed/position.js';
export type { OtherTreeSettings } from './other-trees.js';
export type { BrokerBridgeSettings } from './settings.js';
export type { BrokerStatus } from './status.js';
export { encodeSegment } from './topics/segment.js';
export type { DevicePlace } from './tree/house.js';
export type { Trouble, TroubleKind } from './troubles.js';
