import type { ConfirmReason, Link, LinkableChannel } from '@ccu-gateway/contract/types';
import type { LinkFacts, LinkRequest, PlannedLink, Scope } from '@ccu-gateway/device-model';
import type { DeviceModel, House } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { chooseCentrals } from '../../use-case/choose.js';
import { GatewayError, invalid, notFound } from '../../use-case/errors.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { found, houseRefusal, isUnsupported } from '../../use-case/refusal.js';
import { useCase } from '../../use-case/use-case.js';
import { placeOf } from './paramsets.js';

/** A direct link by its interface and the channel addresses of its ends. */
export interface LinkAddress {
  readonly central: string;
  readonly interfaceName: string;
  readonly sender: string;
  readonly receiver: string;
}

/** Direct links between channels, as the interfaces keep them. */
export interface LinkControl {
  /** Links of a device or channel; of the whole interface with an empty address. */
  listLinks(central: string, interfaceName: string, address: string): Promise<readonly LinkFacts[]>;
  addLink(link: LinkAddress & { readonly name: string; readonly description: string }): Promise<void>;
  changeLink(link: LinkAddress & { readonly name: string; readonly description: string }): Promise<void>;
  removeLink(link: LinkAddress): Promise<void>;
  /** Makes the receiver act as if the sender had been pressed. */
  testLink(link: LinkAddress & { readonly longPress: boolean }): Promise<void>;
}

/** Ports of the use cases that read links. */
export interface LinkReading {
  readonly house: House;
  readonly devices: DeviceModel;
  readonly links: LinkControl;
}

/** Ports of the use cases about direct links. */
export interface LinkWriting extends LinkReading, Recording {}

/** None where the interface has no links at all. */
async function linksOf(links: LinkControl, central: string, interfaceName: string, address: string) {
  try {
    return await links.listLinks(central, interfaceName, address);
  } catch (error) {
    if (isUnsupported(error)) return [];
    throw error;
  }
}

/**
 * Links of one device, as seen from it. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `upstream_unavailable`, `service_unready`
 * @example
 * const links = await core.as(caller).links.ofDevice('0001D3C99C0001', {});
 */
export async function listDeviceLinks(
  { house, devices, links }: LinkReading,
  address: string,
  scope: Scope,
): Promise<readonly Link[]> {
  const place = placeOf(house, { ...scope, address });
  const facts = await linksOf(links, place.central, place.interfaceName, address);
  return found(devices.links.describe(facts, { ...scope, central: place.central, device: address }));
}

/**
 * Every link of every CCU, or of one. An interface that cannot answer now contributes nothing. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown central
 * @example
 * const links = await core.as(caller).links.list({ central: 'home' });
 */
export async function listAllLinks({ house, devices, links }: LinkReading, scope: Scope): Promise<readonly Link[]> {
  const all: Link[] = [];
  for (const central of chooseCentrals(house, scope.central)) {
    for (const { interface: interfaceName } of house.interfaces({ central })) {
      try {
        const facts = await linksOf(links, central, interfaceName, '');
        all.push(...found(devices.links.describe(facts, { ...scope, central, interfaceName })));
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
      }
    }
  }
  return all;
}

/**
 * The channels that a channel can be linked with when it is itself the `role`. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`)
 * @example
 * const receivers = core.as(caller).links.linkable({ address: '0001D3C99C0002', channel: 1 }, 'sender');
 */
export function listLinkable(
  { devices }: LinkReading,
  at: Scope & { readonly address: string; readonly channel: number },
  role: 'sender' | 'receiver',
): readonly LinkableChannel[] {
  return found(devices.links.linkable(at, role));
}

/** A direct link as its interface keeps it. */
export type MadeLink = Extract<PlannedLink, { ok: true }>['link'];

function checked(planned: PlannedLink): MadeLink {
  if (!planned.ok) throw houseRefusal(planned);
  return planned.link;
}

/**
 * Refuses a change that people must confirm, until they confirm it.
 *
 * @throws GatewayError `validation` naming the field `confirm`
 * @example
 * checkConfirmed('profile', 'unlock', true);
 */
export function checkConfirmed(what: string, reason: ConfirmReason | undefined, isConfirmed: boolean): void {
  if (reason === undefined || isConfirmed) return;
  throw invalid([{ field: 'confirm', reason: `must be true: this ${what} needs a confirmation (${reason})` }]);
}

/**
 * Refuses a link that cannot be made: between channels that do not fit, or on another interface.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `validation`, `unsupported`
 * @example
 * checkNewLink(ports, { sender: '0001D3C99C0002:1', receiver: '0001D3C99C0001:3' });
 */
export function checkNewLink({ devices }: Pick<LinkReading, 'devices'>, request: LinkRequest): void {
  checked(devices.links.plan(request));
}

