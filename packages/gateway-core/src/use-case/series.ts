/** A data point, as the names of its history say it. */
export interface PointPlace {
  readonly central: string;
  /** Of the device. */
  readonly address: string;
  readonly channel: number;
  readonly parameter: string;
}

/** Figures of an interface's radio module, in percent. */
export const RADIO_METRICS = ['duty_cycle', 'carrier_sense'] as const;
/** One of `RADIO_METRICS`. */
export type RadioMetric = (typeof RADIO_METRICS)[number];

/**
 * 1 while values are recorded, 0 when that ended. Without it a constant value could not be distinguished from a gap.
 */
export const RECORDING_SERIES = 'recording';

/**
 * Interval at which the recorder writes every value, changed or not: a reader of the value at a moment looks back no
 * further.
 */
export const KEYFRAME_MS = 6 * 3_600_000;

/**
 * Name of the history of a data point.
 *
 * @example
 * pointSeries({ central: 'home', address: '0001D3C99C0001', channel: 3, parameter: 'LEVEL' }); // 'point/home/0001D3C99C0001/3/LEVEL'
 */
export function pointSeries({ central, address, channel, parameter }: PointPlace): string {
  // An address may contain the separator.
  return `point/${central}/${address.replaceAll(/[%/]/g, encodeURIComponent)}/${channel}/${parameter}`;
}

const POINT_SERIES = /^point\/([^/]+)\/([^/]+)\/(\d+)\/(.+)$/;

/**
 * The data point of a name that `pointSeries` made; undefined for another series.
 *
 * @example
 * placeOfSeries('point/home/0001D3C99C0001/3/LEVEL')?.channel; // 3
 */
export function placeOfSeries(series: string): PointPlace | undefined {
  const [, central, address, channel, parameter] = POINT_SERIES.exec(series) ?? [];
  if (central === undefined || address === undefined || parameter === undefined) return undefined;
  const decoded = address.replaceAll(/%(?:25|2F)/g, decodeURIComponent);
  return { central, address: decoded, channel: Number(channel), parameter };
}

/** A system variable of a CCU. */
export interface VariablePlace {
  readonly central: string;
  readonly name: string;
}

/**
 * Name of the history of a system variable.
 *
 * @example
 * variableSeries({ central: 'home', name: 'Electricity price' }); // 'sysvar/home/Electricity price'
 */
export const variableSeries = ({ central, name }: VariablePlace): string =>
  `sysvar/${central}/${name.replaceAll(/[%/]/g, encodeURIComponent)}`;

/** Reception of devices: it changes all the time, and people look at it by day where it is older than the values. */
const BY_DAY = /^point\/.*\/RSSI_(?:DEVICE|PEER)$/;

/**
 * True for a series of which days are kept and no hours.
 *
 * @example
 * isByDay('point/home/0001D3C99C0001/0/RSSI_DEVICE'); // true
 */
export const isByDay = (series: string): boolean => BY_DAY.test(series);

/**
 * Name of the moments at which the value of a series became unknown; it stays so until the next value of the series.
 *
 * @example
 * unknownSeries('point/home/0001D3C99C0001/3/LEVEL'); // 'unknown/point/home/0001D3C99C0001/3/LEVEL'
 */
export const unknownSeries = (series: string): string => `unknown/${series}`;

/**
 * Name of the history of a radio module.
 *
 * @example
 * radioSeries('home-HmIP-RF', 'duty_cycle'); // 'interface/home-HmIP-RF/duty_cycle'
 */
export function radioSeries(interfaceId: string, metric: RadioMetric): string {
  return `interface/${interfaceId}/${metric}`;
}
