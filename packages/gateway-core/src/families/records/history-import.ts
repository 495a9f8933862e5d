import type { HistoryImports, ImportReport, ImportRequest } from '../../ports/history-import.js';
import type { House } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { knownScope } from '../../use-case/choose.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { useCase } from '../../use-case/use-case.js';

/** Ports of the use cases that import values into the history. */
export interface HistoryImporting extends Recording {
  readonly house: House;
  readonly historyImports: HistoryImports;
}

/**
 * Imports a file of values. Hours and values that the history has already stay as they are. Role `admin`; audited as
 * `history_import`, a dry run too, because its answer names the data points of the installation.
 *
 * @throws GatewayError as `HistoryImports.start`; `not_found` for an unknown central
 * @example
 * const { series, refused } = await core.as(caller).history.import({ content, dryRun: true });
 */
export const importHistory = useCase(
  'admin',
  async (ports: HistoryImporting, caller: Caller, request: ImportRequest): Promise<ImportReport> => {
    const { central } = knownScope(ports.house, { central: request.central });
    const report = await ports.historyImports.start({ ...request, central });
    const note = `${request.dryRun ? 'dry run: ' : ''}${report.values} values of ${report.series_count} data points`;
    recordChange(ports, caller, { action: 'history_import', note });
    return report;
  },
);

/**
 * The import that runs, or the last one; undefined where there was none. Role `admin`.
 *
 * @example
 * const { state, percent } = (await core.as(caller).history.lastImport()) ?? {};
 */
export const lastHistoryImport = useCase(
  'admin',
  ({ historyImports }: Pick<HistoryImporting, 'historyImports'>, _caller: Caller): Promise<ImportReport | undefined> =>
    historyImports.last(),
);

/**
 * Ends the import that runs; the stored part stays. Does nothing where none runs. Role `admin`; audited as
 * `history_import_cancel`.
 *
 * @example
 * await core.as(caller).history.cancelImport();
 */
export const cancelHistoryImport = useCase('admin', async (ports: HistoryImporting, caller: Caller): Promise<void> => {
  if (await ports.historyImports.cancel()) recordChange(ports, caller, { action: 'history_import_cancel' });
});
