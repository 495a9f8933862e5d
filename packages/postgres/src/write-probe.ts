import { randomBytes } from 'node:crypto';
import type { StorageClock } from '@ccu-gateway/storage';
import type { Session } from './database/session.js';
import { createFactStore } from './house/settings.js';

const PAUSE_MS = 5_000;
const KEY = 'write_probe';
/** Some pages that cannot be compressed: in one that is there a row may still find room on a full disk. */
const BYTES = 24_576;

/** Writes something while there is trouble, so that its end is noticed also where nothing else is written. Answers how to stop. */
export function probeWrites(session: Session, clock: StorageClock): () => void {
  const facts = createFactStore(session);
  let isStopped = false;
  let cancel = clock.after(PAUSE_MS, look);
  async function look(): Promise<void> {
    if (session.trouble() !== undefined) {
      // The session notes why it failed.
      await write().catch(() => undefined);
    }
    if (!isStopped) cancel = clock.after(PAUSE_MS, look);
  }
  async function write(): Promise<void> {
    await facts.put(KEY, randomBytes(BYTES).toString('base64'));
    await facts.remove(KEY);
  }
  return () => {
    isStopped = true;
    cancel();
  };
}
