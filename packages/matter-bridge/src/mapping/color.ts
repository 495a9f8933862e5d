import { clamp, finite, whole } from './numbers.js';

/** Matter's hue and saturation reach from 0 to 254. */
const STEPS = 254;
/** Coordinates of the CIE 1931 diagram are sixteen-bit fractions. */
const FRACTION = 65_536;
const MAX_COORDINATE = 65_279;

/** Hue in degrees, saturation in percent. */
export interface Tint {
  readonly hue: number;
  readonly saturation: number;
}

/** A point of the CIE 1931 diagram, as Matter counts it. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export function hueStepOf(degrees: unknown): number | undefined {
  const value = finite(degrees);
  return value === undefined || value < 0 || value > 360 ? undefined : whole((value / 360) * STEPS, 0, STEPS);
}

export function saturationStepOf(percent: unknown): number | undefined {
  const value = finite(percent);
  return value === undefined || value < 0 || value > 100 ? undefined : whole((value / 100) * STEPS, 0, STEPS);
}

export const degreesOfHue = (step: number): number => whole((step / STEPS) * 360, 0, 360);
export const percentOfSaturation = (step: number): number => Math.round(clamp((step / STEPS) * 100, 0, 100) * 10) / 10;

type Triple = readonly [number, number, number];

const each = ([r, g, b]: Triple, change: (value: number) => number): Triple => [change(r), change(g), change(b)];

function rgbOf({ hue, saturation }: Tint): Triple {
  const chroma = clamp(saturation, 0, 100) / 100;
  const sector = (((hue % 360) + 360) % 360) / 60;
  const channel = (offset: number): number => {
    const position = (sector + offset) % 6;
    return 1 - chroma * clamp(Math.min(position, 4 - position), 0, 1);
  };
  return [channel(5), channel(3), channel(1)];
}

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const gamma = (value: number): number => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);

/** Position of a colour in the diagram, by the primaries of sRGB. */
export function pointOf(tint: Tint): Point {
  const [r, g, b] = each(rgbOf(tint), linear);
  const x = 0.4124564 * r + 0.3575761 * g + 0.1804375 * b;
  const y = 0.2126729 * r + 0.7151522 * g + 0.072175 * b;
  const z = 0.0193339 * r + 0.119192 * g + 0.9503041 * b;
  const sum = x + y + z;
  return { x: whole((x / sum) * FRACTION, 0, MAX_COORDINATE), y: whole((y / sum) * FRACTION, 0, MAX_COORDINATE) };
}

/** The colour of a point, at full brightness. Points that no display shows become the nearest one it does show. */
export function tintOf(point: Point): Tint {
  const x = point.x / FRACTION;
  const y = Math.max(point.y / FRACTION, 0.0001);
  const [bigX, bigZ] = [x / y, (1 - x - y) / y];
  const raw: Triple = [
    3.2404542 * bigX - 1.5371385 - 0.4985314 * bigZ,
    -0.969266 * bigX + 1.8760108 + 0.041556 * bigZ,
    0.0556434 * bigX - 0.2040259 + 1.0572252 * bigZ,
  ];
  const most = Math.max(...raw, Number.EPSILON);
  return tintOfRgb(each(raw, (value) => gamma(clamp(value / most, 0, 1))));
}

function tintOfRgb([r, g, b]: Triple): Tint {
  const most = Math.max(r, g, b);
  const chroma = most - Math.min(r, g, b);
  if (most === 0 || chroma === 0) return { hue: 0, saturation: 0 };
  const sixth = most === r ? ((g - b) / chroma + 6) % 6 : most === g ? (b - r) / chroma + 2 : (r - g) / chroma + 4;
  return { hue: Math.round(sixth * 60) % 360, saturation: Math.round((chroma / most) * 1000) / 10 };
}

/** The tint of white light of a colour temperature, for lights that have colours but no white of their own. */
export function tintOfKelvin(kelvin: number): Tint {
  const t = clamp(kelvin, 1000, 15_000);
  // Planckian locus in the diagram, approximated by cubic splines (Kim et al., 2002).
  const x =
    t <= 4000
      ? -0.2661239e9 / t ** 3 - 0.2343589e6 / t ** 2 + 0.8776956e3 / t + 0.17991
      : -3.0258469e9 / t ** 3 + 2.1070379e6 / t ** 2 + 0.2226347e3 / t + 0.24039;
  const y =
    t <= 2222
      ? -1.1063814 * x ** 3 - 1.3481102 * x ** 2 + 2.18555832 * x - 0.20219683
      : t <= 4000
        ? -0.9549476 * x ** 3 - 1.37418593 * x ** 2 + 2.09137015 * x - 0.16748867
        : 3.081758 * x ** 3 - 5.8733867 * x ** 2 + 3.75112997 * x - 0.37001483;
  return tintOf({ x: whole(x * FRACTION, 0, MAX_COORDINATE), y: whole(y * FRACTION, 0, MAX_COORDINATE) });
}
