import type { NameCorrection } from '@ccu-gateway/contract/types';

/** First-time configuration of a device that was paired. */
export interface DeviceLabels {
  readonly name?: string;
  /** Also name the channels, `<name>:<number>`. */
  readonly includeChannels: boolean;
  /** Names of rooms and functions that exist on the CCU. */
  readonly rooms?: readonly string[];
  readonly functions?: readonly string[];
}

/**
 * The inbox of a CCU. Rejects with a `GatewayError`: `upstream_unavailable` when the CCU refused or is gone,
 * `service_unready` when it is not connected.
 */
export interface InboxControl {
  /** Rejects with `not_found` for a room or function that the CCU does not have. Changes nothing. */
  checkLabels(central: string, labels: Pick<DeviceLabels, 'rooms' | 'functions'>): Promise<void>;
  /** Rejects with `not_found` when the device does not wait there any more. */
  accept(central: string, address: string): Promise<void>;
  /**
   * Answers the names that became others. Rejects with `not_found` for a room or function that the CCU does not have; then
   * nothing was changed.
   */
  label(central: string, address: string, labels: DeviceLabels): Promise<readonly NameCorrection[]>;
}
