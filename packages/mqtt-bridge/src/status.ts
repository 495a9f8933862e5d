import type { BrokerState } from './broker/broker.js';
import type { Outcome } from './commands/outcome.js';
import type { BrokerBridgeSettings } from './settings.js';
import type { Trouble } from './troubles.js';

/** Figures, settings and state of the bridge to one broker. Times are milliseconds since the Unix epoch. */
export interface BrokerStatus {
  readonly settings: BrokerBridgeSettings;
  readonly connection: BrokerState;
  /** Topics that the broker retains for the gateway. */
  readonly topics: number;
  readonly waiting: number;
  /** Age of the oldest of them in milliseconds. */
  readonly lag_ms: number;
  readonly published: number;
  readonly sent: number;
  /** States that waited and were replaced by newer ones. */
  readonly superseded: number;
  /** Key presses that were too old when the broker could have had them. */
  readonly expired: number;
  readonly refused: number;
  readonly commands: Readonly<Record<'taken' | Outcome['outcome'] | 'ignored', number>>;
  /** Devices announced to Home Assistant. */
  readonly announced: number;
  /** The newest first. */
  readonly troubles: readonly Trouble[];
}
