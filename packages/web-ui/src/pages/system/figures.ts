/** Figures of a process; missing ones are left out. */
export interface ProcessFigures {
  readonly residentBytes?: number;
  readonly heapBytes?: number;
  readonly processorSeconds?: number;
  /** 99th percentile of the event loop delay. */
  readonly lagMs?: number;
  readonly openFiles?: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)\s+(\S+)(?:\s+\d+)?$/;

/** Metrics without labels from a text in the Prometheus format; values that are not finite are left out. */
function numbersOf(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [, name, value] = LINE.exec(line.trim()) ?? [];
    if (name !== undefined && Number.isFinite(Number(value))) found.set(name, Number(value));
  }
  return found;
}

export function processFigures(text: string): ProcessFigures {
  const numbers = numbersOf(text);
  const lag = numbers.get('nodejs_eventloop_lag_p99_seconds');
  const figures = {
    residentBytes: numbers.get('process_resident_memory_bytes'),
    heapBytes: numbers.get('nodejs_heap_size_used_bytes'),
    processorSeconds: numbers.get('process_cpu_seconds_total'),
    lagMs: lag === undefined ? undefined : lag * 1000,
    openFiles: numbers.get('process_open_fds'),
  };
  return Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined));
}
