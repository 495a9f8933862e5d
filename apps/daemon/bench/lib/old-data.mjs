// What a gateway of a large house has after a year: the audit log and the incidents up to their bounds, and the history of some values.
import { openHistoryFile, openStorage } from '@ccu-gateway/storage';

const YEAR_MS = 365 * 86_400_000;
/** Entries of each action in a year, below the bounds of their kinds. */
const ENTRIES = { data_point_write: 140_000, central_update: 40_000, 'auth.login': 18_000 };
const INCIDENTS = 5_000;
const AT_ONCE = 5_000;
const HISTORY_DAYS = 30;
const HISTORY_STEP_MS = 60_000;

/** Writes a year of entries and incidents about `devices`, and `series` as long as history is kept. */
export async function writeYear(dataDir, { central, devices, series }) {
  const now = Date.now();
  const storage = await openStorage({ dataDir });
  for (const [action, count] of Object.entries(ENTRIES)) {
    for (let from = 0; from < count; from += AT_ONCE) {
      for (let index = from; index < Math.min(count, from + AT_ONCE); index += 1) {
        storage.audit.record(
          entryOf(action, index, { central, devices, at: now - YEAR_MS + (index / count) * YEAR_MS }),
        );
      }
      await storage.audit.query({ limit: 1, offset: 0 });
    }
  }
  for (let index = 0; index < INCIDENTS; index += 1) {
    const at = Math.round(now - YEAR_MS + (index / INCIDENTS) * YEAR_MS);
    const summary = `Device ${devices[index % devices.length]} does not answer`;
    await storage.incidents.add({
      at,
      central,
      component: 'link',
      severity: 'warning',
      summary,
      detail: 'x'.repeat(80),
    });
  }
  storage.close();
  const { history, close } = await openHistoryFile({ dataDir });
  for (let day = HISTORY_DAYS; day > 0; day -= 1) {
    for (const name of series) {
      const start = now - day * 86_400_000;
      const samples = Array.from({ length: 86_400_000 / HISTORY_STEP_MS }, (_, index) => ({
        series: name,
        at: start + index * HISTORY_STEP_MS,
        value: 20 + Math.sin(index / 100),
      }));
      await history.append(samples);
    }
  }
  close();
}

function entryOf(action, index, { central, devices, at }) {
  const entry = { at: Math.round(at), action, user: 'admin', scheme: 'session', outcome: 'success', peer: '192.0.2.7' };
  if (action !== 'data_point_write') return { ...entry, requestId: 'a'.repeat(32), note: `number ${index}` };
  const changes = [{ parameter: 'LEVEL', before: 0, after: (index % 100) / 100 }];
  return {
    ...entry,
    central,
    deviceAddress: devices[index % devices.length],
    channelNo: 4,
    parameter: 'LEVEL',
    changes,
  };
}
