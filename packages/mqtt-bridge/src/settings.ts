import type { BrokerSettings } from './broker/settings.js';
import type { OtherTreesSettings } from './other-trees.js';

/** What is published to a broker and what may be commanded from it. */
export interface BrokerBridgeSettings extends BrokerSettings, OtherTreesSettings {
  /** First levels of all topics. */
  readonly prefix: string;
  readonly qos: 0 | 1;
  /** Devices by their address or by their name. */
  readonly addressing: 'address' | 'name';
  /** Values as JSON objects, or bare. */
  readonly payload: 'json' | 'plain';
  /** Whether Home Assistant is told of the devices, and at which first level it looks for them. Needs values as JSON objects. */
  readonly homeAssistant?: { readonly enabled: boolean; readonly prefix: string } | undefined;
  /** Milliseconds for which a key press is worth sending. */
  readonly momentaryExpiryMs: number;
  /** Role of what is commanded from there. */
  readonly role: 'viewer' | 'operator';
  /** Filters below `<prefix>/<CCU>/` of what is published, and of accepted commands. */
  readonly publish: readonly string[];
  readonly write: readonly string[];
}
