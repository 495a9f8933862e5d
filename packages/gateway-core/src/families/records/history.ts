import type { HistorySample, HistoryView } from '../../ports/history.js';
import type { Clock, House } from '../../ports/house.js';
import type { RollUp } from '../../ports/roll-ups.js';
import { knownScope } from '../../use-case/choose.js';
import { invalid } from '../../use-case/errors.js';
import {
  type PointPlace,
  pointSeries,
  RADIO_METRICS,
  RECORDING_SERIES,
  radioSeries,
  unknownSeries,
} from '../../use-case/series.js';
import { toTimestamp } from '../../use-case/timestamp.js';
import { createGapFold, createSeriesFold, type FoldedSeries, partWidth, type Span } from './history-fold.js';
import { planTiers, readTiers, type TierSlice } from './history-tiers.js';

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
const POINT = /^([^:]+):(\d{1,4}):([^:]+)$/;

/** A stored series, with the time in which its samples count. */
export interface Stored {
  readonly name: string;
  /** Inclusive. */
  readonly since: number;
  /** Exclusive. */
  readonly until: number;
}

/** One series of an answer, before its samples are known. */
interface Wanted {
  /** Absent where there is nothing to read. */
  readonly name?: string;
  /** Stored series of the devices that had its identity, each with its time; without them the own one counts always. */
  readonly spans?: readonly Stored[];
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
  const { history } = ports;
  const range = rangeOf(request, ports.clock.now());
  const wanted = wantedSeries(ports, request);
  const maxPoints = boundedPoints(request.maxPoints, wanted.length);
  const plan = await planTiers(history, range, partWidth(range, maxPoints));
  const gathered = gather(range, wanted, maxPoints, plan.unit);
  for await (const slice of readTiers(history, gathered.names, plan)) {
    gathered.take(slice);
    if (signal?.aborted === true) break;
  }
  return {
    from: toTimestamp(range.from),
    to: toTimestamp(range.to),
    retention: await retentionOf(history),
    gaps: toldSpans(gapsOf(gathered.recording(), range)),
    series: wanted.map(({ name, head }) => ({ ...head, ...gathered.result(name ?? '') })),
  };
}

/** Takes what is read for wanted series. */
function gather(range: Span, wanted: readonly Wanted[], maxPoints: number, unit: number) {
  const folds = new Map(
    wanted.flatMap(({ name }) =>
      name === undefined ? [] : [[name, createSeriesFold(range, maxPoints, unit)] as const],
    ),
  );
  const unknowns = new Map([...folds.keys()].map((name) => [name, createGapFold(range, maxPoints)] as const));
  const sources = sourcesOf(wanted);
  const marks = new Map([...sources].map(([name, spans]) => [unknownSeries(name), spans] as const));
  const recording = createSeriesFold(range, MAX_POINTS_IN_ALL);

  function takeSample({ series, at, value }: HistorySample): void {
    const spans = sources.get(series) ?? marks.get(series);
    if (spans === undefined) recording.add({ at, value });
    for (const { of, since, until } of spans ?? []) {
      if (at < since || at >= until) continue;
      if (marks.has(series)) unknowns.get(of)?.begin(at);
      else {
        folds.get(of)?.add({ at, value });
        unknowns.get(of)?.end(at);
      }
    }
  }

  /** Values are known until the end of a part, and those of the last one may go on standing. */
  function takePart(part: RollUp, end: number): void {
    const { series, from, to, covered } = part;
    const goesOn = to === end && covered === to - from;
    if (series === RECORDING_SERIES) {
      recording.add({ at: from, value: 1 });
      if (!goesOn) recording.add({ at: to, value: 0 });
    }
    for (const { of, since, until } of sources.get(series) ?? []) {
      if (to <= since || from >= until) continue;
      folds.get(of)?.addPart(part);
      unknowns.get(of)?.end(from);
      if (to !== end) unknowns.get(of)?.begin(to);
    }
  }

  return {
    names: [...sources.keys(), ...marks.keys(), RECORDING_SERIES],
    take(slice: TierSlice): void {
      if (slice.samples !== undefined) slice.samples.forEach(takeSample);
      else for (const part of slice.parts) takePart(part, slice.end);
    },
    recording: () => recording.result(),
    result: (name: string) => ({
      ...(folds.get(name)?.result() ?? { resolution_ms: 0, at: [], values: [] }),
      ...unknownIn(unknowns.get(name)?.result()),
    }),
  };
}

