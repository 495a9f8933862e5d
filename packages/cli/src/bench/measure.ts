import { setMaxListeners } from 'node:events';
import { memoryCursor } from '@ccu-gateway/client';
import type { Rest } from '../gateway/rest.js';
import { watch } from '../gateway/watch.js';

/** Result of one measurement. Durations are milliseconds, measured by this program. */
export interface Measurement {
  readonly what: string;
  readonly count: number;
  readonly per_second?: number;
  readonly p50_ms?: number;
  readonly p99_ms?: number;
  readonly note?: string;
}

/** One request that changes nothing. */
export type Read = (rest: Rest) => Promise<unknown>;

/** Measured reads, by their name in the report. */
export const READS: Readonly<Record<string, Read>> = {
  'GET /info': (rest) => rest.call('getInfo'),
  'GET /devices': (rest) => rest.call('listDevices'),
  'GET /interfaces': (rest) => rest.call('listInterfaces'),
};

interface Reading {
  readonly what: string;
  readonly read: () => Promise<unknown>;
  /** How many ask at once, each anew when it has its answer. */
  readonly clients: number;
  readonly forMs: number;
  readonly signal: AbortSignal;
  /** Milliseconds that never go back. */
  readonly monotonic?: () => number;
}

/** Repeats a read until the end. A refusal of the gateway ends it. @throws CliError */
export async function measureReads({ what, read, clients, forMs, signal, ...more }: Reading): Promise<Measurement> {
  const { monotonic = () => performance.now() } = more;
  const durations: number[] = [];
  const started = monotonic();
  const client = async () => {
    do {
      const before = monotonic();
      await read();
      durations.push(monotonic() - before);
    } while (monotonic() - started < forMs && !signal.aborted);
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (monotonic() - started) / 1000;
  return { what, count: durations.length, per_second: rounded(durations.length / seconds), ...percentiles(durations) };
}

/** Opens connections of the event stream, one behind the other, and closes them together. @throws CliError */
export async function measureConnections(rest: Rest, count: number, signal: AbortSignal): Promise<Measurement> {
  setMaxListeners(0, signal);
  const durations: number[] = [];
  const open: { close(): Promise<void> }[] = [];
  try {
    while (open.length < count && !signal.aborted) {
      const before = performance.now();
      const stream = watch(rest, { topics: ['system.*'], onLost: () => undefined, signal });
      open.push(stream);
      await stream.live;
      durations.push(performance.now() - before);
    }
  } finally {
    await Promise.all(open.map((stream) => stream.close()));
  }
  return { what: 'connect to /events', count: durations.length, ...percentiles(durations) };
}

/** Events in a replay; with default settings every gateway keeps at least these. */
const REPLAYED = 1000;
/** After the last of them has come. */
const QUIET_MS = 500;

/** Lets the newest events come once more. */
export async function measureReplay(rest: Rest, signal: AbortSignal): Promise<Measurement> {
  const what = 'replay of /events';
  const { seq: newest, oldest_seq: oldest } = await rest.call('listEvents', { query: { limit: 1 } });
  const since = Math.max(oldest - 1, newest - REPLAYED);
  const ended = new AbortController();
  let lost: string | undefined;
  let quiet = setTimeout(() => ended.abort(), QUIET_MS * 4);
  const before = performance.now();
  const stream = watch(rest, {
    topics: ['*'],
    cursor: memoryCursor(since),
    signal: AbortSignal.any([signal, ended.signal]),
    onLost({ reason }) {
      lost = reason;
      ended.abort();
    },
  });
  let count = 0;
  let last = before;
  try {
    for await (const { seq } of stream.events) {
      if (seq > newest) break;
      count += 1;
      last = performance.now();
      clearTimeout(quiet);
      quiet = setTimeout(() => ended.abort(), QUIET_MS);
      if (seq === newest) break;
    }
  } finally {
    clearTimeout(quiet);
    await stream.close();
  }
  if (lost !== undefined)
    return { what, count: 0, note: `the gateway does not keep ${newest - since} events (${lost})` };
  const seconds = (last - before) / 1000;
  return {
    what,
    count,
    ...(seconds > 0 && { per_second: rounded(count / seconds) }),
    note: 'the first of them included',
  };
}

function percentiles(durations: readonly number[]): Pick<Measurement, 'p50_ms' | 'p99_ms'> {
  if (durations.length === 0) return {};
  const sorted = durations.toSorted((one, other) => one - other);
  const at = (share: number) => rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { p50_ms: at(0.5), p99_ms: at(0.99) };
}

const rounded = (value: number) => Math.round(value * 10) / 10;
