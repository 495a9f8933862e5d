import type { Device } from '../store/points.js';
import type { GraphNode } from './sides.js';

/** Each device once, in the box of its room, ordered by room and name; those without a room come last. */
export function roomNodesOf(
  devices: readonly Device[],
  withoutRoom: string,
  compare: (a: string, b: string) => number,
): readonly GraphNode[] {
  const roomOf = ({ summary }: Device) => summary.rooms?.[0];
  return [...new Map(devices.map((device) => [device.key, device])).values()]
    .sort(
      (a, b) =>
        Number(roomOf(a) === undefined) - Number(roomOf(b) === undefined) ||
        compare(roomOf(a) ?? '', roomOf(b) ?? '') ||
        compare(a.summary.name, b.summary.name),
    )
    .map((device) => ({ id: device.key, label: device.summary.name, group: roomOf(device) ?? withoutRoom }));
}