/** A time in which a stored series counts for the one with the name `of` in the answer. */
type Source = Omit<Stored, 'name'> & { readonly of: string };

const ALWAYS = { since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/** By the name of the stored series: it may count for several at different times. */
function sourcesOf(wanted: readonly Wanted[]): ReadonlyMap<string, readonly Source[]> {
  const spansByName = new Map(
    wanted.flatMap(({ name, spans }) => (name === undefined ? [] : [[name, spans ?? [{ name, ...ALWAYS }]] as const])),
  );
  const sources = new Map<string, Source[]>();
  for (const [of, spans] of spansByName) {
    for (const { name, ...span } of spans) sources.set(name, [...(sources.get(name) ?? []), { of, ...span }]);
  }
  return sources;
}

const toldSpans = (spans: readonly Span[]) =>
  spans.map(({ from, to }) => ({ from: toTimestamp(from), to: toTimestamp(to) }));

const unknownIn = (spans: readonly Span[] = []) => (spans.length === 0 ? {} : { unknown: toldSpans(spans) });

async function retentionOf(history: HistoryView) {
  const { enabled, maxDays, maxBytes, years } = history.retention();
  const [{ oldestAt, bytes }, rolled] = await Promise.all([history.extent(), history.rollUps.extent()]);
  return {
    enabled,
    max_days: maxDays,
    max_bytes: maxBytes,
    bytes,
    ...(oldestAt === undefined ? {} : { oldest_at: toTimestamp(oldestAt) }),
    years,
    ...(rolled.oldestAt === undefined ? {} : { oldest_hour_at: toTimestamp(rolled.oldestAt) }),
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
    ...points.map((text, index) => wantedPoint({ house, history }, scope, placeOfPoint(text, index))),
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

/**
 * The data point of `ADDRESS:CHANNEL:PARAMETER`, which is number `index` of a list.
 *
 * @throws GatewayError `validation`
 * @example
 * const { channel } = placeOfPoint('0001D3C99C0001:1:LEVEL', 0);
 */
export function placeOfPoint(text: string, index: number): Omit<PointPlace, 'central'> {
  const [, address, channel, parameter] = POINT.exec(text) ?? [];
  if (address === undefined || parameter === undefined) {
    throw invalid([{ field: `points.${index}`, reason: 'must be ADDRESS:CHANNEL:PARAMETER' }]);
  }
  return { address, channel: Number(channel), parameter };
}

function wantedPoint(
  { house, history }: Pick<HistoryReading, 'house' | 'history'>,
  scope: { readonly central?: string | undefined },
  place: Omit<PointPlace, 'central'>,
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
    ...spansOf(house, full),
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

/** Each device counts until it was replaced, and this one from then on. One that returned to its place has two spans. */
function spansOf(house: House, place: PointPlace): Pick<Wanted, 'spans'> {
  const { address, central } = place;
  const device = house.device(address, { central });
  if (!device.ok || device.value.replaced === undefined) return {};
  let { since } = ALWAYS;
  const before = device.value.replaced.map((each) => {
    const span = { name: pointSeries({ ...place, address: each.address }), since, until: Date.parse(each.at) };
    since = span.until;
    return span;
  });
  return { spans: [...before, { name: pointSeries(place), ...ALWAYS, since }] };
}

/**
 * The stored series of a data point, each with its time: those of replaced devices come before its own.
 *
 * @example
 * const [{ name }] = storedSeries(house, { central: 'home', address: '0001D3C99C0001', channel: 6, parameter: 'POWER' });
 */
export function storedSeries(house: House, place: PointPlace): readonly Stored[] {
  return spansOf(house, place).spans ?? [{ name: pointSeries(place), ...ALWAYS }];
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
