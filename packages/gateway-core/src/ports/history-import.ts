import type { ImportOptions } from '../history/import/intake.js';
import type { ImportReport } from '../history/import/report.js';

/** A file to import, and what is known about it. */
export interface ImportRequest extends ImportOptions {
  /** Bytes of UTF-8, read once, at the pace of the reader. */
  readonly content: AsyncIterable<Uint8Array>;
  /** True: the file is read and nothing stored. */
  readonly dryRun: boolean;
}

/** Imports into the history. */
export interface HistoryImports {
  /**
   * Reads the file to its end. Resolves with its contents, while the values are being stored; a dry run stores none. Rejects with
   * `conflict` (reason `import_running`), `payload_too_large`, `validation` for a table without the needed columns, and
   * `service_unready` without a store or room on the disk.
   */
  start(request: ImportRequest): Promise<ImportReport>;
  /** The import that runs, or the last one. Undefined where there was none. */
  last(): Promise<ImportReport | undefined>;
  /** Ends the import that runs; the part that is stored stays. False where none runs. */
  cancel(): Promise<boolean>;
}
