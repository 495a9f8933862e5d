import { describe, expect, it } from 'vitest';
import type { Device, Point } from '../../store/points.js';
import { chosenRooms, type RoomSensor, roomSensorsOf, toggledRoom } from './rooms.js';

const sensor = (room: string, central = 'home'): RoomSensor => ({ room, central, place: `${room}:1:TEMPERATURE` });
const rooms = (list: readonly RoomSensor[]) => list.map(({ room }) => room);

describe('rooms to compare', () => {
  it('have the sensor that measures them', () => {
    const point = (device: string, semantic: string, unit: string) =>
      ({
        key: `home/${device}/1/${semantic}`,
        device: `home/${device}`,
        channel: 1,
        summary: {
          parameter: semantic.toUpperCase(),
          unit,
          value: 20,
          type: 'FLOAT',
          usage: 'data_point',
          ui_hint: { semantic },
          operations: { write: false },
        },
      }) as unknown as Point;
    const points = [point('A', 'temperature', '°C'), point('A', 'humidity', '%'), point('B', 'temperature', '°C')];
    const device = (address: string, room: string) =>
      ({
        key: `home/${address}`,
        summary: { address, central: 'home', name: address, available: true, rooms: [room] },
        channels: [
          {
            summary: { number: 1 },
            points: points.filter(({ device: of }) => of === `home/${address}`).map((each) => each.key),
          },
        ],
      }) as unknown as Device;
    const found = (measure: 'temperature' | 'humidity') =>
      roomSensorsOf(
        [device('A', 'Bad'), device('B', 'Küche'), device('C', 'Flur')],
        measure,
        (key) => points.find((each) => each.key === key),
        (a, b) => a.localeCompare(b),
      );
    expect(found('temperature')).toEqual([
      { room: 'Bad', central: 'home', place: 'A:1:TEMPERATURE' },
      { room: 'Küche', central: 'home', place: 'B:1:TEMPERATURE' },
    ]);
    expect(rooms(found('humidity'))).toEqual(['Bad']);
  });

  it('are those of the address, else the first four, and of one CCU', () => {
    const offered = [...['A', 'B', 'C', 'D', 'E'].map((room) => sensor(room)), sensor('F', 'garage')];
    expect(rooms(chosenRooms(offered, undefined))).toEqual(['A', 'B', 'C', 'D']);
    expect(rooms(chosenRooms(offered, 'E,nowhere'))).toEqual(['E']);
    expect(rooms(chosenRooms(offered, 'E,F'))).toEqual(['E']);
    expect(chosenRooms(offered, 'none')).toEqual([]);
    expect(chosenRooms([], undefined)).toEqual([]);
  });

  it('are taken in and out, also with a comma in a name', () => {
    const [comma, other] = [sensor('Bad, oben 50%'), sensor('Flur')];
    const text = toggledRoom([comma], other);
    expect(rooms(chosenRooms([comma, other], text))).toEqual(['Bad, oben 50%', 'Flur']);
    expect(toggledRoom([comma], comma)).toBe('none');
  });
});
