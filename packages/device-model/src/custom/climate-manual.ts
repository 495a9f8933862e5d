import type { Channel, DataPoint } from '../model/state.js';
import { flagOf, numberOf, optionOf } from './read.js';

/** Closes the valve for good; the lowest setpoint that is a temperature is half a degree above. */
export const OFF = 4.5;

/** As `SET_POINT_MODE` and `CONTROL_MODE` of HmIP have it. */
export const MANUAL = 1;

const SETPOINTS = ['SET_POINT_TEMPERATURE', 'SET_TEMPERATURE'] as const;
const TELLING: ReadonlySet<string> = new Set([
  ...SETPOINTS,
  'SET_POINT_MODE',
  'CONTROL_MODE',
  'BOOST_MODE',
  'WINDOW_STATE',
]);

/** The values of one report arrive one by one, in no certain order. */
const ONE_REPORT_MS = 2000;

export const isManual = (channel: Channel): boolean =>
  numberOf(channel.points.get('SET_POINT_MODE')) === MANUAL ||
  optionOf(channel.points.get('CONTROL_MODE')) === 'MANU-MODE';

/** The setpoint that people chose, and nothing else: not that of a boost or an open window, and not off. */
function chosen(channel: Channel): number | undefined {
  const point = SETPOINTS.map((parameter) => channel.points.get(parameter)).find((each) => each !== undefined);
  const setpoint = numberOf(point);
  if (setpoint === null || setpoint <= OFF || !isManual(channel)) return undefined;
  if (flagOf(channel.points.get('BOOST_MODE')) === true) return undefined;
  const windowState = optionOf(channel.points.get('WINDOW_STATE'));
  return windowState === null || windowState === 'CLOSED' ? setpoint : undefined;
}

/** Remembers a setpoint chosen by hand. One that turns out to belong to another mode a moment later was not. */
export function followManual(point: DataPoint, at: number): void {
  if (!TELLING.has(point.parameter)) return;
  const { channel } = point;
  const now = chosen(channel);
  const { manual } = channel;
  const isSameReport = manual !== undefined && at - manual.at <= ONE_REPORT_MS;
  if (now === undefined) {
    if (isSameReport) channel.manual = { ...manual, setpoint: manual.before };
  } else if (manual?.setpoint !== now) {
    channel.manual = { setpoint: now, at, before: isSameReport ? manual.before : manual?.setpoint };
  }
}

/** The last setpoint chosen by hand. */
export const manualSetpoint = (channel: Channel): number | undefined => channel.manual?.setpoint;
