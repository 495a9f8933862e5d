import type { LogRecord } from '../model/event-log.js';

/** A queue of records that costs the same for each record, however many wait. */
export class PendingRecords {
  #records: (LogRecord | undefined)[] = [];
  /** Index of the oldest one; those before it are gone. */
  #head = 0;
  #textLength = 0;

  get length(): number {
    return this.#records.length - this.#head;
  }

  /** Sum of the lengths of the texts. */
  get textLength(): number {
    return this.#textLength;
  }

  push(record: LogRecord): void {
    this.#records.push(record);
    this.#textLength += record.text.length;
  }

  /** Without taking them out. */
  first(count = this.length): readonly LogRecord[] {
    return this.#records.slice(this.#head, this.#head + count) as LogRecord[];
  }

  drop(count: number): void {
    const end = Math.min(this.#head + count, this.#records.length);
    for (; this.#head < end; this.#head += 1) {
      this.#textLength -= this.#records[this.#head]!.text.length;
      this.#records[this.#head] = undefined;
    }
    // Copied only when half of it is gone, so that each record is copied once on average.
    if (this.#head * 2 < this.#records.length) return;
    this.#records = this.#records.slice(this.#head);
    this.#head = 0;
  }

  /** Drops the oldest ones until both bounds hold, and answers how many. */
  dropAbove(records: number, textLength: number): number {
    let dropped = 0;
    while (this.length > 0 && (this.length > records || this.#textLength > textLength)) {
      this.drop(1);
      dropped += 1;
    }
    return dropped;
  }

  /** Before all others. */
  putBack(records: readonly LogRecord[]): void {
    this.#records = [...records, ...this.first()];
    this.#head = 0;
    for (const { text } of records) this.#textLength += text.length;
  }
}
