import type { HistorySample } from '../../ports/history.js';
import type { ImportedSeries, ImportFormat, ImportOptions, ImportReport } from '../../ports/history-import.js';
import type { House } from '../../ports/house.js';
import { GatewayError } from '../../use-case/errors.js';
import { toTimestamp } from '../../use-case/timestamp.js';
import { csvTable } from './csv-table.js';
import { historianLines, isHistorianHead } from './historian.js';
import { historianAnswers } from './historian-json.js';
import { influxReader, isInfluxLine } from './influx-lines.js';
import { linesOf } from './lines.js';
import type { LineReader } from './reader.js';
import { createRecogniser } from './recognise.js';

/** Result of reading a file. */
export type Intake = Pick<
  ImportReport,
  'format' | 'bytes' | 'lines' | 'values' | 'series' | 'series_count' | 'refused' | 'refusals'
>;

export interface IntakeDeps {
  readonly house: Pick<House, 'dataPoint' | 'resolve'>;
  readonly now: () => number;
  /** Takes the values of known data points. */
  readonly take: (samples: readonly HistorySample[]) => Promise<void>;
  readonly progress: (bytes: number) => void;
}

const MAX_BYTES = 2 * 2 ** 30;
const MAX_VALUES = 30_000_000;
/** One answer of CCU-Historian stands on one line. */
const MAX_LINE = 16 * 2 ** 20;
const MAX_REFUSALS = 50;
const MAX_SHOWN = 200;
/** Before that there was no Homematic. */
const EARLIEST = Date.UTC(2005, 0, 1);

interface Seen {
  readonly unknown?: string;
  values: number;
  from: number;
  to: number;
}

/**
 * Reads a file to its end, in order. A line that cannot be read costs only itself.
 *
 * @throws GatewayError `payload_too_large`, `validation` for a table without the needed columns
 */
export async function readFile(
  content: AsyncIterable<Uint8Array>,
  options: ImportOptions,
  { house, now, take, progress }: IntakeDeps,
): Promise<Intake> {
  const recognise = createRecogniser(house, { central: options.central });
  const seen = new Map<string, Seen>();
  const refusals: { readonly line: number; readonly reason: string }[] = [];
  let { format } = options;
  let reader: LineReader | undefined;
  let [refused, lines, values, size] = [0, 0, 0, 0];

  function refuse(line: number, reason: string): void {
    refused += 1;
    if (refusals.length < MAX_REFUSALS) refusals.push({ line, reason });
  }

  function samplesOf(line: number, text: string): readonly HistorySample[] {
    format ??= formatOf(text);
    reader ??= readerOf(format, options);
    const result = reader(text);
    if ('refused' in result) {
      refuse(line, result.refused);
      return [];
    }
    return result.flatMap(({ id, at, value }) => {
      const found = recognise(id);
      if (found === undefined) refuse(line, 'names one data point too many');
      else if (at < EARLIEST || at > now()) refuse(line, 'has a time in the future, or before 2005');
      else {
        const isKnown = 'series' in found;
        note(seen, id, at, isKnown ? undefined : found.unknown);
        if (isKnown) return [{ series: found.series, at, value }];
      }
      return [];
    });
  }

  for await (const { lines: lot, bytes } of linesOf(content, { maxLine: MAX_LINE, maxBytes: MAX_BYTES })) {
    const samples: HistorySample[] = [];
    for (const { number, text } of lot) {
      lines = number;
      if (text === undefined) refuse(number, 'is too long');
      else if (reader !== undefined || text.trim() !== '')
        for (const each of samplesOf(number, text)) samples.push(each);
    }
    values += samples.length;
    if (values > MAX_VALUES) throw tooMany();
    if (samples.length > 0) await take(samples);
    size = bytes;
    progress(bytes);
  }
  return { ...(format && { format }), bytes: size, lines, values, refused, refusals, ...shown(seen) };
}

function tooMany(): GatewayError {
  return new GatewayError('payload_too_large', `A file has at most ${MAX_VALUES} values; import it in parts`, {
    reason: 'import_too_large',
  });
}

function note(seen: Map<string, Seen>, id: string, at: number, unknown: string | undefined): void {
  const entry = seen.get(id) ?? { ...(unknown !== undefined && { unknown }), values: 0, from: at, to: at };
  seen.set(id, entry);
  entry.values += 1;
  entry.from = Math.min(entry.from, at);
  entry.to = Math.max(entry.to, at);
}

function shown(seen: ReadonlyMap<string, Seen>): Pick<Intake, 'series' | 'series_count'> {
  const all = [...seen].sort(
    ([, one], [, other]) => Number(other.unknown !== undefined) - Number(one.unknown !== undefined),
  );
  const series = all.slice(0, MAX_SHOWN).map(
    ([point, { values, from, to, unknown }]): ImportedSeries => ({
      point: point.slice(0, 400),
      values,
      from: toTimestamp(from),
      to: toTimestamp(to),
      ...(unknown !== undefined && { unknown }),
    }),
  );
  return { series, series_count: seen.size };
}

function formatOf(line: string): ImportFormat {
  // Byte order marks are decoded away.
  if (/^\s*[[{]/.test(line)) return 'json';
  if (isHistorianHead(line)) return 'historian';
  return isInfluxLine(line) ? 'influx' : 'csv';
}

function readerOf(format: ImportFormat, { point, columns = {} }: ImportOptions): LineReader {
  const readers = {
    historian: () => historianLines(),
    json: () => historianAnswers(point),
    influx: () => influxReader(),
    csv: () => csvTable(columns, point),
  };
  return readers[format]();
}
