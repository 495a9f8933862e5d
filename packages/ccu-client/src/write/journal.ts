import type { TypedValue } from '../model/operations-model.js';
import type { Now, StateStore, Timers } from '../model/ports.js';
import { JournalRecords, readRecords, type SentValue } from './journal-records.js';

/**
 * Remembers across restarts what was sent and neither confirmed nor rolled back. Written a moment later and all at once,
 * so that the many writes that are confirmed at once cost nothing. A store that fails costs the memory, never a write.
 */
export interface Journal {
  /** Throws `CcuError` `circuit_open` when there is no room for so much more. */
  check(values: ReadonlyMap<string, TypedValue>): void;
  /** Replaces an older one of the same parameter. */
  note(sent: SentValue): void;
  /** It is still the newest of its parameter and waits. */
  has(sent: SentValue): boolean;
  /** Unless a newer one took its place. */
  settle(sent: SentValue): void;
  /** What an earlier run left behind and was not written anew since. */
  recall(): Promise<readonly SentValue[]>;
  /** Writes now what is waiting to be written, and nothing afterwards. Never rejects. */
  close(): Promise<void>;
}

export function createJournal(deps: {
  readonly store: StateStore;
  readonly storeKey: string;
  readonly delayMs: number;
  readonly timers: Timers;
  readonly now: Now;
  readonly complain: (event: string, message: string) => void;
}): Journal {
  const records = new JournalRecords();
  let cancelTimer: (() => void) | undefined;
  let written = '';
  let saving = Promise.resolve();
  let closed = false;

  function changed(): void {
    if (!closed) cancelTimer ??= deps.timers.after(deps.delayMs, save);
  }

  function save(): void {
    cancelTimer = undefined;
    const text = records.toText();
    saving = saving.then(async () => {
      if (text === written) return;
      try {
        await deps.store.save(deps.storeKey, text === '' ? undefined : text);
        written = text;
      } catch {
        deps.complain('writes.unsaved', 'writes that wait for a device would not survive a restart');
      }
    });
  }

  return {
    check: (values) => records.check(values),
    note(sent) {
      records.set(sent);
      changed();
    },
    has: (sent) => records.has(sent),
    settle(sent) {
      if (records.delete(sent)) changed();
    },
    async recall() {
      let text: string | undefined;
      try {
        text = await deps.store.load(deps.storeKey);
      } catch {
        deps.complain('writes.unread', 'writes that an earlier run left waiting cannot be read');
      }
      const left = readRecords(text, deps.now()).filter((sent) => !records.knows(sent));
      written = text ?? '';
      for (const sent of left) records.set(sent);
      changed();
      return left;
    },
    async close() {
      closed = true;
      cancelTimer?.();
      save();
      await saving;
    },
  };
}
