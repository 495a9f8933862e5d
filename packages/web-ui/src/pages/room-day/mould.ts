/** Constants of the Magnus formula over water, for °C and hPa. */
const [A, B, C] = [6.112, 17.62, 243.12];
/** Temperature factor of the coldest spot of an outer wall: the least that DIN 4108-2 demands of a building. */
const COLDEST_SPOT = 0.7;
/** Mould grows where the air at a surface has this humidity for some time, in percent. */
export const MOULD_FROM = 80;
/** Outdoor temperature where none is known, in °C: the one of DIN 4108-2. */
export const COLD_DAY = -5;

const saturation = (celsius: number): number => A * Math.exp((B * celsius) / (C + celsius));

/** Temperature at which the air begins to leave water, in °C. `humidity` is relative, in percent. */
export function dewPoint(celsius: number, humidity: number): number {
  const g = Math.log(Math.max(humidity, 0.1) / 100) + (B * celsius) / (C + celsius);
  return (C * g) / (B - g);
}

/** Temperature of the coldest spot of an outer wall, in °C. */
export const wallTemperature = (inside: number, outside: number): number => outside + COLDEST_SPOT * (inside - outside);

/** Relative humidity of the air of a room at the coldest spot of an outer wall, in percent, at most 100. */
export function wallHumidity(inside: number, humidity: number, outside: number): number {
  const spot = saturation(wallTemperature(inside, outside));
  return Math.min(100, Math.max(0, (humidity * saturation(inside)) / spot));
}
