import type { HistoryStore } from '../../ports/history.js';
import type { HistoryImports, ImportReport, ImportRequest } from '../../ports/history-import.js';
import type { HistorySpool, OpenHistorySpool } from '../../ports/history-spool.js';
import type { House } from '../../ports/house.js';
import type { Logger } from '../../ports/log.js';
import type { NextTurn } from '../../ports/time.js';
import { GatewayError, noStorage } from '../../use-case/errors.js';
import { toTimestamp } from '../../use-case/timestamp.js';
import { type Intake, type IntakeDeps, readFile } from './intake.js';
import { NOTHING_STORED } from './report.js';
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
  const { now } = deps;
  const state: RunState = { isBusy: false, ending: undefined, running: undefined };
  const book = createReportBook(deps);
  const receive = createReceiving(deps, book, state);

  return {
    async start(request) {
      await book.loaded;
      if (deps.store === undefined) throw noStorage();
      if (state.isBusy) throw new GatewayError('conflict', 'An import is running', { reason: 'import_running' });
      state.isBusy = true;
      state.ending = undefined;
      if (!request.dryRun) return await receive(request);
      const startedAt = toTimestamp(now());
      try {
        const intake = await readRequest(deps, state, request, { take: deps.nextTurn, progress: () => {} });
        return { ...EMPTY, ...intake, state: 'checked', started_at: startedAt, ended_at: toTimestamp(now()) };
      } finally {
        state.isBusy = false;
      }
    },
    async last() {
      await book.loaded;
      return book.report();
    },
    async cancel() {
      if (!state.isBusy) return false;
      state.ending ??= 'cancelled';
      await state.running;
      return true;
    },
    async stop() {
      await book.loaded;
      state.ending ??= 'interrupted';
      await state.running;
    },
  };
}

interface RunState {
  isBusy: boolean;
  ending: 'cancelled' | 'interrupted' | undefined;
  running: Promise<void> | undefined;
}

/** The report of the import that runs, or of the last one. */
function createReportBook({ records, now, log }: Pick<HistoryImportsDeps, 'records' | 'now' | 'log'>) {
  let report: ImportReport | undefined;
  const save = async (): Promise<void> => {
    if (report === undefined) return;
    await records?.save(report).catch((error: unknown) => log.warn('the import was not noted', { error }));
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
    const before = await records?.load();
    if (before === undefined) return;
    report = before;
    if (before.state === 'receiving' || before.state === 'storing') await end({ state: 'interrupted' });
  })().catch((error: unknown) => log.warn('the last import could not be read', { error }));
  return {
    loaded,
    report: () => report,
    become,
    save,
    end,
    begin: () => {
      report = undefined;
      become({});
      return save();
    },
  };
}

type ReportBook = ReturnType<typeof createReportBook>;

/** Reads the file of a request to its end. */
async function readRequest(
  { house, now }: Pick<HistoryImportsDeps, 'house' | 'now'>,
  state: Pick<RunState, 'ending'>,
  { content, dryRun: _, ...options }: ImportRequest,
  rest: Pick<IntakeDeps, 'take' | 'progress'>,
): Promise<Intake> {
  return await readFile(
    stoppable(content, () => state.ending),
    options,
    { house, now, ...rest },
  );
}

/** Takes a file into a spool, and stores it from there afterwards. */
function createReceiving(deps: HistoryImportsDeps, book: ReportBook, state: RunState) {
  const { now, nextTurn, log, store } = deps;

  async function run(spool: HistorySpool): Promise<void> {
    if (store === undefined) return;
    try {
      const isCancelled = () => state.ending !== undefined;
      const progress = (stored: ImportReport['stored'], percent: number) => void book.become({ stored, percent });
      await storeSpool({ spool, store, now, keptMs: deps.keptMs(), nextTurn, isCancelled, progress });
      await book.end({ state: state.ending ?? 'done' });
    } catch (error) {
      log.warn('an import ended early', { error });
      await book.end({ state: 'failed', error: deps.reasonOf(error) });
    } finally {
      spool.close();
      state.isBusy = false;
      state.running = undefined;
    }
  }

  async function intoSpool(spool: HistorySpool, request: ImportRequest): Promise<Intake> {
    await book.begin();
    return await readRequest(deps, state, request, {
      async take(samples) {
        await spool.add(samples);
        await nextTurn();
      },
      progress: (bytes) => void book.become({ bytes }),
    });
  }

  return async (request: ImportRequest): Promise<ImportReport> => {
    let spool: HistorySpool | undefined;
    try {
      spool = await deps.openSpool();
      const intake = await intoSpool(spool, request);
      const begun = book.become({ ...intake, state: 'storing', percent: 0 });
      await book.save();
      state.running = run(spool);
      return begun;
    } catch (error) {
      spool?.close();
      state.isBusy = false;
      const isEnded = state.ending !== undefined;
      await book.end(
        isEnded ? { state: state.ending ?? 'cancelled' } : { state: 'failed', error: deps.reasonOf(error) },
      );
      throw isEnded ? new GatewayError('conflict', 'The import was ended', { reason: 'import_ended' }) : error;
    }
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
