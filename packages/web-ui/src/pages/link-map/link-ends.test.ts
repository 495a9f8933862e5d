import { describe, expect, it } from 'vitest';
import type { Link } from '../links/link.js';
import { endsOf, linksInRoom, roomsAt } from './link-ends.js';

const link = (sender: string, receiver: string) =>
  ({
    central_name: 'home',
    sender_address: `${sender}:1`,
    receiver_address: `${receiver}:4`,
    sender_device_name: sender,
    receiver_device_name: receiver,
  }) as Link;

const ROOMS: Readonly<Record<string, readonly string[]>> = { KEY: ['Hall'], MOTION: ['Attic'], LAMP: ['Hall'] };
const roomsOf = (_central: string, address: string) => ROOMS[address] ?? [];
const links = [link('MOTION', 'LAMP'), link('KEY', 'LAMP'), link('KEY', 'GARDEN')];

describe('the ends of links', () => {
  it('stand once, by room and name, those without a room last', () => {
    const order = { roomsOf, withoutRoom: '-', compare: (a: string, b: string) => a.localeCompare(b) };
    expect(endsOf(links, 'sender', order)).toEqual([
      { id: 'home/MOTION:1', label: 'MOTION', group: 'Attic' },
      { id: 'home/KEY:1', label: 'KEY', group: 'Hall' },
    ]);
    expect(endsOf(links, 'receiver', order).map(({ group }) => group)).toEqual(['Hall', '-']);
  });

  it('choose the links of a room by either end', () => {
    expect(linksInRoom(links, 'Attic', roomsOf)).toEqual([links[0]]);
    expect(linksInRoom(links, 'Hall', roomsOf)).toEqual(links);
    expect(linksInRoom(links, '', roomsOf)).toEqual(links);
    expect(roomsAt(links, roomsOf)).toEqual(['Attic', 'Hall']);
  });
});
