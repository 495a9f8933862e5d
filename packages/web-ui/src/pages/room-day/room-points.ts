import { aspectsOf } from '../../store/aspects.js';
import type { Device, Point, PointKey } from '../../store/points.js';
import { summaryOf } from '../home/summary.js';

/** Data points of the picture of a room, as `ADDRESS:CHANNEL:PARAMETER`. */
export interface RoomPoints {
  readonly central: string;
  readonly temperature: string | undefined;
  readonly humidity: string | undefined;
  readonly target: string | undefined;
  /** Valves of its heating, two at most. */
  readonly valves: readonly string[];
  readonly openings: readonly string[];
}

type Peek = (key: PointKey) => Point | undefined;

const TARGET = /^(?:SET_POINT_TEMPERATURE|SET_TEMPERATURE)$/;
const VALVE = /^(?:VALVE_STATE|LEVEL)$/;
const MOST_VALVES = 2;
const MOST_OPENINGS = 8;

/** Undefined for a room without devices. Of a room on several CCUs, the devices of the first. */
export function roomPointsOf(devices: readonly Device[], room: string, peek: Peek): RoomPoints | undefined {
  const inside = devices.filter(({ summary }) => summary.rooms?.includes(room) === true);
  const central = inside[0]?.summary.central;
  if (central === undefined) return undefined;
  const own = inside.filter(({ summary }) => summary.central === central);
  const placeOf = (key: PointKey | undefined): string | undefined => {
    const point = key === undefined ? undefined : peek(key);
    const device = point && own.find((each) => each.key === point.device);
    return point && device && `${device.summary.address}:${point.channel}:${point.summary.parameter}`;
  };
  const places = (keys: readonly PointKey[]) => keys.flatMap((key) => placeOf(key) ?? []);
  const { temperature, humidity } = summaryOf(own, peek);
  // A thermostat on the wall has no valve, and one at a radiator has both.
  const heating = own.filter((device) => aspectsOf(device, peek).heats);
  const named = (parameter: RegExp) =>
    heating
      .flatMap(({ channels }) => channels.flatMap(({ points }) => points))
      .filter((key) => {
        const summary = peek(key)?.summary;
        // Some thermostats have states of the valve under the name that others have for its position.
        return summary !== undefined && parameter.test(summary.parameter) && summary.value_list === undefined;
      });
  return {
    central,
    temperature: placeOf(temperature),
    humidity: placeOf(humidity),
    target: places(named(TARGET))[0],
    valves: places(named(VALVE)).slice(0, MOST_VALVES),
    openings: places(own.flatMap((device) => aspectsOf(device, peek).openings)).slice(0, MOST_OPENINGS),
  };
}

/** A sensor of temperature that may be outdoors. */
export interface OutdoorSensor {
  readonly name: string;
  readonly place: string;
  readonly isWeather: boolean;
}

/** Sensors of temperature that heat nothing; those of the weather first. */
export function outdoorSensors(devices: readonly Device[], central: string, peek: Peek): readonly OutdoorSensor[] {
  return devices
    .filter(({ summary }) => summary.central === central)
    .flatMap((device) => {
      const { temperature, heats } = aspectsOf(device, peek);
      const point = temperature === undefined || heats ? undefined : peek(temperature);
      if (point === undefined) return [];
      const channel = device.channels.find(({ summary }) => summary.number === point.channel)?.summary;
      return [
        {
          name: device.summary.name,
          place: `${device.summary.address}:${point.channel}:${point.summary.parameter}`,
          isWeather: /WEATHER/.test(channel?.type ?? ''),
        },
      ];
    })
    .sort((one, other) => Number(other.isWeather) - Number(one.isWeather));
}

/** Local day of the address with its end; today where the address has no day. */
export function dayIn(text: string | undefined, nowMs: number): { readonly from: number; readonly to: number } {
  const asked = text === undefined ? Number.NaN : new Date(`${text}T00:00`).getTime();
  const begin = new Date(Number.isFinite(asked) && asked <= nowMs ? asked : nowMs);
  begin.setHours(0, 0, 0, 0);
  const end = new Date(begin);
  end.setDate(end.getDate() + 1);
  return { from: begin.getTime(), to: Math.min(end.getTime(), nowMs) };
}
