import type { HouseModel } from '@ccu-gateway/device-model';
import { createHistoryRecorder, type HistoryRecorder, type HistorySettings } from '@ccu-gateway/gateway-core/parts';
import { durationMs, type GatewayConfig } from '../config/index.js';
import { nextTurn } from '../time/time.js';
import type { Base } from './base.js';
import type { Data } from './data.js';

/** Records the house where there is a file to record into, and says how that goes. */
export function startRecorder(
  { time, log, lifecycle }: Base,
  data: Data,
  house: HouseModel,
): HistoryRecorder | undefined {
  const { file, finding } = data.store.history;
  const recorder =
    file &&
    createHistoryRecorder({
      house,
      store: file.history,
      settings: historySettingsOf(data.loaded.config),
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

export function historySettingsOf({ history }: Pick<GatewayConfig, 'history'>): HistorySettings {
  const { max_days: maxDays, max_bytes: maxBytes, write_interval: pause, ...rest } = history;
  return { ...rest, maxDays, maxBytes, writeMs: durationMs(pause) };
}
