import { derivedOfDevice } from '../apply/derive.js';
import { heatedByActor, heatsByLinks } from '../custom/linked-heating.js';
import { parseAddress } from '../model/address.js';
import { devicesIn, locateCentral, locateChannel, locateChannelAddress, locateDevice } from '../model/locate.js';
import { membersOf } from '../model/stand-in.js';
import type { Channel, HouseRecords } from '../model/state.js';
import type { ModelEvent } from '../requests/events.js';
import type { LinkRequest, Links, LinksRead, PlannedLink } from '../requests/families.js';
import type { ConfigurationPlace, ConfigurationScope } from '../requests/requests.js';
import { type FieldError, invalid, notFound, ok } from '../requests/result.js';
import { channelReason } from '../values/confirm.js';
import { roleTokens } from '../view/channel.js';
import { channelName } from '../view/name.js';
import { describeLink, describeLinkable } from './describe.js';
import { describeProfiles, previewProfile } from './describe-profiles.js';

const MAX_TEXT = 255;

export function createLinks(house: HouseRecords): Links {
  return {
    describe(facts, options) {
      const central = locateCentral(house, options.central);
      if (!central.ok) return central;
      const locale = options.locale ?? house.locale;
      return ok(facts.map((each) => describeLink(central.value, each, { ...options, locale })));
    },
    linkable(at, role) {
      const located = locateChannel(house, at.address, at.channel, at);
      if (!located.ok) return located;
      const own = located.value;
      const candidates = [...own.device.central.devices.values()]
        .filter((device) => device.iface === own.device.iface)
        .flatMap((device) => [...device.channels.values()])
        .filter((other) => other !== own && (role === 'sender' ? fit(own, other) : fit(other, own)));
      return ok(candidates.map((channel) => describeLinkable(channel, at.locale ?? house.locale)));
    },
    places: (scope = {}) => findLinkPlaces(house, scope),
    take: (read) => takeLinks(house, read),
    profiles: (request) => describeProfiles(house, request),
    applyProfile: (choice) => previewProfile(house, choice),
    plan: (request) => planNew(house, request),
    locate: (request) => planKnown(house, request),
  };
}

function planNew(house: HouseRecords, request: LinkRequest): PlannedLink {
  const sender = locateChannelAddress(house, request.sender, request);
  if (!sender.ok) return sender;
  const receiver = locateChannelAddress(house, request.receiver, { central: sender.value.device.central.name });
  if (!receiver.ok) return receiver;
  const refused = refuse(sender.value, request, fitErrors(sender.value, receiver.value));
  if (refused !== undefined) return refused;
  // Some interfaces refuse links without a name and a description.
  const fallback = `${channelName(sender.value)} - ${channelName(receiver.value)}`.slice(0, MAX_TEXT);
  return {
    ...place(sender.value, request, request.name || fallback, request.description || fallback),
    confirm: channelReason(receiver.value.description.TYPE),
  };
}

/** A link that is there is found by either end: the other one may be gone, and then it is time to remove the link. */
function planKnown(house: HouseRecords, request: LinkRequest): PlannedLink {
  const sender = locateChannelAddress(house, request.sender, request);
  const known =
    sender.ok || sender.code === 'conflict' ? sender : locateChannelAddress(house, request.receiver, request);
  if (!known.ok) return sender.ok ? known : sender;
  if (parseAddress(request.sender)?.channel === undefined || parseAddress(request.receiver)?.channel === undefined) {
    return notFound('link', 'a link is between two channels');
  }
  return refuse(known.value, request, []) ?? place(known.value, request, request.name ?? '', request.description ?? '');
}

function refuse(end: Channel, request: LinkRequest, more: readonly FieldError[]): PlannedLink | undefined {
  const { iface } = end.device;
  if (!iface.facts.links) {
    return { ok: false, code: 'unsupported', message: `devices of ${iface.name} cannot be linked` };
  }
  const errors = [...textErrors('name', request.name), ...textErrors('description', request.description), ...more];
  return errors.length > 0 ? invalid('these channels cannot be linked like this', errors) : undefined;
}

