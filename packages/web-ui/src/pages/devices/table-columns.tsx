import type { Say } from '../../i18n/texts.js';
import type { DeviceKey } from '../../store/points.js';
import type { Column as TableColumn } from '../../ui/table/table.tsx';
import { CELLS, ValueCell } from './cells.tsx';
import { columnOf, type PointFinder, type Property } from './columns.js';
import type { Row } from './facets.js';
import type { devicesTexts } from './texts.js';
import type { DevicesView } from './view.js';

interface ColumnParts {
  readonly view: DevicesView;
  readonly finder: PointFinder;
  readonly say: Say<typeof devicesTexts>;
  readonly labelOf: (parameter: string) => string;
  readonly selected: ReadonlySet<DeviceKey>;
  readonly select: (selected: ReadonlySet<DeviceKey>) => void;
  readonly rows: readonly Row[];
}

const WIDTHS: Readonly<Partial<Record<Property, string>>> = {
  name: 'minmax(10rem, 2.2fr)',
  model: 'minmax(7.5rem, 1.4fr)',
  value: 'minmax(7rem, 1.2fr)',
  state: 'minmax(8.5rem, 1.3fr)',
  last: '7.5rem',
  rssi: '6rem',
  channels: '5rem',
};

/** The rows are sorted already; the table only shows the column of that order. */
const inOrder = () => 0;

export function tableColumns(parts: ColumnParts): readonly TableColumn<Row>[] {
  const { view, finder, say, labelOf } = parts;
  const shown = view.columns.flatMap((id): readonly TableColumn<Row>[] => {
    const column = columnOf(id);
    if (column === undefined) return [];
    if (column.kind === 'parameter') {
      const { parameter } = column;
      return [
        {
          id,
          title: labelOf(parameter),
          width: 'minmax(7rem, 1fr)',
          compare: inOrder,
          cell: ({ device }) => {
            const key = finder.parameter(device, parameter);
            return key === undefined ? <span class="dim">—</span> : <ValueCell point={key} />;
          },
        },
      ];
    }
    const { property } = column;
    const Cell = CELLS[property];
    return [
      {
        id,
        title: say(property),
        width: WIDTHS[property] ?? 'minmax(6rem, 1fr)',
        compare: inOrder,
        ...(property === 'name' ? { isTitle: true } : {}),
        cell: (row) => <Cell row={row} primary={property === 'value' ? finder.primary(row.device) : undefined} />,
      },
    ];
  });
  return [selectColumn(parts), ...shown];
}

function selectColumn({ say, selected, select }: ColumnParts): TableColumn<Row> {
  return {
    id: 'select',
    title: say('select'),
    width: '4rem',
    cell: ({ device: { key, summary } }) => (
      <label class="select-row">
        <input
          type="checkbox"
          checked={selected.has(key)}
          aria-label={say('selectRow', { name: summary.name })}
          onChange={({ currentTarget }) => {
            const next = new Set(selected);
            if (currentTarget.checked) next.add(key);
            else next.delete(key);
            select(next);
          }}
        />
      </label>
    ),
  };
}
