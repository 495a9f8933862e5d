import { isCcuError } from '../model/errors.js';
import type { InterfaceName, ParameterDescription, WireValue } from '../model/model.js';
import type { Now } from '../model/ports.js';
import type { ReGaRunner } from '../rega/runner.js';
import type { ReGaScriptRow } from '../rega/scripts/index.js';

/**
 * Finds events that were lost between two pings. The logic layer is a client of the interface too, and keeps the time of the
 * last event of every data point: an event that it received and this process did not is lost here.
 */
export interface Witness {
  /** An event of this data point arrived. */
  heard(channelAddress: string, parameter: string): void;
  /** Everything was read again, and clients learn that events of the last `ms` may be lost: those are missed no more. */
  settled(ms: number): void;
  /**
   * Asks the logic layer about some devices when it is due. Returns the milliseconds since the oldest missing event, at most;
   * undefined when none is missing. Rejects only when aborted.
   */
  misses(signal: AbortSignal): Promise<number | undefined>;
}

const DEVICES_PER_PAGE = 60;
/** All pages are asked for within this many looks. */
const LOOKS_PER_ROUND = 5;
/** An event that the logic layer received more recently than this may still be on its way; the next look has it. */
const ON_ITS_WAY_S = 3;
/** Ages are given in whole seconds. */
const ROUNDING_MS = 1_000;
/** Two clients receive one event at times that differ by less. */
const TOLERANCE_MS = 3_000;
const LONGEST_S = 1_800;
/** A data point that is missed again and again, and never received, has another reason. */
const ACCUSED_FOR_MS = 3_600_000;
const MAX_POINTS = 500_000;
/** Readings are seconds apart, and a look goes back half an hour at most. */
const MAX_COVERED = 200;
const OPERATION = { read: 1, event: 4 } as const;

type Row = ReGaScriptRow<'recent_values'>;

interface WitnessDeps {
  readonly interfaceName: InterfaceName;
  readonly rega: Pick<ReGaRunner, 'run'>;
  readonly known: (channelAddress: string, parameter: string) => WireValue | undefined;
  readonly describe: (channelAddress: string, parameter: string) => ParameterDescription | undefined;
  /** Between two looks; 0: never. */
  readonly everyMs: number;
  readonly elapsed: Now;
}

export function createWitness(deps: WitnessDeps): Witness {
  const { interfaceName, rega, everyMs, elapsed } = deps;
  const received = createReceived(deps);
  const accusations = createAccusations();
  const lookedAt = new Map<number, number>();
  const startedAt = elapsed();
  let dueAt = startedAt + everyMs;
  let pages = 1;
  let nextPage = 0;

  /** Asks for one page; returns the time of the oldest missing event, infinite when none is missing. */
  async function look(page: number, signal: AbortSignal): Promise<number> {
    const at = elapsed();
    const since = lookedAt.get(page) ?? startedAt;
    const seconds = Math.min(LONGEST_S, Math.ceil((at - since) / 1_000) + 2 * ON_ITS_WAY_S);
    const args = { interfaceName, from: page * DEVICES_PER_PAGE, count: DEVICES_PER_PAGE, seconds };
    const rows = await rega.run('recent_values', args, signal);
    const tookMs = elapsed() - at;
    lookedAt.set(page, at);
    for (const { point, ago } of rows) if (point === '') pages = Math.max(1, Math.ceil(ago / DEVICES_PER_PAGE));
    return rows
      .filter((row) => received.lacks(row, at, tookMs) && accusations.add(row.point, at))
      .reduce((oldest, { ago }) => Math.min(oldest, at - ago * 1_000), Number.POSITIVE_INFINITY);
  }

  return {
    heard(channelAddress, parameter) {
      const point = `${channelAddress}.${parameter}`;
      received.add(point);
      accusations.drop(point);
    },
    settled: received.settled,
    async misses(signal) {
      if (everyMs <= 0 || elapsed() < dueAt) return undefined;
      dueAt = elapsed() + everyMs;
      let oldest = Number.POSITIVE_INFINITY;
      try {
        for (let looks = Math.ceil(pages / LOOKS_PER_ROUND); looks > 0; looks -= 1) {
          oldest = Math.min(oldest, await look(nextPage, signal));
          nextPage = (nextPage + 1) % pages;
        }
      } catch (error) {
        // A logic layer that is away, or refuses scripts, is no witness; its troubles are reported elsewhere.
        if (signal.aborted || !isCcuError(error)) throw error;
      }
      return oldest === Number.POSITIVE_INFINITY ? undefined : elapsed() - oldest + TOLERANCE_MS;
    },
  };
}

