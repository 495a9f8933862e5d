import type { CentralLinkable, PlannedCentralLinks, Scope } from '@ccu-gateway/device-model';
import type { DeviceModel } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { GatewayError } from '../../use-case/errors.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { found, houseRefusal } from '../../use-case/refusal.js';
import { reading, useCase } from '../../use-case/use-case.js';

/** A key that may be linked with the CCU itself. */
export interface CentralLinkKey {
  readonly central: string;
  readonly interfaceName: string;
  readonly address: string;
  readonly parameter: string;
  /** Id of the channel in the CCU's logic layer, where that is known. */
  readonly channelId?: number;
}

/** Links between keys and the CCU itself, as the interfaces keep them. */
export interface CentralLinkControl {
  /** The addresses of those that have one; undefined where the CCU keeps that to itself. */
  readCentralLinks(keys: readonly CentralLinkKey[]): Promise<ReadonlySet<string> | undefined>;
  createCentralLink(key: CentralLinkKey): Promise<void>;
  /** False when a program of the CCU uses the key: then the link stays. */
  removeCentralLink(key: CentralLinkKey): Promise<boolean>;
}

/** Ports of the use case that reads central links. */
export interface CentralLinkReading {
  readonly devices: DeviceModel;
  readonly centralLinks: CentralLinkControl;
}

/** Ports of the use cases that create and remove central links. */
export interface CentralLinkWriting extends CentralLinkReading, Recording {}

/** Central links of a device or a channel. */
export interface CentralLinksStatus {
  readonly supported: boolean;
  readonly reason?: NonNullable<CentralLinkable['reason']>;
  readonly eligible_channels?: number;
  readonly channels?: readonly {
    readonly address: string;
    readonly number: number;
    readonly eligible: boolean;
    readonly active?: boolean;
  }[];
  readonly active_state_known?: boolean;
  readonly active_channels?: number;
}

/** Numbers of channels after central links were created or removed. */
export interface CentralLinksReport {
  readonly touched: number;
  /** Without a key, or in use by a program of the CCU. */
  readonly skipped: number;
  readonly failed: number;
}

/**
 * Keys of a device that can be linked with the CCU, and, if the CCU reports it, the linked ones. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `upstream_unavailable`, `service_unready`
 * @example
 * const { supported, channels } = await core.as(caller).centralLinks.read('0001D3C99C0001', {});
 */
export async function readCentralLinks(
  { devices, centralLinks }: CentralLinkReading,
  address: string,
  scope: Scope,
): Promise<CentralLinksStatus> {
  const linkable = found(devices.centralLinks.find(address, scope));
  if (linkable.reason !== undefined) return { supported: false, reason: linkable.reason };
  const active = await centralLinks.readCentralLinks(keysOf(linkable));
  return {
    supported: true,
    eligible_channels: linkable.channels.length,
    channels: linkable.channels.map(({ address: channel, number }) => ({
      address: channel,
      number,
      eligible: true,
      ...(active === undefined ? {} : { active: active.has(channel) }),
    })),
    active_state_known: active !== undefined,
    ...(active === undefined ? {} : { active_channels: active.size }),
  };
}

/** A device, or one of its channels, with keys that are linked with the CCU. */
export interface CentralLinksRequest extends Scope {
  readonly address: string;
  /** One channel of the device; all its keys when absent. */
  readonly channel?: string | undefined;
}

/**
 * Links keys with the CCU, so that it receives their presses. An existing link is reported once more. Resolves when the
 * CCU has taken all of them; a part that failed is counted and throws nothing. Role `operator`; audited as
 * `central_link_create`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `unsupported` where the device has no
 * such keys, the error of the CCU where none could be linked
 * @example
 * const { touched, failed } = await core.as(caller).centralLinks.create({ address: '0001D3C99C0001' });
 */
export const createCentralLinks = useCase(
  'operator',
  (ports: CentralLinkWriting, caller: Caller, request: CentralLinksRequest): Promise<CentralLinksReport> => {
    const create = async (key: CentralLinkKey) => {
      await ports.centralLinks.createCentralLink(key);
      return true;
    };
    return change(ports, caller, request, 'central_link_create', create);
  },
);

/**
 * Ends these links, but for those that a program of the CCU needs. Resolves when the CCU has ended all others; a part
 * that failed is counted and throws nothing. Role `operator`; audited as `central_link_remove`.
 *
 * @throws GatewayError as `createCentralLinks`
 * @example
 * const { skipped } = await core.as(caller).centralLinks.remove({ address: '0001D3C99C0001' });
 */
export const removeCentralLinks = useCase(
  'operator',
  (ports: CentralLinkWriting, caller: Caller, request: CentralLinksRequest): Promise<CentralLinksReport> => {
    const remove = (key: CentralLinkKey) => ports.centralLinks.removeCentralLink(key);
    return change(ports, caller, request, 'central_link_remove', remove);
  },
);

async function change(
  ports: CentralLinkWriting,
  caller: Caller,
  { address, channel, ...scope }: CentralLinksRequest,
  action: string,
  changeOne: (key: CentralLinkKey) => Promise<boolean>,
): Promise<CentralLinksReport> {
  const linkable = planned(ports.devices.centralLinks.plan(address, channel, scope));
  const touched: string[] = [];
  const failed: unknown[] = [];
  let kept = 0;
  for (const key of keysOf(linkable)) {
    try {
      if (await changeOne(key)) touched.push(key.address);
      else kept += 1;
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      failed.push(error);
    }
  }
  // Nothing became of it, so the reason is the answer.
  if (touched.length === 0 && failed.length > 0) throw failed[0];
  if (touched.length > 0) {
    recordChange(ports, caller, {
      action,
      central: linkable.central,
      deviceAddress: linkable.address,
      note: touched.join(', '),
      ...(failed.length === 0 ? {} : { outcome: 'partial' }),
    });
  }
  return { touched: touched.length, skipped: linkable.others + kept, failed: failed.length };
}

function planned(plan: PlannedCentralLinks): CentralLinkable {
  if (!plan.ok) throw houseRefusal(plan);
  return plan.links;
}

function keysOf({ central, interfaceName, channels }: CentralLinkable): readonly CentralLinkKey[] {
  return channels.map(({ number: _, ...key }) => ({ ...key, central, interfaceName }));
}

/** Use cases of the family `centralLinks`, by their names for a caller of the core. */
export const centralLinksUseCases = {
  read: reading('viewer', readCentralLinks),
  create: createCentralLinks,
  remove: removeCentralLinks,
} as const;
