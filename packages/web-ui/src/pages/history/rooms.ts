import type { Device, Point, PointKey } from '../../store/points.js';
import { groupDevices } from '../home/grouping.js';
import { summaryOf } from '../home/summary.js';

export const MEASURES = ['temperature', 'humidity'] as const;
export type Measure = (typeof MEASURES)[number];

/** A room with the data point that measures it. */
export interface RoomSensor {
  readonly room: string;
  readonly central: string;
  /** `ADDRESS:CHANNEL:PARAMETER`, as the gateway is asked. */
  readonly place: string;
}

/** As many as a chart has colours for. */
export const MOST_ROOMS = 6;
const FIRST_ROOMS = 4;
const NONE = 'none';

/** Rooms with a sensor of this measure, by name. */
export function roomSensorsOf(
  devices: readonly Device[],
  measure: Measure,
  peek: (key: PointKey) => Point | undefined,
  compare: (a: string, b: string) => number,
): readonly RoomSensor[] {
  const byKey = new Map(devices.map((device) => [device.key, device]));
  return groupDevices(devices, 'room', new Set(), compare).flatMap((group) => {
    if (group.kind !== 'named') return [];
    const key = summaryOf(
      group.devices.flatMap((each) => byKey.get(each) ?? []),
      peek,
    )[measure];
    const point = key === undefined ? undefined : peek(key);
    const device = point && byKey.get(point.device);
    if (point === undefined || device === undefined) return [];
    const { address, central = '' } = device.summary;
    return [{ room: group.name, central, place: `${address}:${point.channel}:${point.summary.parameter}` }];
  });
}

/** Rooms of the address, else the first ones. Of rooms on several CCUs, those of the CCU of the first. */
export function chosenRooms(offered: readonly RoomSensor[], text: string | undefined): readonly RoomSensor[] {
  if (text === NONE) return [];
  const names = new Set(text?.split(',').map(decode));
  const named = offered.filter(({ room }) => names.has(room)).slice(0, MOST_ROOMS);
  const chosen = named.length > 0 ? named : offered.slice(0, FIRST_ROOMS);
  return chosen.filter(({ central }) => central === chosen[0]?.central);
}

/** The choice with one room more or one less, as the address has it. */
export function toggledRoom(chosen: readonly RoomSensor[], { room }: RoomSensor): string {
  const names = chosen.map((each) => each.room);
  const next = names.includes(room) ? names.filter((each) => each !== room) : [...names, room];
  return next.length === 0 ? NONE : next.map((each) => each.replaceAll('%', '%25').replaceAll(',', '%2C')).join();
}

const decode = (name: string): string => name.replaceAll('%2C', ',').replaceAll('%25', '%');