/** Events that this process received, and periods of which clients know that events may be lost. */
function createReceived({ interfaceName, known, describe, elapsed }: WitnessDeps) {
  const heardAt = new Map<string, number>();
  let covered: readonly { readonly from: number; readonly to: number }[] = [];
  return {
    add(point: string): void {
      if (heardAt.size < MAX_POINTS || heardAt.has(point)) heardAt.set(point, elapsed());
    },
    settled(ms: number): void {
      const to = elapsed();
      covered = [...covered, { from: to - ms, to }].slice(-MAX_COVERED);
    },
    /** True when the event of a row is missing. `at`: the time of the request; `tookMs`: milliseconds until its answer. */
    lacks({ point, value, ago }: Row, at: number, tookMs: number): boolean {
      const place = placeOf(interfaceName, point);
      if (place === undefined || ago < ON_ITS_WAY_S) return false;
      const toldAt = at - ago * 1_000;
      const heard = heardAt.get(`${place.channelAddress}.${place.parameter}`) ?? Number.NEGATIVE_INFINITY;
      const earliest = toldAt - ROUNDING_MS;
      const latest = toldAt + tookMs + ROUNDING_MS;
      if (covered.some(({ from, to }) => earliest >= from && latest <= to)) return false;
      const { OPERATIONS = 0 } = describe(place.channelAddress, place.parameter) ?? {};
      return isUnheard(OPERATIONS, heard - toldAt, () => differs(known(place.channelAddress, place.parameter), value));
    },
  };
}

/** True when an event is missing. `laterMs`: time from it to the last event of its data point that was received here. */
function isUnheard(operations: number, laterMs: number, hasOtherValue: () => boolean): boolean {
  if ((operations & OPERATION.event) === 0) return false;
  const isState = (operations & OPERATION.read) !== 0;
  if (!isState) return laterMs < -TOLERANCE_MS;
  // Another value than the one that was received last, unless that is newer.
  return laterMs < TOLERANCE_MS && hasOtherValue();
}

/** Data points that were missed; one that is never received has another reason, and is missed once in an hour. */
function createAccusations() {
  const accusedAt = new Map<string, number>();
  return {
    add(point: string, at: number): boolean {
      const before = accusedAt.get(point);
      if (before !== undefined && at - before < ACCUSED_FOR_MS) return false;
      if (accusedAt.size >= MAX_POINTS) accusedAt.clear();
      accusedAt.set(point, at);
      return true;
    },
    drop: (point: string) => accusedAt.delete(point),
  };
}

function placeOf(
  interfaceName: InterfaceName,
  point: string,
): { readonly channelAddress: string; readonly parameter: string } | undefined {
  const prefix = `${interfaceName}.`;
  const dot = point.lastIndexOf('.');
  if (!point.startsWith(prefix) || dot < prefix.length) return undefined;
  return { channelAddress: point.slice(prefix.length, dot), parameter: point.slice(dot + 1) };
}

/** True when the values differ. Texts are left out: the logic layer keeps them in a character set of its own. */
function differs(known: WireValue | undefined, told: WireValue | undefined): boolean {
  if (told === undefined || typeof told === 'string') return false;
  if (known === undefined) return true;
  if (typeof known === 'number' || typeof told === 'number') {
    return Math.abs(Number(known) - Number(told)) > 1e-4 * Math.max(1, Math.abs(Number(told)));
  }
  return known !== told;
}
