import type { ByteStore } from '../model/environment.js';
import type { LogRecord } from '../model/event-log.js';

/** A record whose text is bytes of the slab of its frame: its string is made when it is written. */
export interface PendingRecord extends Omit<LogRecord, 'text'> {
  readonly slab: Uint8Array;
  /** Of the text in the slab. */
  readonly start: number;
  readonly end: number;
}

export function toLogRecords(store: ByteStore, pending: readonly PendingRecord[]): LogRecord[] {
  return pending.map(({ seq, topic, segments, key, slab, start, end }) => {
    return { seq, topic, segments, text: store.read(slab, start, end), key };
  });
}

/** A queue of records that costs the same for each record, however many wait. */
export class PendingRecords {
  #records: (PendingRecord | undefined)[] = [];
  /** Index of the oldest one; those before it are gone. */
  #head = 0;
  #bytes = 0;

  get length(): number {
    return this.#records.length - this.#head;
  }

  /** Of all texts. */
  get bytes(): number {
    return this.#bytes;
  }

  push(record: PendingRecord): void {
    this.#records.push(record);
    this.#bytes += sizeOf(record);
  }

  /** Without taking them out. */
  first(count = this.length): readonly PendingRecord[] {
    return this.#records.slice(this.#head, this.#head + count) as PendingRecord[];
  }

  drop(count: number): void {
    const end = Math.min(this.#head + count, this.#records.length);
    for (; this.#head < end; this.#head += 1) {
      this.#bytes -= sizeOf(this.#records[this.#head]!);
      this.#records[this.#head] = undefined;
    }
    // Copied only when half of it is gone, so that each record is copied once on average.
    if (this.#head * 2 < this.#records.length) return;
    this.#records = this.#records.slice(this.#head);
    this.#head = 0;
  }

  /** Drops the oldest ones until both bounds hold, and answers how many. */
  dropAbove(records: number, bytes: number): number {
    let dropped = 0;
    while (this.length > 0 && (this.length > records || this.#bytes > bytes)) {
      this.drop(1);
      dropped += 1;
    }
    return dropped;
  }

  /** Before all others. */
  putBack(records: readonly PendingRecord[]): void {
    this.#records = [...records, ...this.first()];
    this.#head = 0;
    for (const record of records) this.#bytes += sizeOf(record);
  }
}

const sizeOf = ({ start, end }: PendingRecord): number => end - start;
