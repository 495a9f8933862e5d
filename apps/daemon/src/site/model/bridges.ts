import type { GatewayConfig } from '../../config/index.js';

/** Texts that outlive the process, by key. */
export interface BridgeStates {
  load(key: string): Promise<string | undefined>;
  /** `undefined` forgets. */
  save(key: string, value: string | undefined): Promise<void>;
  keys(prefix: string): Promise<readonly string[]>;
}

/** Connections to other programs that settings open. */
export interface Bridges<Settings> {
  reconfigure(settings: Settings): Promise<void>;
  /** Closes all, and keeps all positions. */
  rest(): Promise<void>;
}

/** MQTT brokers, webhooks and messages to people. */
export interface SiteBridges {
  readonly mqtt: Bridges<GatewayConfig['mqtt']>;
  readonly webhooks: Bridges<GatewayConfig['webhooks']>;
  readonly notify: Bridges<GatewayConfig['notify']>;
}

/** Bridges as their settings reach them. */
export interface OutgoingBridges {
  readonly mqtt: Pick<SiteBridges['mqtt'], 'reconfigure'>;
  readonly webhooks: Pick<SiteBridges['webhooks'], 'reconfigure'>;
  readonly notify: Pick<SiteBridges['notify'], 'reconfigure'>;
}
