import type { TableColumns } from '../../ports/parquet.js';
import type { ExportRow, Resolution } from './rows.js';

/** Rows of one row group: a few megabytes in memory. */
const GROUP = 50_000;
const FIGURES = ['count', 'last', 'min', 'max', 'mean', 'sum', 'increments', 'resets'] as const;
const LABEL = ['central', 'device', 'parameter', 'name', 'unit'] as const;

/** Collects rows to the columns of row groups; one group at least, so that an empty file has its columns. */
export async function* tableParts(
  batches: AsyncIterable<readonly ExportRow[]>,
  resolution: Resolution,
): AsyncGenerator<TableColumns, void, void> {
  let rows: ExportRow[] = [];
  let isFirst = true;
  for await (const batch of batches) {
    rows.push(...batch);
    if (rows.length < GROUP) continue;
    yield columnsOf(rows, resolution);
    rows = [];
    isFirst = false;
  }
  if (isFirst || rows.length > 0) yield columnsOf(rows, resolution);
}

function columnsOf(rows: readonly ExportRow[], resolution: Resolution): TableColumns {
  const column = <Cell>(name: string, cell: (row: ExportRow) => Cell) => ({ name, cells: rows.map(cell) });
  const figures =
    resolution === 'values'
      ? [column('value', ({ value }) => value ?? null)]
      : [
          column('covered_ms', ({ part }) => part?.covered ?? null),
          ...FIGURES.map((figure) => column(figure, ({ part }) => part?.[figure] ?? null)),
        ];
  return {
    times: [
      column('time', ({ at }) => at),
      ...(resolution === 'values' ? [] : [column('end', ({ at, part }) => part?.to ?? at)]),
    ],
    texts: LABEL.map((name) => column(name, ({ label }) => label[name])),
    numbers: [column('channel', ({ label }) => label.channel ?? null), ...figures],
  };
}
