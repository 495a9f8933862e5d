import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { useServices } from '../../context/services.js';
import { type LogLine, withLines } from './log-lines.js';

/** Lines that are kept in the browser; the gateway keeps about as many. */
const CAPACITY = 5_000;
const FIRST = 1_000;
const SHOW_EVERY_MS = 150;

export interface LiveLog {
  readonly lines: Signal<readonly LogLine[]>;
  readonly loaded: Signal<boolean>;
  readonly error: Signal<unknown>;
  /** Lines that the gateway could not send in time. */
  readonly missed: Signal<number>;
  readonly live: Signal<boolean>;
}

/** The newest lines and all further ones, over a connection that the browser renews by itself. */
export function useLog(): LiveLog {
  const { gateway, base } = useServices();
  const log = useMemo<LiveLog>(
    () => ({
      lines: signal<readonly LogLine[]>([]),
      loaded: signal(false),
      error: signal<unknown>(undefined),
      missed: signal(0),
      live: signal(false),
    }),
    [],
  );
  useEffect(() => {
    const ending = new AbortController();
    let source: EventSource | undefined;
    let pending: LogLine[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      timer = undefined;
      log.lines.value = withLines(log.lines.peek(), pending, CAPACITY);
      pending = [];
    };
    const follow = (since: number) => {
      source = new EventSource(base.at(`api/v1/diagnostics/logs/stream?since=${since}`));
      source.onopen = () => {
        log.live.value = true;
      };
      source.onerror = () => {
        log.live.value = false;
      };
      source.addEventListener('log', ({ data }) => {
        pending.push(JSON.parse(data) as LogLine);
        timer ??= setTimeout(show, SHOW_EVERY_MS);
      });
      source.addEventListener('missed', ({ data }) => {
        log.missed.value += (JSON.parse(data) as { readonly count: number }).count;
      });
    };
    gateway.call('listLogs', { query: { limit: FIRST }, signal: ending.signal }).then(
      ({ records, last_seq }) => {
        log.lines.value = records;
        log.loaded.value = true;
        follow(last_seq);
      },
      (error: unknown) => {
        if (!ending.signal.aborted) log.error.value = error;
      },
    );
    return () => {
      ending.abort();
      source?.close();
      clearTimeout(timer);
    };
  }, []);
  return log;
}
