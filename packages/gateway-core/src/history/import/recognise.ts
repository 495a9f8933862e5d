import type { House } from '../../ports/house.js';
import { pointSeries } from '../../use-case/series.js';

/** Name of the series of a data point, or the reason why it has none. */
export type Recognised = { readonly series: string } | { readonly unknown: string };

const ID = /^(?:(.{1,256})\.)?([^.:\s]{1,64}):(\d{1,4})[.:]([A-Z0-9_]{1,64})$/i;
/** Types of which each value is a number. */
const NUMERIC: ReadonlySet<string> = new Set(['FLOAT', 'INTEGER', 'BOOL', 'ENUM']);
/** A file with more names is none of data points. */
const MAX_IDS = 20_000;

/** Finds the data points of ids; the answer for an id is looked up once. Undefined for one id too many. */
export function createRecogniser(
  house: Pick<House, 'dataPoint' | 'resolve'>,
  scope: { readonly central?: string | undefined },
): (id: string) => Recognised | undefined {
  const known = new Map<string, Recognised>();
  return (id) => {
    const before = known.get(id);
    if (before !== undefined || known.size >= MAX_IDS) return before;
    const found = recognised(house, scope, id);
    known.set(id, found);
    return found;
  };
}

function recognised(
  house: Pick<House, 'dataPoint' | 'resolve'>,
  scope: { readonly central?: string | undefined },
  id: string,
): Recognised {
  const [, , address, channel, parameter] = ID.exec(id) ?? [];
  if (address === undefined || parameter === undefined) return { unknown: 'is no data point of a device' };
  const place = { address, channel: Number(channel), parameter };
  const point = house.dataPoint({ ...place, ...scope });
  const home = house.resolve(address, scope);
  if (!point.ok) return { unknown: point.message };
  if (!home.ok) return { unknown: home.message };
  if (!NUMERIC.has(point.value.type ?? '')) return { unknown: 'has no numbers as values' };
  return { series: pointSeries({ ...place, central: home.value.central }) };
}