function place(
  end: Channel,
  request: LinkRequest,
  name: string,
  description: string,
): PlannedLink & { readonly ok: true } {
  const { central, iface } = end.device;
  const { sender, receiver } = request;
  return {
    ok: true,
    link: { central: central.name, interfaceName: iface.name, sender, receiver, name, description },
  };
}

function fitErrors(sender: Channel, receiver: Channel): readonly FieldError[] {
  if (!isSender(sender)) return [{ field: 'sender_address', reason: 'is not a channel that sends' }];
  const reason = receiverFault(sender, receiver);
  return reason === undefined ? [] : [{ field: 'receiver_address', reason }];
}

function receiverFault(sender: Channel, receiver: Channel): string | undefined {
  const { iface } = receiver.device;
  if (iface.facts.groups) {
    const members = membersOf(receiver.device)?.devices.map(({ address }) => address) ?? [];
    return `is of a heating group, which has no links; its members may have them: ${members.join(', ') || 'none is known'}`;
  }
  if (iface !== sender.device.iface) {
    return `is on ${iface.name}; a link from ${sender.device.iface.name} needs a receiver there`;
  }
  if (!isReceiver(receiver)) return 'is not a channel that receives';
  if (fit(sender, receiver)) return undefined;
  const roles = roleTokens(sender.description.LINK_SOURCE_ROLES).join(', ');
  return `takes none of the roles that the sender has: ${roles || 'none'}`;
}

function textErrors(field: string, text: string | undefined): readonly FieldError[] {
  if (text === undefined) return [];
  if (text.length > MAX_TEXT) return [{ field, reason: `must have at most ${MAX_TEXT} characters` }];
  const foreign = [...text].some((character) => (character.codePointAt(0) ?? 0) > 0xff);
  return foreign ? [{ field, reason: 'contains characters that a CCU cannot store' }] : [];
}

const SENDER = 1;
const RECEIVER = 2;

const hasLinks = (channel: Channel): boolean => (channel.description.PARAMSETS ?? []).includes('LINK');

function isSender(channel: Channel): boolean {
  return channel.description.DIRECTION === SENDER && hasLinks(channel);
}

function isReceiver(channel: Channel): boolean {
  return channel.description.DIRECTION === RECEIVER && hasLinks(channel);
}

/** Two channels fit when one offers a role that the other takes, on the same interface of the same CCU. */
function fit(sender: Channel, receiver: Channel): boolean {
  if (sender.device.central !== receiver.device.central || sender.device.iface !== receiver.device.iface) return false;
  if (!isSender(sender) || !isReceiver(receiver)) return false;
  const offered = new Set(roleTokens(sender.description.LINK_SOURCE_ROLES));
  return roleTokens(receiver.description.LINK_TARGET_ROLES).some((role) => offered.has(role));
}

/** Locations of links that shown items depend on. */
function findLinkPlaces(house: HouseRecords, scope: ConfigurationScope): readonly ConfigurationPlace[] {
  return devicesIn(house, scope)
    .filter((device) => device.iface.facts.links && heatsByLinks(device))
    .map(({ address, iface, central }) => ({
      central: central.name,
      interfaceName: iface.name,
      address,
      isKnown: central.links.has(address),
    }));
}

function takeLinks(house: HouseRecords, { central: name, address, links, at }: LinksRead): readonly ModelEvent[] {
  const located = locateDevice(house, address, { central: name });
  if (!located.ok) return [];
  const device = located.value;
  const { central } = device;
  const own = links.filter(({ sender }) => parseAddress(sender)?.device === device.address);
  central.links.set(
    device.address,
    own.map(({ sender, receiver }) => ({ sender, receiver })),
  );
  central.heatedBy = heatedByActor(central);
  return derivedOfDevice(device, at);
}
