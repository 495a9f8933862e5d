import { expect, it } from 'vitest';
import { endOf, type Link, linkName, searchLinks } from './link.js';

const link = (more: Partial<Link>): Link => ({
  sender_address: 'A:1',
  receiver_address: 'B:2',
  peer_address: 'B:2',
  direction: 'outgoing',
  ...more,
});

it('a link is called by its name, or by its ends', () => {
  expect(linkName(link({ name: 'Lamp' }))).toBe('Lamp');
  expect(linkName(link({ name: ' ', sender_device_name: 'Taster' }))).toBe('Taster → B:2');
});

it('an end is called by device and channel, without a channel name made of the device', () => {
  const ends = link({
    sender_device_name: 'Taster',
    sender_channel_name: 'Taster:1',
    receiver_device_name: 'Lampe',
    receiver_channel_name: 'Über dem Tisch',
  });
  expect(endOf(ends, 'sender').title).toBe('Taster');
  expect(endOf(ends, 'receiver').title).toBe('Lampe · Über dem Tisch');
});

it('links are found by all words in names, models and addresses', () => {
  const lamp = link({ name: 'Licht', receiver_device_model: 'HmIP-BDT' });
  const other = link({ sender_address: 'C:1' });
  expect(searchLinks([lamp, other], 'licht bdt')).toEqual([lamp]);
  expect(searchLinks([lamp, other], 'c:1')).toEqual([other]);
});