/** The link as it is asked for, and as the CCU has it. */
async function existing(ports: LinkWriting, request: LinkRequest): Promise<{ link: MadeLink; present: LinkFacts }> {
  const link = checked(ports.devices.links.locate(request));
  const { central, interfaceName, sender, receiver } = link;
  // One of the ends may be gone, and then the CCU does not know it any more.
  const known = ports.house.resolve(sender, { central }).ok ? sender : receiver;
  const links = await ports.links.listLinks(central, interfaceName, known);
  const present = links.find((each) => each.sender === sender && each.receiver === receiver);
  if (present === undefined) throw notFound(`A link from ${sender} to ${receiver}`);
  return { link, present };
}

/**
 * Makes a direct link without asking for a confirmation. Resolves with it when the CCU has made it; audited as
 * `link_add`.
 *
 * @throws GatewayError as `addLink`
 * @example
 * const link = await makeLink(ports, caller, { sender: '0001D3C99C0002:1', receiver: '0001D3C99C0001:3' });
 */
export async function makeLink(ports: LinkWriting, caller: Caller, request: LinkRequest): Promise<MadeLink> {
  const link = checked(ports.devices.links.plan(request));
  await ports.links.addLink(link);
  record(ports, caller, 'link_add', link);
  return link;
}

/**
 * Removes a link that was just made. Resolves when the CCU has removed it; audited as `link_remove`. Rejects as the port.
 *
 * @example
 * await takeBackLink(ports, caller, await makeLink(ports, caller, request));
 */
export async function takeBackLink(ports: LinkWriting, caller: Caller, link: MadeLink): Promise<void> {
  await ports.links.removeLink(link);
  record(ports, caller, 'link_remove', link);
}

/**
 * Makes a direct link between two channels, with the factory setting. Resolves when the CCU has made it. Role
 * `operator`; audited as `link_add`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `validation` also for the missing `confirm`
 * of a lock, gate, siren or valve, `unsupported`, `upstream_unavailable`, `service_unready`
 * @example
 * await core.as(caller).links.add({ sender: '0001D3C99C0002:1', receiver: '0001D3C99C0001:3', name: 'Lamp' });
 */
export const addLink = useCase(
  'operator',
  async (
    ports: LinkWriting,
    caller: Caller,
    { confirm = false, ...request }: LinkRequest & { readonly confirm?: boolean | undefined },
  ): Promise<void> => {
    const planned = ports.devices.links.plan(request);
    if (!planned.ok) throw houseRefusal(planned);
    checkConfirmed('link', planned.confirm, confirm);
    await makeLink(ports, caller, request);
  },
);

/**
 * Changes name and description of a direct link; a missing one stays. Role `operator`; audited as `link_change`.
 *
 * @throws GatewayError as `removeLink`
 * @example
 * await core.as(caller).links.change({ sender: '0001D3C99C0002:1', receiver: '0001D3C99C0001:3', name: 'Lamp' });
 */
export const changeLink = useCase(
  'operator',
  async (ports: LinkWriting, caller: Caller, request: LinkRequest): Promise<void> => {
    const { link, present } = await existing(ports, request);
    const { name, description } = request;
    await ports.links.changeLink({
      ...link,
      name: name ?? present.name ?? '',
      description: description ?? present.description ?? '',
    });
    record(ports, caller, 'link_change', link);
  },
);

/**
 * Removes a direct link, also when one of its ends is gone. Resolves when the CCU has removed it. Role `operator`;
 * audited as `link_remove`.
 *
 * @throws GatewayError `not_found` also where the CCU has no such link, `conflict` (reason `central_required`),
 * `validation`, `unsupported`, `upstream_unavailable`, `service_unready`
 * @example
 * await core.as(caller).links.remove({ sender: '0001D3C99C0002:1', receiver: '0001D3C99C0001:3' });
 */
export const removeLink = useCase(
  'operator',
  async (ports: LinkWriting, caller: Caller, request: LinkRequest): Promise<void> => {
    const { link } = await existing(ports, request);
    await takeBackLink(ports, caller, link);
  },
);

/**
 * Makes the receiver of a direct link act as if the key of its sender had been pressed. Resolves when the CCU has
 * taken it. Role `operator`; audited as `link_test`.
 *
 * @throws GatewayError as `removeLink`
 * @example
 * const link = { sender: '0001D3C99C0002:1', receiver: '0001D3C99C0001:3' };
 * await core.as(caller).links.test({ ...link, longPress: false });
 */
export const testLink = useCase(
  'operator',
  async (ports: LinkWriting, caller: Caller, request: LinkRequest & { readonly longPress: boolean }): Promise<void> => {
    const { longPress, ...asked } = request;
    const { link } = await existing(ports, asked);
    await ports.links.testLink({ ...link, longPress });
    record(ports, caller, 'link_test', link);
  },
);

function record(ports: Recording, caller: Caller, action: string, link: MadeLink): void {
  recordChange(ports, caller, {
    action,
    central: link.central,
    deviceAddress: link.sender.split(':')[0],
    peerAddress: link.receiver,
    ...(link.name === '' ? {} : { note: link.name }),
  });
}
