import type { ModelEvent } from '@ccu-gateway/device-model';
import type { Finding } from '../health/health.js';
import type { HistoryBounds, HistoryStore, HistoryView } from '../ports/history.js';
import type { Logger } from '../ports/log.js';
import type { RollUpBounds } from '../ports/roll-ups.js';
import type { NextTurn, Time } from '../ports/time.js';
import { every } from '../use-case/every.js';
import { KEYFRAME_MS, RECORDING_SERIES } from '../use-case/series.js';
import { createGathering, type GatheringDeps, MAX_SERIES } from './gathering.js';
import { createPendingSamples, type PendingSamples } from './pending.js';
import { createRolling } from './rolled/rolling.js';
import type { HistorySettings } from './selection.js';
import { createHistoryWriting } from './writing.js';

/** Dependencies of a recorder of the history. */
export interface HistoryRecorderDeps {
  readonly house: GatheringDeps['house'];
  readonly store: HistoryStore;
  readonly settings: HistorySettings;
  /** True for system variables whose values are recorded. */
  readonly isRecordedVariable: GatheringDeps['isRecordedVariable'];
  readonly time: Time;
  readonly nextTurn: NextTurn;
  /** False while the clock is obviously wrong: nothing is recorded then, and above all nothing dropped as too old. */
  readonly clockIsRight: () => boolean;
  readonly log: Logger;
}

/** Records the values of an installation, and returns them. */
export interface HistoryRecorder extends HistoryView {
  onEvent(event: ModelEvent): void;
  reconfigure(settings: HistorySettings): Promise<void>;
  /** State of recording, with values that could not be recorded. */
  finding(): Finding;
  /** Writes pending samples. */
  stop(): Promise<void>;
}

const DAY_MS = 86_400_000;
const YEAR_MS = 366 * DAY_MS;
/** As often as `ccu-client` asks a CCU for it. */
const RADIO_MS = 60_000;
/** While the disk refuses: a quarter of an hour at fifty a second. */
const ROOM = 50_000;

/**
 * Records the values of an installation in lots: those that the settings choose, on each change, and everything of it
 * from time to time. Samples that a store refuses are kept and written later.
 *
 * @example
 * const recorder = createHistoryRecorder({ ...deps, isRecordedVariable: () => false, clockIsRight: () => true });
 * recorder.onEvent(event);
 */
export function createHistoryRecorder(deps: HistoryRecorderDeps): HistoryRecorder {
  const { house, store, time, nextTurn, clockIsRight, log } = deps;
  let settings = deps.settings;
  let stopTimers = () => {};
  let stopped = false;
  const becomesReady = createReadyCentrals();
  const isOn = () => settings.enabled && !stopped && clockIsRight();
  const pending = createPendingSamples(ROOM);
  const rolling = createRolling({ store, bounds: () => (stopped ? undefined : rolledBounds(settings)), nextTurn, log });
  const bounds = () => sampleBounds(settings);
  const writing = createHistoryWriting({ store, pending, rolling, bounds, now: time.now, clockIsRight, nextTurn, log });
  const gathering = createGathering({
    house,
    settings,
    isRecordedVariable: deps.isRecordedVariable,
    isOn,
    nextTurn,
    put(series, value) {
      pending.add({ series, at: time.now(), value });
      writing.flushIfMuch();
    },
  });
  const failed = (error: unknown) => log.warn('the history could not be kept', { error });

  async function keyframe(): Promise<void> {
    if (isOn()) gathering.mark(true);
    await gathering.keyframe();
  }

  function begin(): void {
    stopTimers = repeatAll(time, failed, [
      [settings.writeMs, writing.flush],
      [RADIO_MS, gathering.measureRadio],
      [KEYFRAME_MS, keyframe],
    ]);
    keyframe().catch(failed);
  }

  function end(): void {
    stopTimers();
    if (isOn()) gathering.mark(false);
  }

  const begun = endLastLife(store, pending, time.now()).catch(failed).then(begin);

  return {
    onEvent(event) {
      if (event.type === 'datapoint.value_changed') gathering.onValue(event.payload);
      if (event.type === 'hub.sysvar_changed') gathering.onVariable(event.payload);
      if (event.type !== 'central.readiness_changed' || !becomesReady(event.payload)) return;
      gathering.keyframe(event.payload.central).catch(failed);
    },
    async reconfigure(next) {
      await begun;
      end();
      await writing.flush();
      settings = next;
      gathering.choose(next);
      begin();
      await writing.flush();
    },
    finding: () => findingOf(pending.lost, gathering.leftOut, rolling.trouble()),
    async stop() {
      await begun;
      end();
      stopped = true;
      // A running write may have begun before the last values came.
      await writing.flush();
      await writing.flush();
    },
    ...viewOf(store, { pending, gathering, settings: () => settings }),
  };
}

