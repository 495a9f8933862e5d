import { clamp, finite, whole } from './numbers.js';

/** Matter's levels of a light: 1 to 254, where a light that is off keeps its level. */
export const MIN_LEVEL = 1;
export const MAX_LEVEL = 254;
const MAX_BRIGHTNESS = 255;

/** Brightness 1..255 as a level 1..254; undefined for a light that is off. */
export function levelOf(brightness: unknown): number | undefined {
  const value = finite(brightness);
  return value === undefined || value <= 0
    ? undefined
    : whole((value / MAX_BRIGHTNESS) * MAX_LEVEL, MIN_LEVEL, MAX_LEVEL);
}

/** A level 0..254 as brightness 0..255. */
export const brightnessOf = (level: number): number => whole((level / MAX_LEVEL) * MAX_BRIGHTNESS, 0, MAX_BRIGHTNESS);

/** Hundredths of a percent; Matter counts how far something is closed, a CCU how far it is open. */
export const CLOSED = 10_000;

/** 0 closed..100 open as 10000 closed..0 open. */
export function closedHundredths(open: unknown): number | undefined {
  const value = finite(open);
  return value === undefined ? undefined : whole((100 - clamp(value, 0, 100)) * 100, 0, CLOSED);
}

/** 10000 closed..0 open as 0 closed..100 open. */
export const openPercent = (hundredths: number): number => (CLOSED - whole(hundredths, 0, CLOSED)) / 100;

/** Degrees Celsius as hundredths; undefined outside of the range. */
export function hundredths(degrees: unknown, min: number, max: number): number | undefined {
  const value = finite(degrees);
  return value === undefined || value < min || value > max ? undefined : whole(value * 100, min * 100, max * 100);
}

/** Hundredths of a degree as degrees. */
export const degreesOf = (value: number): number => value / 100;

const MAX_ILLUMINANCE = 65_534;

/** Lux on Matter's logarithmic scale: 10000 · log10(lux) + 1, and 0 below the measurable range. */
export function illuminanceOf(lux: unknown): number | undefined {
  const value = finite(lux);
  if (value === undefined || value < 0) return undefined;
  return value < 1 ? 0 : whole(10_000 * Math.log10(value) + 1, 1, MAX_ILLUMINANCE);
}

/** Kelvin as mired and back: both are one division. */
export const reciprocalMega = (value: number): number => Math.round(1_000_000 / value);
