import type { HouseModel } from '@ccu-gateway/device-model';
import { createHistoryRecorder, type HistoryRecorder } from '../history/recorder.js';
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
      settings: data.loaded.config.history,
      time,
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
