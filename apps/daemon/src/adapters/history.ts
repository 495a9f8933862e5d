import { type HistoryRecorder, noStorage } from '@ccu-gateway/gateway-core/parts';
import type { HistoryView } from '@ccu-gateway/gateway-core/use-cases';
import { askStorage, storageRefusal } from '../storage/storage-refusal.js';

/** Reads from the recorder, with the failures of the storage as those of the gateway. */
export function createHistoryView(recorder: HistoryRecorder | undefined): HistoryView {
  if (recorder === undefined) {
    return {
      async *read() {
        yield await Promise.reject(noStorage());
      },
      extent: () => Promise.reject(noStorage()),
      retention: () => ({ enabled: false, maxDays: 0, maxBytes: 0 }),
      isRecorded: () => false,
    };
  }
  return {
    async *read(range) {
      try {
        yield* recorder.read(range);
      } catch (error) {
        throw storageRefusal(error);
      }
    },
    extent: () => askStorage(() => recorder.extent()),
    retention: recorder.retention,
    isRecorded: recorder.isRecorded,
  };
}
