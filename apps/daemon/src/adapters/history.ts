import { type HistoryRecorder, noStorage } from '@ccu-gateway/gateway-core/parts';
import type { HistoryView } from '@ccu-gateway/gateway-core/use-cases';
import { askStorage, storageRefusal } from '../storage/storage-refusal.js';

/** Reads from the recorder, with the failures of the storage as those of the gateway. */
export function createHistoryView(recorder: HistoryRecorder | undefined): HistoryView {
  if (recorder === undefined) {
    async function* read() {
      yield await Promise.reject(noStorage());
    }
    const extent = () => Promise.reject(noStorage());
    return {
      read,
      extent,
      series: extent,
      rollUps: { read, extent },
      retention: () => ({ enabled: false, maxDays: 0, maxBytes: 0, years: 0 }),
      isRecorded: () => false,
    };
  }
  return {
    read: (range) => translated(recorder.read(range)),
    extent: () => askStorage(() => recorder.extent()),
    series: () => askStorage(() => recorder.series()),
    rollUps: {
      read: (range, tier) => translated(recorder.rollUps.read(range, tier)),
      extent: () => askStorage(() => recorder.rollUps.extent()),
    },
    retention: recorder.retention,
    isRecorded: recorder.isRecorded,
  };
}

async function* translated<Slice>(slices: AsyncIterable<Slice>): AsyncGenerator<Slice, void, void> {
  try {
    yield* slices;
  } catch (error) {
    throw storageRefusal(error);
  }
}
