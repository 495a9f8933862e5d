import type { HistoryView } from '../../ports/history.js';
import type { Clock, House } from '../../ports/house.js';
import { knownScope } from '../../use-case/choose.js';
import { invalid } from '../../use-case/errors.js';
import {
  KEYFRAME_MS,
  type PointPlace,
  pointSeries,
  RADIO_METRICS,
  RECORDING_SERIES,
  radioSeries,
  unknownSeries,
} from '../../use-case/series.js';
import { toTimestamp } from '../../use-case/timestamp.js';
import { createGapFold, createSeriesFold, type FoldedSeries, type Span } from './history-fold.js';

/** Ports of the use case that reads the history of values. */
export interface HistoryReading {
  readonly house: House;
  readonly history: HistoryView;
  readonly clock: Clock;
}

/** Request for history. Times are milliseconds since the Unix epoch. */
export interface HistoryRequest {
  /** Needed only where the same address exists on several CCUs. */
  readonly central?: string | undefined;
  /** Data points as `ADDRESS:CHANNEL:PARAMETER`. */
  readonly points?: readonly string[] | undefined;
  /** Ids of interfaces, for duty cycle and carrier sense. */
  readonly interfaces?: readonly string[] | undefined;
  /** Inclusive. Default: a day before `to`. */
  readonly from?: number | undefined;
  /** Exclusive. Default: now. */
  readonly to?: number | undefined;
  /** Of each series. Default 300. */
  readonly maxPoints?: number | undefined;
}

/** Most series of one answer. */
export const HISTORY_MAX_SERIES = 100;
/** Most points of one series. */
export const HISTORY_MAX_POINTS = 2_000;
/** Most points of one answer: about a megabyte of JSON. */
const MAX_POINTS_IN_ALL = 50_000;
const DEFAULT_POINTS = 300;
const DAY_MS = 86_400_000;
/** A keyframe may wait for the next writing. */
const LOOK_BACK_MS = KEYFRAME_MS + 1_800_000;
const POINT = /^([^:]+):(\d{1,4}):([^:]+)$/;

/** One series of an answer, before its samples are known. */
interface Wanted {
  /** Absent where there is nothing to read. */
  readonly name?: string;
  /** Values of the devices before this one, each until it was replaced. */
  readonly before?: readonly { readonly name: string; readonly until: number }[];
  /** Values of its own count from then on. */
  readonly since?: number;
  readonly head: {
    readonly central?: string;
    readonly device_address?: string;
    readonly channel?: number;
    readonly interface_id?: string;
    readonly parameter: string;
    readonly type?: string;
    readonly unit?: string;
    readonly multiplier?: number;
    readonly recorded: boolean;
    readonly error?: string;
  };
}

/**
 * Recorded values of data points and radio modules, in the order of the request. Each value stands until the next one;
 * `before` is the value at the beginning. A series that is longer than `maxPoints` is split into as many parts, each
 * with its lowest, highest and last value. A missing one costs only itself. Role `viewer`.
 *
 * @throws GatewayError `validation` for too much at once or a range that ends before it begins, `not_found` for an unknown
 * central, `service_unready` without a store
 * @example
 * const { series } = await core.as(caller).history.read({ points: ['0001D3C99C0001:1:ACTUAL_TEMPERATURE'] });
 */
export async function readHistory(ports: HistoryReading, request: HistoryRequest, signal?: AbortSignal) {
  const range = rangeOf(request, ports.clock.now());
  const wanted = wantedSeries(ports, request);
  const maxPoints = boundedPoints(request.maxPoints, wanted.length);
  const folds = new Map(
    wanted.flatMap(({ name }) => (name === undefined ? [] : [[name, createSeriesFold(range, maxPoints)] as const])),
  );
  const unknowns = new Map([...folds.keys()].map((name) => [name, createGapFold(range, maxPoints)] as const));
  const sources = new Map(wanted.flatMap(sourcesOf));
  const marks = new Map([...sources].map(([name, source]) => [unknownSeries(name), source] as const));
  const recording = createSeriesFold(range, MAX_POINTS_IN_ALL);
  const query = {
    series: [...sources.keys(), ...marks.keys(), RECORDING_SERIES],
    from: range.from - LOOK_BACK_MS,
    to: range.to,
  };
  for await (const slice of ports.history.read(query)) {
    for (const sample of slice) {
      const source = sources.get(sample.series) ?? marks.get(sample.series);
      if (source === undefined) recording.add(sample);
      else if (sample.at < source.since || sample.at >= source.until) continue;
      else if (marks.has(sample.series)) unknowns.get(source.of)?.begin(sample.at);
      else {
        folds.get(source.of)?.add(sample);
        unknowns.get(source.of)?.end(sample.at);
      }
    }
    if (signal?.aborted === true) break;
  }
  return {
    from: toTimestamp(range.from),
    to: toTimestamp(range.to),
    retention: await retentionOf(ports.history),
    gaps: toldSpans(gapsOf(recording.result(), range)),
    series: wanted.map(({ name, head }) => ({
      ...head,
      ...(folds.get(name ?? '')?.result() ?? { resolution_ms: 0, at: [], values: [] }),
      ...unknownIn(unknowns.get(name ?? '')?.result()),
    })),
  };
}

/** The stored series that one series of an answer is read from, each with its time in it. */
function sourcesOf({ name, before = [], since = Number.NEGATIVE_INFINITY }: Wanted) {
  if (name === undefined) return [];
  const forever = Number.POSITIVE_INFINITY;
  return [
    [name, { of: name, since, until: forever }] as const,
    ...before.map((each) => [each.name, { of: name, since: Number.NEGATIVE_INFINITY, until: each.until }] as const),
  ];
}

