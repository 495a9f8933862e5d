import type { InterfaceName } from '@ccu-gateway/ccu-client';
import type { Link, LinkableChannel } from '@ccu-gateway/contract/types';
import { channelTypeLabel } from '../labels/label.js';
import { parseAddress } from '../model/address.js';
import type { CentralRecord, Channel } from '../model/state.js';
import type { LinkFacts } from '../requests/families.js';
import type { Locale } from '../requests/requests.js';
import { channelName, deviceName } from '../view/name.js';

/** Adds the known facts about its ends to a link. Unknown or removed ends stay bare addresses. */
export function describeLink(
  central: CentralRecord,
  facts: LinkFacts,
  options: { readonly device?: string; readonly interfaceName?: InterfaceName; readonly locale: Locale },
): Link {
  const outgoing = options.device === undefined || parseAddress(facts.sender)?.device === options.device;
  const peer = outgoing ? facts.receiver : facts.sender;
  const peerDevice = central.devices.get(parseAddress(peer)?.device ?? '');
  const iface = options.interfaceName === undefined ? undefined : central.interfaces.get(options.interfaceName);
  return {
    sender_address: facts.sender,
    receiver_address: facts.receiver,
    peer_address: peer,
    direction: outgoing ? 'outgoing' : 'incoming',
    ...(facts.name === undefined || facts.name === '' ? {} : { name: facts.name }),
    ...(facts.description === undefined || facts.description === '' ? {} : { description: facts.description }),
    ...(facts.flags === undefined ? {} : { flags: facts.flags }),
    ...endOf('sender', central, facts.sender, options.locale),
    ...endOf('receiver', central, facts.receiver, options.locale),
    ...(peerDevice === undefined
      ? {}
      : { peer_device_name: deviceName(peerDevice), peer_device_model: peerDevice.description.TYPE }),
    ...(iface === undefined ? {} : { central_name: central.name, interface_id: iface.id }),
  };
}

function endOf(
  role: 'sender' | 'receiver',
  central: CentralRecord,
  address: string,
  locale: Locale,
): Readonly<Record<string, string>> {
  const parsed = parseAddress(address);
  const device = central.devices.get(parsed?.device ?? '');
  if (device === undefined) return {};
  const channel = device.channels.get(parsed?.channel ?? -1);
  const label = channel === undefined ? undefined : channelTypeLabel(channel.description.TYPE, locale);
  return {
    [`${role}_device_name`]: deviceName(device),
    [`${role}_device_model`]: device.description.TYPE,
    ...(channel === undefined
      ? {}
      : {
          [`${role}_channel_type`]: channel.description.TYPE,
          [`${role}_channel_name`]: channelName(channel),
        }),
    ...(label === undefined ? {} : { [`${role}_channel_type_label`]: label }),
  };
}

export function describeLinkable(channel: Channel, locale: Locale): LinkableChannel {
  const label = channelTypeLabel(channel.description.TYPE, locale);
  return {
    address: channel.address,
    device_address: channel.device.address,
    channel_type: channel.description.TYPE,
    ...(label === undefined ? {} : { channel_type_label: label }),
    channel_name: channelName(channel),
    device_name: deviceName(channel.device),
    device_model: channel.device.description.TYPE,
  };
}
