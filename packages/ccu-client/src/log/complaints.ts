import type { Log, LogEntry } from '../model/ports.js';

/** Logs a kind of trouble once and then only counts it: a peer must not be able to fill the log. */
export interface Complaints {
  report(
    entry: Omit<LogEntry, 'level'> & {
      readonly level?: LogEntry['level'];
      /** Distinguishes troubles of the same event; the caller bounds their number. */
      readonly about?: string;
    },
  ): void;
  counts(): ReadonlyMap<string, number>;
}

const MAX_KINDS = 500;

export function createComplaints(log: Log | undefined): Complaints {
  const counts = new Map<string, number>();
  return {
    report({ about = '', ...entry }) {
      const key = `${entry.event} ${entry.central ?? ''} ${entry.interfaceName ?? ''} ${about}`.trim();
      const before = counts.get(key) ?? 0;
      if (before === 0 && counts.size >= MAX_KINDS) return;
      counts.set(key, before + 1);
      if (before === 0) log?.({ level: 'warn', ...entry });
    },
    counts: () => counts,
  };
}
