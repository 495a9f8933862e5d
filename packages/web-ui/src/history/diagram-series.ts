import type { DiagramConfig } from '@ccu-gateway/contract/types';
import { deviceKeyOf, type PointKey, pointKeyOf } from '../store/points.js';
import { isRange } from './period.js';

/** A series of a diagram, as the gateway stores it. */
export interface DiagramSeries {
  readonly central: string;
  /** `ADDRESS:CHANNEL`. */
  readonly channel_address: string;
  readonly parameter: string;
}

/** As many as a chart has colours for. */
export const MOST_SERIES = 6;

/** Series of a stored diagram; members of other programs and damaged ones are left out. */
export function seriesIn({ series = [] }: DiagramConfig['config']): readonly DiagramSeries[] {
  return series
    .flatMap(({ central, channel_address: channel, parameter }) =>
      typeof channel === 'string' && /^[^:]+:\d+$/.test(channel) && typeof parameter === 'string'
        ? [{ central, channel_address: channel, parameter }]
        : [],
    )
    .slice(0, MOST_SERIES);
}

/** Shown time of a stored diagram. */
export function rangeIn({ range }: DiagramConfig['config']): string | undefined {
  return typeof range === 'string' && isRange(range) ? range : undefined;
}

/** Series as the address of the page has them. */
export function seriesText(series: readonly DiagramSeries[]): string {
  return series.map((each) => [each.central, placeOf(each)].map(encodeURIComponent).join('/')).join(',');
}

/** The same, read. */
export function seriesFrom(text: string): readonly DiagramSeries[] {
  return text
    .split(',')
    .flatMap((part) => {
      const [central = '', place = ''] = part.split('/').map(decoded);
      const [, channel, parameter] = /^([^:]+:\d+):(.+)$/.exec(place) ?? [];
      return central === '' || channel === undefined || parameter === undefined
        ? []
        : [{ central, channel_address: channel, parameter }];
    })
    .slice(0, MOST_SERIES);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** The series of `ADDRESS:CHANNEL:PARAMETER`. */
export function seriesOfPlace(central: string, place: string): DiagramSeries {
  const [address, channel, parameter = ''] = place.split(':');
  return { central, channel_address: `${address}:${channel}`, parameter };
}

/** `ADDRESS:CHANNEL:PARAMETER`, as the gateway is asked for its history. */
export const placeOf = ({ channel_address: channel, parameter }: DiagramSeries): string => `${channel}:${parameter}`;

export function pointKeyOfSeries({ central, channel_address: channel, parameter }: DiagramSeries): PointKey {
  const [address = '', number] = channel.split(':');
  return pointKeyOf(deviceKeyOf(central, address), Number(number), parameter);
}

export const isSameSeries = (one: DiagramSeries, other: DiagramSeries): boolean =>
  one.central === other.central && placeOf(one) === placeOf(other);
