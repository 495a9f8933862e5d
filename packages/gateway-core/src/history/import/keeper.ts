import type { HistoryStore } from '../../ports/history.js';
import type { HistoryImports, ImportRequest } from '../../ports/history-import.js';
import type { OpenHistorySpool } from '../../ports/history-spool.js';
import type { House } from '../../ports/house.js';
import type { Logger } from '../../ports/log.js';
import type { NextTurn } from '../../ports/time.js';
import { GatewayError, noStorage } from '../../use-case/errors.js';
import { toTimestamp } from '../../use-case/timestamp.js';
import { type Intake, readFile } from './intake.js';
import { type ImportReport, NOTHING_STORED } from './report.js';
import { storeSpool } from './store-spool.js';

/** Dependencies of imports into the history. */
export interface HistoryImportsDeps {
  readonly house: Pick<House, 'dataPoint' | 'resolve'>;
  /** Undefined without a history. */
  readonly store: Pick<HistoryStore, 'append' | 'read' | 'rollUps' | 'extent'> | undefined;
  readonly openSpool: OpenHistorySpool;
  /** Keeps the last report over restarts. Rejects when the store refuses; undefined without one. */
  readonly records:
    | { load(): Promise<ImportReport | undefined>; save(report: ImportReport): Promise<void> }
    | undefined;
  /** Milliseconds for which hours are kept; 0 where they are not. */
  readonly keptMs: () => number;
  readonly now: () => number;
  readonly nextTurn: NextTurn;
  /** Ends an import that fails with its reason for people. */
  readonly reasonOf: (error: unknown) => string;
  readonly log: Logger;
}

/** Imports, with their end. */
export interface RunningImports extends HistoryImports {
  /** Ends an import that runs; it is shown as interrupted. */
  stop(): Promise<void>;
}

const EMPTY = {
  bytes: 0,
  lines: 0,
  values: 0,
  series_count: 0,
  series: [],
  refused: 0,
  refusals: [],
  stored: NOTHING_STORED,
};

/**
 * Imports one file at a time. An import that a restart ended is shown as interrupted, with the stored part as far as it was kept.
 *
 * @example
 * const imports = createHistoryImports({ house, store, openSpool, records, keptMs, now, nextTurn, reasonOf, log });
 */
export function createHistoryImports(deps: HistoryImportsDeps): RunningImports {
  const { now, log } = deps;
  let report: ImportReport | undefined;
  let running: Promise<void> | undefined;
  let isBusy = false;
  let ending: 'cancelled' | 'interrupted' | undefined;

  const save = async (): Promise<void> => {
    if (report === undefined) return;
    await deps.records?.save(report).catch((error: unknown) => log.warn('the import was not noted', { error }));
  };
  const become = (more: Partial<ImportReport>): ImportReport => {
    report = { ...EMPTY, state: 'receiving', started_at: toTimestamp(now()), ...report, ...more };
    return report;
  };
  const end = (more: Partial<ImportReport> & Pick<ImportReport, 'state'>) => {
    become({ ...more, ended_at: toTimestamp(now()) });
    return save();
  };

  const loaded = (async () => {
    const before = await deps.records?.load();
    if (report !== undefined || before === undefined) return;
    report = before;
    if (before.state === 'receiving' || before.state === 'storing') await end({ state: 'interrupted' });
  })().catch((error: unknown) => log.warn('the last import could not be read', { error }));

  async function run(spool: Awaited<ReturnType<OpenHistorySpool>>): Promise<void> {
    const { store, nextTurn } = deps;
    if (store === undefined) return;
    try {
      const isCancelled = () => ending !== undefined;
      const progress = (stored: ImportReport['stored'], percent: number) => void become({ stored, percent });
      await storeSpool({ spool, store, now, keptMs: deps.keptMs(), nextTurn, isCancelled, progress });
      await end({ state: ending ?? 'done' });
    } catch (error) {
      log.warn('an import ended early', { error });
      await end({ state: 'failed', error: deps.reasonOf(error) });
    } finally {
      spool.close();
      isBusy = false;
      running = undefined;
    }
  }

  /** Reads a file, into a spool where there is one. */
  async function read({ content, dryRun: _, ...options }: ImportRequest, take: Parameters<typeof readFile>[2]['take']) {
    return await readFile(
      stoppable(content, () => ending),
      options,
      {
        house: deps.house,
        now,
        take,
        progress: (bytes) => void (isBusy && report?.state === 'receiving' && become({ bytes })),
      },
    );
  }

  async function receive(request: ImportRequest): Promise<ImportReport> {
    const spool = await deps.openSpool();
    let intake: Intake;
    try {
      report = undefined;
      become({});
      await save();
      intake = await read(request, async (samples) => {
        await spool.add(samples);
        await deps.nextTurn();
      });
    } catch (error) {
      spool.close();
      isBusy = false;
      const isCancelled = ending !== undefined;
      await end(isCancelled ? { state: ending ?? 'cancelled' } : { state: 'failed', error: deps.reasonOf(error) });
      throw isCancelled ? new GatewayError('conflict', 'The import was ended', { reason: 'import_ended' }) : error;
    }
    const begun = become({ ...intake, state: 'storing', percent: 0 });
    await save();
    running = run(spool);
    return begun;
  }

  return {
    async start(request) {
      await loaded;
      if (deps.store === undefined) throw noStorage();
      if (isBusy) throw new GatewayError('conflict', 'An import is running', { reason: 'import_running' });
      [isBusy, ending] = [true, undefined];
      if (!request.dryRun) return await receive(request);
      const startedAt = toTimestamp(now());
      try {
        const intake = await read(request, deps.nextTurn);
        return { ...EMPTY, ...intake, state: 'checked', started_at: startedAt, ended_at: toTimestamp(now()) };
      } finally {
        isBusy = false;
      }
    },
    async last() {
      await loaded;
      return report;
    },
    async cancel() {
      if (!isBusy) return false;
      ending ??= 'cancelled';
      await running;
      return true;
    },
    async stop() {
      await loaded;
      ending ??= 'interrupted';
      await running;
    },
  };
}

/** Ends a file that is on its way when the import is to end. */
async function* stoppable(
  content: AsyncIterable<Uint8Array>,
  ending: () => string | undefined,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of content) {
    if (ending() !== undefined) throw new GatewayError('conflict', 'The import was ended', { reason: 'import_ended' });
    yield chunk;
  }
}