function sampleBounds({ maxDays, maxBytes, longTerm }: HistorySettings): HistoryBounds {
  return { maxAgeMs: maxDays * DAY_MS, maxBytes, keepsUnrolled: longTerm.years > 0 };
}

function rolledBounds({ longTerm: { years, maxBytes } }: HistorySettings): RollUpBounds | undefined {
  return years === 0 ? undefined : { maxAgeMs: years * YEAR_MS, maxBytes };
}

interface Recorded {
  readonly pending: PendingSamples;
  readonly gathering: Pick<ReturnType<typeof createGathering>, 'isChosen'>;
  readonly settings: () => HistorySettings;
}

/** Returns recorded values, those that are not written yet last. */
function viewOf(store: HistoryStore, { pending, gathering, settings }: Recorded): HistoryView {
  return {
    retention() {
      const { enabled, maxDays, maxBytes, longTerm } = settings();
      return { enabled, maxDays, maxBytes, years: longTerm.years };
    },
    isRecorded: (place) => settings().enabled && gathering.isChosen(place),
    extent: () => store.extent(),
    async series() {
      // Taken first: what is written in the meantime is in the other list, too.
      const unwritten = pending.series();
      return [...new Set([...unwritten, ...(await store.series())])];
    },
    rollUps: store.rollUps,
    async *read(range) {
      const unwritten = pending.of(new Set(range.series), range.from, range.to);
      yield* store.read(range);
      if (unwritten.length > 0) yield unwritten;
    },
  };
}

/** Detects that a CCU becomes ready: its readiness is reported again with each list that was read first. */
function createReadyCentrals(): (told: { readonly central: string; readonly ready: boolean }) => boolean {
  const centrals = new Set<string>();
  return ({ central, ready }) => {
    const becomes = ready && !centrals.has(central);
    if (ready) centrals.add(central);
    else centrals.delete(central);
    return becomes;
  };
}

/** The end of the last life may have left no note: it recorded until its last value at the most. */
async function endLastLife(store: HistoryStore, pending: PendingSamples, now: number): Promise<void> {
  const { newestAt } = await store.extent();
  if (newestAt === undefined || newestAt >= now) return;
  pending.add({ series: RECORDING_SERIES, at: newestAt + 1, value: 0 });
}

function repeatAll(
  time: Time,
  failed: (error: unknown) => void,
  work: readonly (readonly [pauseMs: number, run: () => Promise<void> | void])[],
): () => void {
  const stops = work.map(([pauseMs, run]) => every(time, pauseMs, run, failed));
  return () => {
    for (const stop of stops) stop();
  };
}

function findingOf(lost: number, leftOut: number, trouble: string | undefined): Finding {
  if (lost > 0) {
    return { status: 'degraded', note: `${lost} values found no room in the history since the start` };
  }
  if (trouble !== undefined) return { status: 'degraded', note: `hours and days are not stored: ${trouble}` };
  if (leftOut === 0) return { status: 'healthy' };
  const note = `the limit of ${MAX_SERIES} recorded values is reached, ${leftOut} are left out: narrow history.include`;
  return { status: 'degraded', note };
}
