import type { InboxDevice, NameCorrection } from '@ccu-gateway/contract/types';
import type { Scope } from '@ccu-gateway/device-model';
import type { Caller } from '../caller.js';
import { knownScope, pick } from '../choose.js';
import { GatewayError } from '../errors.js';
import type { House } from '../ports/house.js';
import type { HubView } from '../ports/hub.js';
import type { DeviceLabels, InboxControl } from '../ports/inbox.js';
import { type Recording, recordChange } from '../record.js';
import { appliedBefore } from '../steps.js';
import { refuseUnread } from '../unread.js';
import { useCase } from '../use-case.js';
import { noteOfName } from './device-admin.js';

export interface InboxReading {
  readonly house: House;
  readonly hub: HubView;
}

export interface InboxWriting extends InboxReading, Recording {
  readonly inbox: InboxControl;
}

export function listInbox(needs: InboxReading, scope: Scope): readonly InboxDevice[] {
  refuseUnread(needs, 'inbox', scope);
  return needs.hub.inbox(knownScope(needs.house, scope));
}

/** Takes a device out of the inbox and, when asked to, names and sorts it. */
export const acceptDevice = useCase(
  'operator',
  async (
    needs: InboxWriting,
    caller: Caller,
    request: Scope & { readonly address: string; readonly labels?: DeviceLabels | undefined },
  ): Promise<readonly NameCorrection[]> => {
    const device = pick(
      listInbox(needs, request).filter(({ address }) => address === request.address),
      `Device ${request.address} in the inbox`,
    );
    const { central, address } = device;
    // Asked first: a room that does not exist must not leave a device accepted without one.
    if (request.labels !== undefined) await needs.inbox.checkLabels(central, request.labels);
    await needs.inbox.accept(central, address);
    const name = request.labels?.name;
    const record = (note: string | undefined) =>
      recordChange(needs, caller, { action: 'device_accept', central, deviceAddress: address, note });
    if (request.labels === undefined) {
      record(name);
      return [];
    }
    const named = await label(needs, central, address, request.labels).catch((error) => {
      record(name);
      throw error;
    });
    record(noteOfName(name, named));
    return named;
  },
);

/** The device is taught in by now: the caller must learn that only the rest is missing. */
async function label(
  needs: InboxWriting,
  central: string,
  address: string,
  labels: DeviceLabels,
): Promise<readonly NameCorrection[]> {
  try {
    return await needs.inbox.label(central, address, labels);
  } catch (error) {
    const why = error instanceof GatewayError ? error.message : 'the CCU did not do it';
    throw new GatewayError('upstream_unavailable', `${address} was accepted, but not configured: ${why}`, {
      reason: 'accepted_not_configured',
      cause: error,
      members: { applied: ['accepted', ...appliedBefore(error)] },
    });
  }
}
