import type {
  MatterExposure,
  MatterExposureUpdate,
  MatterFabric,
  MatterSetupPayload,
  MatterStatus,
  MatterWindow,
} from '@ccu-gateway/contract/types';
import type { Caller } from '../../use-case/caller.js';
import { GatewayError } from '../../use-case/errors.js';
import { makeChange, type Recording, recordChange } from '../../use-case/record.js';
import { useCase } from '../../use-case/use-case.js';

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

/** Port of the use cases that ask the Matter bridge. */
export interface MatterReading {
  /** Absent where this gateway has no bridge. */
  readonly matter?: MatterAccess;
}

/** Ports of the use cases that change the state of the Matter bridge. */
export interface MatterWriting extends MatterReading, Recording {}

/** Status without a bridge. */
export const NO_MATTER_BRIDGE: MatterStatus = {
  enabled: false,
  listening: false,
  endpoint_count: 0,
  fabric_count: 0,
  enabled_count: 0,
  advertising: false,
  commissioning_window_open: false,
};

/** Default time for which a commissioning window is open; Matter allows no more. */
const WINDOW_SECONDS = 900;

function bridgeOf({ matter }: MatterReading): MatterBridge {
  const bridge = matter?.bridge();
  if (bridge !== undefined) return bridge;
  if (matter?.status().enabled !== true) {
    throw new GatewayError('service_unready', 'The Matter bridge is not enabled', { reason: 'matter_disabled' });
  }
  const problem = matter.status().problems?.[0];
  throw new GatewayError('service_unready', problem?.message ?? 'The Matter bridge is starting', {
    reason: 'matter_unavailable',
    ...(problem === undefined ? { retryAfterSeconds: 5 } : {}),
  });
}

/**
 * State of the Matter bridge, and the obstacle if it does not run. Role `viewer`.
 *
 * @example
 * const { listening, problems } = core.as(caller).matter.status();
 */
export const matterStatusOf = useCase(
  'viewer',
  ({ matter }: MatterReading, _caller: Caller): MatterStatus => matter?.status() ?? NO_MATTER_BRIDGE,
);

/**
 * The homes that the Matter bridge belongs to. Role `viewer`.
 *
 * @throws GatewayError `service_unready` (reason `matter_disabled` or `matter_unavailable`), as every use case below
 * @example
 * const homes = core.as(caller).matter.fabrics();
 */
export const listMatterFabrics = useCase('viewer', (ports: MatterReading, _caller: Caller): readonly MatterFabric[] =>
  bridgeOf(ports).fabrics(),
);

/**
 * Leaves a home; its controllers reach the bridge no more. Role `admin`; audited as `matter_fabric_remove`.
 *
 * @throws GatewayError `not_found`, `service_unready`
 * @example
 * await core.as(caller).matter.removeFabric(1);
 */
export const removeMatterFabric = useCase(
  'admin',
  async (ports: MatterWriting, caller: Caller, fabricIndex: number): Promise<void> => {
    const bridge = bridgeOf(ports);
    const label = bridge.fabrics().find((each) => each.fabric_index === fabricIndex)?.label;
    await bridge.removeFabric(fabricIndex);
    recordChange(ports, caller, {
      action: 'matter_fabric_remove',
      note: label ? `fabric ${fabricIndex}, ${label}` : `fabric ${fabricIndex}`,
    });
  },
);

/**
 * The codes to add the bridge with: they let anyone in the network in while the window is open. Role `admin`.
 *
 * @throws GatewayError `service_unready`
 * @example
 * const { qr_code } = core.as(caller).matter.setupPayload();
 */
export const readMatterSetupPayload = useCase(
  'admin',
  (ports: MatterReading, _caller: Caller): MatterSetupPayload => bridgeOf(ports).setupPayload(),
);

/**
 * Opens the commissioning window, in which controllers can add the bridge with its codes. Role `admin`; audited as
 * `matter_window_open`.
 *
 * @throws GatewayError `conflict` (reason `window_open`), `service_unready`
 * @example
 * const { manual_code } = await core.as(caller).matter.openWindow({ seconds: 300 });
 */
export const openMatterWindow = useCase(
  'admin',
  async (
    ports: MatterWriting,
    caller: Caller,
    { seconds = WINDOW_SECONDS }: { readonly seconds?: number | undefined } = {},
  ): Promise<MatterWindow> => {
    const change = { action: 'matter_window_open', note: `${seconds} s` };
    return makeChange(ports, caller, change, () => bridgeOf(ports).openWindow(seconds));
  },
);

/**
 * Closes the commissioning window. Role `admin`; audited as `matter_window_close`.
 *
 * @throws GatewayError `service_unready`
 * @example
 * await core.as(caller).matter.closeWindow();
 */
export const closeMatterWindow = useCase('admin', async (ports: MatterWriting, caller: Caller): Promise<void> => {
  await bridgeOf(ports).closeWindow();
  recordChange(ports, caller, { action: 'matter_window_close' });
});

/**
 * Everything that the bridge could show, in an order that stays, with the reason where it cannot. Role `viewer`.
 *
 * @throws GatewayError `service_unready`
 * @example
 * const shown = core.as(caller).matter.exposable().filter(({ enabled }) => enabled);
 */
export const listMatterExposable = useCase(
  'viewer',
  (ports: MatterReading, _caller: Caller): readonly MatterExposure[] => bridgeOf(ports).exposable(),
);

/**
 * Chooses whether the bridge shows one thing, under which name, and whether a switch is a plug or a light. Role `admin`; audited as
 * `matter_expose`.
 *
 * @throws GatewayError `not_found`, `unprocessable` (reason `matter_unmappable` or `matter_no_kind`), `service_unready`
 * @example
 * await core.as(caller).matter.expose({ ...thing, enabled: true, kind: 'light' });
 */
export const setMatterExposable = useCase(
  'admin',
  async (ports: MatterWriting, caller: Caller, update: MatterExposureUpdate): Promise<void> => {
    await bridgeOf(ports).expose(update);
    recordExposure(ports, caller, update);
  },
);

/**
 * The same for several things; those that cannot be shown are left out. Answers how many were taken. Role `admin`; each is
 * audited as `matter_expose`.
 *
 * @throws GatewayError `service_unready`
 * @example
 * const applied = await core.as(caller).matter.exposeAll(updates);
 */
export const setMatterExposables = useCase(
  'admin',
  async (ports: MatterWriting, caller: Caller, updates: readonly MatterExposureUpdate[]): Promise<number> => {
    const taken = await bridgeOf(ports).exposeAll(updates);
    for (const update of taken) recordExposure(ports, caller, update);
    return taken.length;
  },
);

function recordExposure(ports: MatterWriting, caller: Caller, update: MatterExposureUpdate): void {
  const { enabled, kind, friendly_name: name } = update;
  recordChange(ports, caller, {
    action: 'matter_expose',
    central: update.central_name,
    deviceAddress: update.device_address,
    channelNo: update.channel_no,
    parameter: update.dp_key,
    changes: Object.entries({ enabled, kind, friendly_name: name })
      .filter(([, after]) => after !== undefined)
      .map(([parameter, after]) => ({ parameter, after })),
  });
}

/** Use cases of the family `matter`, by their names for a caller of the core. */
export const matterUseCases = {
  status: matterStatusOf,
  fabrics: listMatterFabrics,
  removeFabric: removeMatterFabric,
  setupPayload: readMatterSetupPayload,
  openWindow: openMatterWindow,
  closeWindow: closeMatterWindow,
  exposable: listMatterExposable,
  expose: setMatterExposable,
  exposeAll: setMatterExposables,
} as const;
