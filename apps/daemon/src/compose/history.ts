import type { HouseModel } from '@ccu-gateway/device-model';
import {
  createHistoryImports,
  createHistoryRecorder,
  type HistoryRecorder,
  type HistoryRecorderDeps,
  type HistorySettings,
  isCcuCounter,
  type RunningImports,
} from '@ccu-gateway/gateway-core/parts';
import type { ImportReport } from '@ccu-gateway/gateway-core/use-cases';
import { openHistorySpool, removeHistorySpool } from '@ccu-gateway/storage';
import type { TariffStore } from '../adapters/stores.js';
import { durationMs, type GatewayConfig } from '../config/index.js';
import type { Parts } from '../parts/parts.js';
import { documentsIn } from '../storage/documents.js';
import { askStorage } from '../storage/storage-refusal.js';
import { nextTurn } from '../time/time.js';
import type { Base } from './base.js';
import type { Data } from './data.js';

const PART = 'history';

/** Records values and events where there is a file to record into, and reports the state of the recorder. */
export function startRecorder(
  { time, log, lifecycle, parts }: Base,
  data: Data,
  house: HouseModel,
  tariffs: Pick<TariffStore, 'hasVariable'>,
): HistoryRecorder | undefined {
  const { file, finding } = data.store.history;
  const recorder =
    file &&
    createGuardedRecorder(parts, {
      house,
      store: file.history,
      settings: historySettingsOf(data.loaded.config),
      isRecordedVariable: (variable) => isCcuCounter(variable.name) || tariffs.hasVariable(variable),
      time,
      nextTurn,
      clockIsRight: data.clockIsRight,
      log: log.child('history'),
    });
  data.health.check('history', () => {
    const found = finding();
    return found.status === 'healthy' && recorder !== undefined ? recorder.finding() : found;
  });
  if (recorder !== undefined) lifecycle.onClose('history', () => recorder.stop());
  return recorder;
}

/** A recorder that a fault stops and that is made anew; recorded values can be read all the while. */
function createGuardedRecorder(
  parts: Pick<Parts, 'in' | 'guard' | 'control' | 'forgive'>,
  deps: HistoryRecorderDeps,
): HistoryRecorder {
  let { settings } = deps;
  let isHalted = false;
  const make = () => parts.in(PART, () => createHistoryRecorder({ ...deps, settings }));
  let recorder = make();
  const start = () => {
    if (!isHalted) return;
    isHalted = false;
    recorder = make();
  };
  const uncontrol = parts.control(PART, {
    start,
    stop() {
      isHalted = true;
      return recorder.stop();
    },
  });
  return {
    onEvent(event) {
      if (!isHalted) parts.guard(PART, () => recorder.onEvent(event));
    },
    async reconfigure(next) {
      settings = next;
      parts.forgive(PART);
      if (isHalted) start();
      else await parts.in(PART, () => recorder.reconfigure(next));
    },
    finding: () => recorder.finding(),
    async stop() {
      uncontrol();
      if (!isHalted) await recorder.stop();
    },
    retention: () => recorder.retention(),
    isRecorded: (place) => recorder.isRecorded(place),
    extent: () => recorder.extent(),
    series: () => recorder.series(),
    read: (range) => recorder.read(range),
    rollUps: deps.store.rollUps,
  };
}

/** Key of the report of the last import, which no name of a CCU can be. */
const IMPORT_KEY = '$history-import';
const YEAR_MS = 366 * 86_400_000;

/** Imports into the file that is recorded into. */
export function startImports(
  { log, lifecycle, time }: Pick<Base, 'log' | 'lifecycle' | 'time'>,
  { store, loaded, runtimeConfig }: Pick<Data, 'store' | 'loaded' | 'runtimeConfig'>,
  house: HouseModel,
  recorder: HistoryRecorder | undefined,
): RunningImports {
  const { file } = store.history;
  const documents = documentsIn(store.storage?.ccuState, () => IMPORT_KEY);
  removeHistorySpool(loaded.dataDir);
  const imports = createHistoryImports({
    house,
    // The recorder knows the values that are not written yet.
    store: file && recorder && { ...file.history, read: recorder.read },
    openSpool: () => askStorage(() => openHistorySpool({ dataDir: loaded.dataDir })),
    records: documents && {
      load: async () => (await documents.load('')) as ImportReport | undefined,
      save: (report) => documents.save('', report),
    },
    keptMs: () => historySettingsOf(runtimeConfig.current()).longTerm.years * YEAR_MS,
    now: time.now,
    nextTurn,
    reasonOf: (error) => (error instanceof Error ? error.message : String(error)),
    log: log.child('history'),
  });
  lifecycle.onClose('imports', () => imports.stop());
  return imports;
}

export function historySettingsOf({ history }: Pick<GatewayConfig, 'history'>): HistorySettings {
  const {
    max_days: maxDays,
    max_bytes: maxBytes,
    write_interval: pause,
    long_term: long,
    metrics: _,
    ...rest
  } = history;
  const longTerm = { years: long.years, maxBytes: long.max_bytes };
  return { ...rest, maxDays, maxBytes, longTerm, writeMs: durationMs(pause) };
}
