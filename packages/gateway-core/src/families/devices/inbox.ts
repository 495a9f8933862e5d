import type { InboxDevice, NameCorrection } from '@ccu-gateway/contract/types';
import type { Scope } from '@ccu-gateway/device-model';
import type { House, HubView } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { knownScope, pick } from '../../use-case/choose.js';
import { GatewayError } from '../../use-case/errors.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { appliedBefore } from '../../use-case/steps.js';
import { refuseUnread } from '../../use-case/unread.js';
import { reading, useCase } from '../../use-case/use-case.js';
import { noteOfName } from './device-admin.js';

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
   * Puts a device that the gateway held back into all lists. Rejects with `not_found` where it does not wait, and with
   * `service_unready` where that cannot be stored.
   */
  release(central: string, address: string): Promise<void>;
  /**
   * Answers the names that became others. Rejects with `not_found` for a room or function that the CCU does not have; then
   * nothing was changed.
   */
  label(central: string, address: string, labels: DeviceLabels): Promise<readonly NameCorrection[]>;
}

/** Ports of the use case that lists the inbox. */
export interface InboxReading {
  readonly house: House;
  readonly hub: HubView;
}

/** Ports of the use cases about the inbox. */
export interface InboxWriting extends InboxReading, Recording {
  readonly inbox: InboxControl;
}

/**
 * The devices that were paired and not accepted yet, as last read, and those that the gateway holds back until they are
 * released. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown central, `service_unready` (reason `not_read`) where no inbox was
 * read yet, `unsupported` (reason `no_logic_layer`)
 * @example
 * const waiting = core.as(caller).inbox.list({ central: 'home' });
 */
export function listInbox(ports: InboxReading, scope: Scope): readonly InboxDevice[] {
  refuseUnread(ports, 'inbox', scope);
  return ports.hub.inbox(knownScope(ports.house, scope));
}

/**
 * Takes a device out of the inbox, releases it and, when asked to, names and sorts it. Resolves with the names that the CCU
 * changed because they were taken. Role `operator`; audited as `device_accept`.
 *
 * @throws GatewayError as `listInbox`; `not_found` also for a room or function, `conflict` (reason
 * `central_required`), `upstream_unavailable` (reason `accepted_not_configured` where only the labels failed)
 * @example
 * await core.as(caller).inbox.accept({ address: '0001D3C99C0001', labels: { name: 'Lamp', includeChannels: true } });
 */
export const acceptDevice = useCase(
  'operator',
  async (
    ports: InboxWriting,
    caller: Caller,
    request: Scope & { readonly address: string; readonly labels?: DeviceLabels | undefined },
  ): Promise<readonly NameCorrection[]> => {
    const device = pick(
      listInbox(ports, request).filter(({ address }) => address === request.address),
      `Device ${request.address} in the inbox`,
    );
    const { central, address } = device;
    // Asked first: a room that does not exist must not leave a device accepted without one.
    if (request.labels !== undefined) await ports.inbox.checkLabels(central, request.labels);
    await ports.inbox.accept(central, address).catch((error: unknown) => {
      // It waits for the gateway alone.
      if (device.awaiting_release !== true || !isGone(error)) throw error;
    });
    if (device.awaiting_release === true) await ports.inbox.release(central, address);
    const name = request.labels?.name;
    const record = (note: string | undefined) =>
      recordChange(ports, caller, { action: 'device_accept', central, deviceAddress: address, note });
    if (request.labels === undefined) {
      record(name);
      return [];
    }
    const named = await label(ports, central, address, request.labels).catch((error) => {
      record(name);
      throw error;
    });
    record(noteOfName(name, named));
    return named;
  },
);

/** The CCU has no such device in its inbox, or has no inbox. */
const isGone = (error: unknown): boolean =>
  error instanceof GatewayError && ['not_found', 'not_implemented', 'unsupported'].includes(error.code);

/**
 * Puts a new device that the gateway held back into all lists, and leaves it in the inbox of its CCU. Role `operator`;
 * audited as `device_release`.
 *
 * @throws GatewayError as `listInbox`; `not_found` where the device does not wait, `conflict` (reason
 * `central_required`), `service_unready` where that cannot be stored
 * @example
 * await core.as(caller).inbox.release({ address: '0001D3C99C0001' });
 */
export const releaseDevice = useCase(
  'operator',
  async (ports: InboxWriting, caller: Caller, request: Scope & { readonly address: string }): Promise<void> => {
    const { central } = pick(
      listInbox(ports, request).filter((each) => each.address === request.address && each.awaiting_release === true),
      `Waiting device ${request.address}`,
    );
    await ports.inbox.release(central, request.address);
    recordChange(ports, caller, { action: 'device_release', central, deviceAddress: request.address });
  },
);

/** The device is paired by now: the caller must learn that only the rest is missing. */
async function label(
  ports: InboxWriting,
  central: string,
  address: string,
  labels: DeviceLabels,
): Promise<readonly NameCorrection[]> {
  try {
    return await ports.inbox.label(central, address, labels);
  } catch (error) {
    const why = error instanceof GatewayError ? error.message : 'the CCU did not do it';
    throw new GatewayError('upstream_unavailable', `${address} was accepted, but not configured: ${why}`, {
      reason: 'accepted_not_configured',
      cause: error,
      members: { applied: ['accepted', ...appliedBefore(error)] },
    });
  }
}

/** Use cases of the family `inbox`, by their names for a caller of the core. */
export const inboxUseCases = {
  list: reading('viewer', listInbox),
  accept: acceptDevice,
  release: releaseDevice,
} as const;
