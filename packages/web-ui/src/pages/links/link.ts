import type { CallAnswer } from '@ccu-gateway/client';
import type { HouseStore } from '../../store/house-store.js';
import { deviceKeyOf, type Point, pointsOf } from '../../store/points.js';

export type Link = CallAnswer<'listLinks'>[number];

/** One end of a link, with its names for people. */
export interface LinkEnd {
  readonly address: string;
  /** Device and channel; the address where nothing is known. */
  readonly title: string;
  readonly detail: string;
}

export const linkKey = ({ central_name = '', sender_address, receiver_address }: Link): string =>
  `${central_name}/${sender_address}/${receiver_address}`;

/** Display name of a link: its name, or its ends. */
export function linkName(link: Link): string {
  const name = link.name?.trim() ?? '';
  return name === '' ? `${endOf(link, 'sender').title} → ${endOf(link, 'receiver').title}` : name;
}

export function endOf(link: Link, end: 'sender' | 'receiver'): LinkEnd {
  const address = link[`${end}_address`];
  const device = link[`${end}_device_name`];
  const channel = link[`${end}_channel_name`];
  const number = address.split(':')[1] ?? '';
  // A channel without a name of its own is called after its device.
  const own = channel !== undefined && channel !== '' && channel !== `${device}:${number}` ? channel : undefined;
  const title = [device, own].filter((part) => part !== undefined && part !== '').join(' · ');
  const type = link[`${end}_channel_type_label`] ?? link[`${end}_channel_type`];
  return {
    address,
    title: title === '' ? address : title,
    detail: [address, type].filter((part) => part !== undefined && part !== '').join(' · '),
  };
}

/** Links that have all words of a search in their names, devices or addresses. */
export function searchLinks(links: readonly Link[], search: string): readonly Link[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return links;
  return links.filter((link) => {
    const ends = (['sender', 'receiver'] as const).flatMap((end) => Object.values(endOf(link, end)));
    const text = [link.name, link.description, link.sender_device_model, link.receiver_device_model, ...ends]
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Where the device of an address is, to be asked for its part of a link. */
export const deviceOf = (address: string): string => address.split(':')[0]!;

/** Name and data points of the channel that a link operates. */
export function receiverPoints(
  store: Pick<HouseStore, 'peekDevice' | 'peekPoint'>,
  at: { readonly central: string; readonly receiver_address: string },
): { readonly name: string; readonly points: readonly Point[] } {
  const device = store.peekDevice(deviceKeyOf(at.central, deviceOf(at.receiver_address)));
  const channel = Number(at.receiver_address.split(':')[1]);
  return { name: device?.summary.name ?? at.receiver_address, points: pointsOf(device, store.peekPoint, channel) };
}
