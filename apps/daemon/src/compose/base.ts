import { every } from '@ccu-gateway/gateway-core/parts';
import { createLogLevels, type LogLevels } from '../log/levels.js';
import { createLog, type Log } from '../log/log.js';
import { createLogRecords, type LogRecords } from '../log/records.js';
import { createParts, type Parts } from '../parts/parts.js';
import { systemTime, type Time } from '../time/time.js';
import type { GatewayOptions } from './gateway.js';
import { createLifecycle, type Lifecycle } from './lifecycle.js';

/** The foundation of every other part. */
export interface Base {
  readonly options: GatewayOptions;
  readonly time: Time;
  readonly levels: LogLevels;
  readonly records: LogRecords;
  readonly log: Log;
  readonly lifecycle: Lifecycle;
  /** Parts that may fail without ending the rest. */
  readonly parts: Parts;
  /** Runs it again and again, until the gateway stops. It is a part, `jobs/<name>`. */
  repeat(name: string, pauseMs: number, run: () => Promise<void>): void;
}

const LOG_RECORDS = 2000;
/** Several steps may each need their whole time; together they stay below the seconds that a stop may take. */
const CLOSE_STEP_MS = 3500;

/** `inDoubt` is called when too many faults came from no part. */
export function createBase(options: GatewayOptions, inDoubt: () => void): Base {
  const { logging } = options.loaded.config;
  const time = systemTime;
  const levels = createLogLevels(logging.level, logging.overrides, time.now);
  const records = createLogRecords(LOG_RECORDS);
  const log = createLog({
    levels,
    records,
    format: logging.format,
    out: options.out,
    journal: options.journal,
    now: time.now,
  });
  for (const notice of options.loaded.notices) log.info(notice.message, { event: notice.code });
  const lifecycle = createLifecycle({
    stepMs: CLOSE_STEP_MS,
    failed: (name, error) => log.error('could not be closed', { part: name, error }),
  });
  const parts = createParts({ time, log: log.child('parts'), inDoubt });
  const unlisten = options.faults?.listen((error) => parts.fault(error));
  lifecycle.onClose('faults', () => {
    parts.close();
    unlisten?.();
  });
  return {
    options,
    time,
    levels,
    records,
    log,
    lifecycle,
    parts,
    repeat(name, pauseMs, run) {
      const part = `jobs/${name}`;
      let stop = () => {};
      const start = () => {
        stop = every(time, pauseMs, run, (error) => log.warn(`${name} failed`, { error }));
      };
      parts.control(part, { start, stop: () => stop() });
      parts.in(part, start);
      lifecycle.onClose(name, () => stop());
    },
  };
}
