import type { GatewayCore, Logger } from '@ccu-gateway/gateway-core';
import type { BrokerEnvironment } from './broker/broker.js';
import type { BrokerChange } from './broker/changes.js';
import type { BrokerIncident } from './broker/incidents.js';
import type { PositionStore } from './feed/position.js';
import type { BrokerBridgeSettings } from './settings.js';

/** Time and chance, for tests. */
export interface BridgeEnvironment extends BrokerEnvironment {
  /** Lets others run. */
  nextTurn(): Promise<void>;
  /** Calls back again and again; the answer ends it. */
  repeat(everyMs: number, tick: () => void): () => void;
}

/** Options of the bridge to one broker. */
export interface BrokerBridgeOptions {
  readonly core: GatewayCore;
  readonly settings: BrokerBridgeSettings;
  readonly positions: PositionStore;
  readonly log: Logger;
  /** Something for the list of incidents: a broker that was well is not any more, or is again. */
  readonly incident: (incident: BrokerIncident) => void;
  /** The broker is connected, cannot be reached, or not any more. Optional: not every caller publishes it. */
  readonly changed?: (change: BrokerChange) => void;
  readonly environment: BridgeEnvironment;
}
