import type {
  MatterExposure,
  MatterExposureUpdate,
  MatterFabric,
  MatterSetupPayload,
  MatterStatus,
  MatterWindow,
} from '@ccu-gateway/contract/types';

/** A Matter bridge that runs. Refusals reject with a `GatewayError`. */
export interface MatterBridge {
  /** The homes that it belongs to. */
  fabrics(): readonly MatterFabric[];
  /** Leaves a home. Rejects with `not_found` where it belongs to no such one. */
  removeFabric(fabricIndex: number): Promise<void>;
  setupPayload(): MatterSetupPayload;
  /** Rejects with `conflict` (reason `window_open`) while a window is open. */
  openWindow(seconds: number): Promise<MatterWindow>;
  /** Does nothing where none is open. */
  closeWindow(): Promise<void>;
  exposable(): readonly MatterExposure[];
  /**
   * Chooses the shown devices. Rejects with `not_found` for an unknown device, and with `unprocessable` (reason
   * `matter_unmappable`) for one that cannot be shown. The reason `matter_no_kind` stands for a kind of a device that
   * has none.
   */
  expose(update: MatterExposureUpdate): Promise<void>;
  /** The same for several at once; answers those that were taken. */
  exposeAll(updates: readonly MatterExposureUpdate[]): Promise<readonly MatterExposureUpdate[]>;
}

/** Leads to the Matter bridge, where there is one. */
export interface MatterAccess {
  status(): MatterStatus;
  /** Undefined where it is not enabled, or does not run: `status` says why. */
  bridge(): MatterBridge | undefined;
}