const toldSpans = (spans: readonly Span[]) =>
  spans.map(({ from, to }) => ({ from: toTimestamp(from), to: toTimestamp(to) }));

const unknownIn = (spans: readonly Span[] = []) => (spans.length === 0 ? {} : { unknown: toldSpans(spans) });

async function retentionOf(history: HistoryView) {
  const { enabled, maxDays, maxBytes } = history.retention();
  const { oldestAt, bytes } = await history.extent();
  return {
    enabled,
    max_days: maxDays,
    max_bytes: maxBytes,
    bytes,
    ...(oldestAt === undefined ? {} : { oldest_at: toTimestamp(oldestAt) }),
  };
}

/**
 * The range of a request in Unix milliseconds; the last day without one.
 *
 * @throws GatewayError `validation` for a range that ends before it begins
 * @example
 * const { from, to } = rangeOf({ from: Date.UTC(2026, 0, 1) }, Date.now());
 */
export function rangeOf(request: Pick<HistoryRequest, 'from' | 'to'>, now: number): Span {
  const to = request.to ?? now;
  const from = request.from ?? to - DAY_MS;
  if (from < to) return { from, to };
  throw invalid([{ field: 'from', reason: 'must be before `to`, which is now where it is left out' }]);
}

function boundedPoints(asked: number | undefined, series: number): number {
  const maxPoints = asked ?? DEFAULT_POINTS;
  if (maxPoints * series <= MAX_POINTS_IN_ALL) return maxPoints;
  const max = Math.floor(MAX_POINTS_IN_ALL / series);
  throw invalid([{ field: 'max_points', reason: `must be at most ${max} for ${series} series`, max }]);
}

function wantedSeries({ house, history }: HistoryReading, request: HistoryRequest): readonly Wanted[] {
  const { points = [], interfaces = [] } = request;
  const scope = knownScope(house, { central: request.central });
  const count = points.length + interfaces.length * RADIO_METRICS.length;
  if (count === 0) throw invalid([{ field: 'points', reason: 'name a data point, or an interface in `interfaces`' }]);
  if (count > HISTORY_MAX_SERIES) {
    const reason = `at most ${HISTORY_MAX_SERIES} series at once; an interface has ${RADIO_METRICS.length}`;
    throw invalid([{ field: 'points', reason, max: HISTORY_MAX_SERIES }]);
  }
  const { enabled } = history.retention();
  return [
    ...points.map((text, index) => wantedPoint({ house, history }, scope, placeOf(text, index))),
    ...interfaces.flatMap((id) => {
      const found = house.interface(id);
      return RADIO_METRICS.map((metric): Wanted => {
        if (!found.ok) return { head: { interface_id: id, parameter: metric, recorded: false, error: found.message } };
        const head = { central: found.value.central_id, interface_id: id, parameter: metric, unit: '%' };
        const recorded = enabled && found.value[metric] !== undefined;
        return { name: radioSeries(id, metric), head: { ...head, recorded } };
      });
    }),
  ];
}

function placeOf(text: string, index: number) {
  const [, address, channel, parameter] = POINT.exec(text) ?? [];
  if (address === undefined || parameter === undefined) {
    throw invalid([{ field: `points.${index}`, reason: 'must be ADDRESS:CHANNEL:PARAMETER' }]);
  }
  return { address, channel: Number(channel), parameter };
}

function wantedPoint(
  { house, history }: Pick<HistoryReading, 'house' | 'history'>,
  scope: { readonly central?: string | undefined },
  place: ReturnType<typeof placeOf>,
): Wanted {
  const { address, channel, parameter } = place;
  const where = { device_address: address, channel, parameter };
  const point = house.dataPoint({ ...place, ...scope });
  const home = house.resolve(address, scope);
  if (!point.ok) return { head: { ...where, recorded: false, error: point.message } };
  if (!home.ok) return { head: { ...where, recorded: false, error: home.message } };
  const { central } = home.value;
  const { type, unit, multiplier } = point.value;
  const full = { ...place, central };
  return {
    name: pointSeries(full),
    ...successionOf(house, full),
    head: {
      central,
      ...where,
      ...(type === undefined ? {} : { type }),
      ...(unit === undefined ? {} : { unit }),
      ...(multiplier === undefined ? {} : { multiplier }),
      recorded: history.isRecorded(full),
    },
  };
}

/** The devices before this one. One that took its own place again has values from before. */
function successionOf(house: House, place: PointPlace): Pick<Wanted, 'before' | 'since'> {
  const { address, central } = place;
  const device = house.device(address, { central });
  if (!device.ok || device.value.replaced === undefined) return {};
  const { replaced, identity_address: identity } = device.value;
  const before = replaced.map((each) => ({
    name: pointSeries({ ...place, address: each.address }),
    until: Date.parse(each.at),
  }));
  const since = before.at(-1)?.until;
  return { before, ...(identity === undefined || since === undefined ? {} : { since }) };
}

/** Times without records: the gateway did not run, or recording was off. */
function gapsOf({ before, at, values }: FoldedSeries, { from, to }: Span): readonly Span[] {
  const gaps: Span[] = [];
  let since = before?.value === 1 ? undefined : from;
  for (const [index, moment] of at.entries()) {
    const isRecording = values[index] === 1;
    if (isRecording && since !== undefined && since < moment) gaps.push({ from: since, to: moment });
    since = isRecording ? undefined : (since ?? moment);
  }
  return since === undefined ? gaps : [...gaps, { from: since, to }];
}
