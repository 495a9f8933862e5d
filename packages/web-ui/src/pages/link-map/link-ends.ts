import type { GraphNode } from '../../graph/sides.js';
import { deviceOf, endOf, type Link } from '../links/link.js';

/** Rooms of a device. */
export type RoomsOf = (central: string, address: string) => readonly string[];

const ENDS = ['sender', 'receiver'] as const;

function roomsOfEnd(link: Link, end: (typeof ENDS)[number], roomsOf: RoomsOf): readonly string[] {
  return roomsOf(link.central_name ?? '', deviceOf(link[`${end}_address`]));
}

/** Links with an end in the room; all of them without a room. */
export function linksInRoom(links: readonly Link[], room: string, roomsOf: RoomsOf): readonly Link[] {
  if (room === '') return links;
  return links.filter((link) => ENDS.some((end) => roomsOfEnd(link, end, roomsOf).includes(room)));
}

/** Rooms with an end of a link. */
export function roomsAt(links: readonly Link[], roomsOf: RoomsOf): readonly string[] {
  return [...new Set(links.flatMap((link) => ENDS.flatMap((end) => roomsOfEnd(link, end, roomsOf))))];
}

interface EndOrder {
  readonly roomsOf: RoomsOf;
  readonly withoutRoom: string;
  readonly compare: (a: string, b: string) => number;
}

/** One kind of ends, each once, by room and name; those without a room come last. Ids are `central/address`. */
export function endsOf(
  links: readonly Link[],
  end: 'sender' | 'receiver',
  { roomsOf, withoutRoom, compare }: EndOrder,
): readonly GraphNode[] {
  const nodes = new Map(
    links.map((link) => {
      const { address, title } = endOf(link, end);
      const room = roomsOfEnd(link, end, roomsOf)[0];
      return [`${link.central_name ?? ''}/${address}`, { label: title, room }] as const;
    }),
  );
  return [...nodes]
    .map(([id, { label, room }]) => ({ id, label, room }))
    .sort(
      (a, b) =>
        Number(a.room === undefined) - Number(b.room === undefined) ||
        compare(a.room ?? '', b.room ?? '') ||
        compare(a.label, b.label),
    )
    .map(({ id, label, room }) => ({ id, label, group: room ?? withoutRoom }));
}
