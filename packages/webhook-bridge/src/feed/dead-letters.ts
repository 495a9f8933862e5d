/** Events that were given up. Times are milliseconds since the Unix epoch. */
export interface DeadLetter {
  readonly at: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly events: number;
  /** 0: they were too old when it was their turn. */
  readonly attempts: number;
  readonly reason: string;
}

/** Given up deliveries: their number, and the newest of them. */
export interface DeadLetters {
  add(letter: DeadLetter): void;
  readonly count: number;
  /** Newest first. */
  readonly recent: readonly DeadLetter[];
}

const RECENT = 20;

/** Letters in a row that no attempt was made for are one. */
export function createDeadLetters(): DeadLetters {
  const recent: DeadLetter[] = [];
  let count = 0;
  return {
    add(letter) {
      count += letter.events;
      const [newest] = recent;
      if (newest !== undefined && newest.attempts === 0 && letter.attempts === 0) {
        recent[0] = { ...letter, firstSeq: newest.firstSeq, events: newest.events + letter.events };
        return;
      }
      recent.unshift(letter);
      recent.length = Math.min(recent.length, RECENT);
    },
    get count() {
      return count;
    },
    get recent() {
      return [...recent];
    },
  };
}
