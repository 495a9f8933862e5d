import type { BrokerSettings } from './broker/settings.js';
import type { OtherTreesSettings } from './other-trees.js';

/** Settings of a broker for publications and commands. */
export interface BrokerBridgeSettings extends BrokerSettings, OtherTreesSettings {
  /** First levels of all topics. */
  readonly prefix: string;
  readonly qos: 0 | 1;
  /** Devices by their address or by their name. */
  readonly addressing: 'address' | 'name';
  /** Values as JSON objects, or bare. */
  readonly payload: 'json' | 'plain';
  /** Discovery for Home Assistant with its first level. Needs values as JSON objects. */
  readonly homeAssistant?: { readonly enabled: boolean; readonly prefix: string } | undefined;
  /** Milliseconds for which a key press is worth sending. */
  readonly momentaryExpiryMs: number;
  /** Role of commands from there. */
  readonly role: 'viewer' | 'operator';
  /** Filters below `<prefix>/<CCU>/` of publications, and of accepted commands. */
  readonly publish: readonly string[];
  readonly write: readonly string[];
}
