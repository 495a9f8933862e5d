import type { NewPushDevice, PushDevice, PushState, PushSubscription } from '@ccu-gateway/contract/types';
import { type ActingPrincipal, type Caller, principalOf } from '../../use-case/caller.js';
import { notFound } from '../../use-case/errors.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { useCase } from '../../use-case/use-case.js';

/** Phones and browsers of people that take push messages. */
export interface PushAccess {
  state(owner: ActingPrincipal): Promise<PushState>;
  /** Looks the push service up, and refuses addresses of this machine and of private networks. */
  add(owner: ActingPrincipal, device: NewPushDevice, signal: AbortSignal): Promise<PushDevice>;
  /** The device with another subscription; undefined where the owner has none with this id. It refuses as `add` does. */
  renew(
    owner: ActingPrincipal,
    id: string,
    subscription: PushSubscription,
    signal: AbortSignal,
  ): Promise<PushDevice | undefined>;
  /** The removed device of the owner; undefined where there is none with this id. */
  remove(owner: ActingPrincipal, id: string): Promise<PushDevice | undefined>;
}

/** Port of the use cases for push messages. */
export interface PushReading {
  readonly push: PushAccess;
}

/** Ports of the use cases that change the devices. */
export interface PushWriting extends PushReading, Recording {}

/**
 * The key that browsers subscribe with, and the devices of the caller. Role `viewer`.
 *
 * @throws GatewayError `service_unready` where the devices cannot be read
 */
export const readPush = useCase('viewer', ({ push }: PushReading, caller: Caller) => push.state(principalOf(caller)));

/**
 * Turns push on for a device of the caller; one with the same endpoint is replaced. Role `viewer`; audited as `push_add`.
 *
 * @throws GatewayError `validation` with the field, `conflict` (reason `too_many_devices`), `service_unready`
 */
export const addPushDevice = useCase(
  'viewer',
  async (ports: PushWriting, caller: Caller, device: NewPushDevice): Promise<PushDevice> => {
    const added = await ports.push.add(principalOf(caller), device, caller.signal);
    recordChange(ports, caller, { action: 'push_add', note: added.name });
    return added;
  },
);

/**
 * Replaces the subscription of a device of the caller: browsers change theirs by themselves. Name and language stay. Role
 * `viewer`; audited as `push_renew`.
 *
 * @throws GatewayError `not_found`, `validation` with the field, `service_unready`
 */
export const renewPushDevice = useCase(
  'viewer',
  async (
    ports: PushWriting,
    caller: Caller,
    { id, ...subscription }: PushSubscription & { readonly id: string },
  ): Promise<PushDevice> => {
    const renewed = await ports.push.renew(principalOf(caller), id, subscription, caller.signal);
    if (renewed === undefined) throw notFound(`Device ${id}`);
    recordChange(ports, caller, { action: 'push_renew', note: renewed.name });
    return renewed;
  },
);

/**
 * Turns push off for a device of the caller. Role `viewer`; audited as `push_remove`.
 *
 * @throws GatewayError `not_found`, `service_unready`
 */
export const removePushDevice = useCase(
  'viewer',
  async (ports: PushWriting, caller: Caller, id: string): Promise<void> => {
    const removed = await ports.push.remove(principalOf(caller), id);
    if (removed === undefined) throw notFound(`Device ${id}`);
    recordChange(ports, caller, { action: 'push_remove', note: removed.name });
  },
);
