/**
 * Humidity and comfort from textbook formulas: Magnus (coefficients over water and ice), NOAA's heat index, the wind chill
 * of 2001. Temperatures in °C, relative humidity in percent, wind in km/h, pressure at sea level in hPa.
 */
const WATER = { a: 17.62, b: 243.12 } as const;
const ICE = { a: 22.46, b: 272.62 } as const;
const SATURATION_AT_ZERO = 6.112;
const PRESSURE = 1013.25;

/** Partial pressure of the vapour in hPa; `null` where the inputs make no sense. */
function vapourPressure(temperature: number, humidity: number): number | null {
  if (humidity <= 0 || humidity > 100 || temperature < -60 || temperature > 80) return null;
  return (humidity / 100) * SATURATION_AT_ZERO * Math.exp((WATER.a * temperature) / (WATER.b + temperature));
}

export function dewPoint(temperature: number, humidity: number): number | null {
  return saturatedAt(vapourPressure(temperature, humidity), WATER);
}

/** Below zero the vapour meets ice before water; above, frost does not exist and the dew point stands. */
export function frostPoint(temperature: number, humidity: number): number | null {
  const pressure = vapourPressure(temperature, humidity);
  if (pressure === null || pressure >= SATURATION_AT_ZERO) return dewPoint(temperature, humidity);
  return saturatedAt(pressure, ICE);
}

function saturatedAt(pressure: number | null, over: { readonly a: number; readonly b: number }): number | null {
  if (pressure === null) return null;
  const ratio = Math.log(pressure / SATURATION_AT_ZERO);
  return (over.b * ratio) / (over.a - ratio);
}

export function dewPointSpread(temperature: number, humidity: number): number | null {
  const dew = dewPoint(temperature, humidity);
  return dew === null ? null : temperature - dew;
}

/** g/m³ */
export function vapourConcentration(temperature: number, humidity: number): number | null {
  const pressure = vapourPressure(temperature, humidity);
  return pressure === null ? null : (216.7 * pressure) / (temperature + 273.15);
}

/** kJ per kg of dry air */
export function enthalpy(temperature: number, humidity: number): number | null {
  const pressure = vapourPressure(temperature, humidity);
  if (pressure === null) return null;
  const mixing = (0.622 * pressure) / (PRESSURE - pressure);
  return 1.006 * temperature + mixing * (2501 + 1.86 * temperature);
}

export function apparentTemperature(temperature: number, humidity: number, wind: number): number | null {
  if (vapourPressure(temperature, humidity) === null || wind < 0) return null;
  if (temperature <= 10 && wind > 4.8) return windChill(temperature, wind);
  return temperature >= 26.7 ? heatIndex(temperature, humidity) : temperature;
}

function windChill(temperature: number, wind: number): number {
  const factor = wind ** 0.16;
  return 13.12 + 0.6215 * temperature - 11.37 * factor + 0.3965 * temperature * factor;
}

function heatIndex(celsius: number, humidity: number): number {
  const t = celsius * 1.8 + 32;
  const r = humidity;
  const simple = 0.5 * (t + 61 + (t - 68) * 1.2 + r * 0.094);
  if ((simple + t) / 2 < 80) return (simple - 32) / 1.8;
  let index =
    -42.379 +
    2.04901523 * t +
    10.14333127 * r -
    0.22475541 * t * r -
    0.00683783 * t * t -
    0.05481717 * r * r +
    0.00122874 * t * t * r +
    0.00085282 * t * r * r -
    0.00000199 * t * t * r * r;
  if (r < 13 && t >= 80 && t <= 112) index -= ((13 - r) / 4) * Math.sqrt((17 - Math.abs(t - 95)) / 17);
  if (r > 85 && t >= 80 && t <= 87) index += ((r - 85) / 10) * ((87 - t) / 5);
  return (index - 32) / 1.8;
}
