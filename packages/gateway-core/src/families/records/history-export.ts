import { csvHead, csvLines } from '../../history/export/csv.js';
import type { ExportSlots } from '../../history/export/export-slots.js';
import { influxLines } from '../../history/export/influx.js';
import { type ExportSource, type Resolution, type RowLabel, readRows } from '../../history/export/rows.js';
import { tableParts } from '../../history/export/table.js';
import type { House } from '../../ports/house.js';
import type { ParquetFiles } from '../../ports/parquet.js';
import { knownScope } from '../../use-case/choose.js';
import { invalid } from '../../use-case/errors.js';
import { placeOfSeries } from '../../use-case/series.js';
import { HISTORY_MAX_SERIES, type HistoryReading, placeOfPoint, storedSeries } from './history.js';

/** Forms of an export. */
export const EXPORT_FORMATS = ['csv', 'influx', 'parquet'] as const;
/** Details of an export: each recorded value, or hours, or days. */
export const EXPORT_RESOLUTIONS = ['values', 'hours', 'days'] as const satisfies readonly Resolution[];

/** Ports of the use case that exports the history. */
export interface HistoryExporting extends HistoryReading {
  readonly parquet: ParquetFiles;
  readonly exportSlots: ExportSlots;
}

/** Request for a file of the history. Times are milliseconds since the Unix epoch. */
export interface ExportRequest {
  /** Only of this one. */
  readonly central?: string | undefined;
  /** Data points as `ADDRESS:CHANNEL:PARAMETER`. Default: everything that is kept, also of devices that are gone. */
  readonly points?: readonly string[] | undefined;
  /** Inclusive. Default: the beginning. */
  readonly from?: number | undefined;
  /** Exclusive. Default: now. */
  readonly to?: number | undefined;
  readonly format: (typeof EXPORT_FORMATS)[number];
  readonly resolution: (typeof EXPORT_RESOLUTIONS)[number];
}

/** A file that is made while it is read. */
export interface HistoryDownload {
  readonly filename: string;
  readonly contentType: string;
  /** Chunks of some kilobytes; leaving it early ends the reading. */
  readonly content: AsyncIterable<string | Uint8Array>;
}

const KINDS = {
  csv: { ending: 'csv', contentType: 'text/csv; charset=utf-8; header=present' },
  influx: { ending: 'lp', contentType: 'text/plain; charset=utf-8' },
  parquet: { ending: 'parquet', contentType: 'application/vnd.apache.parquet' },
} as const;

/**
 * Recorded values, or the hours or days made of them, as a file. Whatever its length, few rows are in memory at a time.
 * Role `viewer`.
 *
 * @throws GatewayError `validation` for an unknown data point or a range that ends before it begins, `not_found` for an
 * unknown central, `rate_limited` (reason `too_many_exports`) while the most are made, `service_unready` without a store
 * @example
 * const { content } = await exportHistory(ports, { format: 'csv', resolution: 'hours' });
 */
export async function exportHistory(
  ports: HistoryExporting,
  request: ExportRequest,
  signal?: AbortSignal,
): Promise<HistoryDownload> {
  const { house, history, clock, parquet, exportSlots } = ports;
  const { format, resolution, from = 0, to = clock.now() } = request;
  if (from >= to) throw invalid([{ field: 'from', reason: 'must be before `to`, which is now where it is left out' }]);
  const sources = await sourcesOf({ house, history }, request);
  const batches = readRows(history, { sources, from, to, resolution });
  const contents = {
    csv: () => texts(csvHead(resolution), batches, csvLines),
    influx: () => texts('', batches, (rows) => influxLines(rows, resolution)),
    parquet: () => parquet.write(tableParts(batches, resolution)),
  };
  const content = exportSlots.hold<string | Uint8Array>(contents[format], signal);
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const { ending, contentType } = KINDS[format];
  return { filename: `history-${resolution}-${day}.${ending}`, contentType, content };
}

async function* texts<Row>(
  head: string,
  batches: AsyncIterable<readonly Row[]>,
  write: (rows: readonly Row[]) => string,
): AsyncGenerator<string, void, void> {
  if (head !== '') yield head;
  for await (const rows of batches) {
    const text = write(rows);
    if (text !== '') yield text;
  }
}

async function sourcesOf(
  { house, history }: Pick<HistoryReading, 'house' | 'history'>,
  { central, points }: ExportRequest,
): Promise<readonly ExportSource[]> {
  const scope = knownScope(house, { central });
  if (points !== undefined) {
    if (points.length === 0 || points.length > HISTORY_MAX_SERIES) {
      const reason = `needs 1 to ${HISTORY_MAX_SERIES} data points; without it, everything is exported`;
      throw invalid([{ field: 'points', reason, max: HISTORY_MAX_SERIES }]);
    }
    // Refuses where there is no history.
    await history.extent();
    return points.flatMap((text, index) => pointSources(house, scope, text, index));
  }
  const kept = await history.series();
  return kept.flatMap((series) => {
    const label = labelOf(house, series);
    if (label === undefined || (central !== undefined && label.central !== central)) return [];
    return [{ series, label, since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }];
  });
}

/** Values of a device before this one, in its place, count as those of this one. */
function pointSources(
  house: House,
  scope: { readonly central?: string | undefined },
  text: string,
  index: number,
): readonly ExportSource[] {
  const place = placeOfPoint(text, index);
  const point = house.dataPoint({ ...place, ...scope });
  const home = house.resolve(place.address, scope);
  if (!point.ok) throw invalid([{ field: `points.${index}`, reason: point.message }]);
  if (!home.ok) throw invalid([{ field: `points.${index}`, reason: home.message }]);
  const { central } = home.value;
  const label = pointLabel(house, { ...place, central });
  return storedSeries(house, { ...place, central }).map(({ name, since, until }) => ({
    series: name,
    label,
    since,
    until,
  }));
}

const RADIO = /^interface\/(.+)\/([^/]+)$/;

/** Undefined for series of the recorder itself, and moments of unknown values. */
function labelOf(house: House, series: string): RowLabel | undefined {
  const place = placeOfSeries(series);
  if (place !== undefined) return pointLabel(house, place);
  const [, id, metric] = RADIO.exec(series) ?? [];
  if (id === undefined || metric === undefined) return undefined;
  const found = house.interface(id);
  return { central: found.ok ? found.value.central_id : '', device: id, parameter: metric, name: '', unit: '%' };
}

function pointLabel(house: House, place: NonNullable<ReturnType<typeof placeOfSeries>>): RowLabel {
  const { central, address, channel, parameter } = place;
  const device = house.device(address, { central });
  const point = house.dataPoint(place);
  return {
    central,
    device: address,
    channel,
    parameter,
    name: device.ok ? device.value.name : '',
    unit: point.ok ? (point.value.unit ?? '') : '',
  };
}
