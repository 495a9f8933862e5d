import { ArrowDown, ArrowUp } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Icon } from '../value/icon.tsx';
import { type Sortable, sortRows } from './sort-rows.js';
import { tracksOf } from './table-tracks.js';
import { useVirtualRows } from './use-virtual-rows.js';
import './table.css';

/** One column of a table. */
export interface Column<Row> extends Sortable<Row> {
  readonly title: string;
  /** For screen readers only, as of a column of buttons. */
  readonly hiddenTitle?: boolean;
  /** Called within the row: signals that it reads render that row again, and no other. */
  readonly cell: (row: Row) => ComponentChildren;
  /** Track of a CSS grid in rem: `minmax(10rem, 2fr)`, or `8rem` for a fixed width. */
  readonly width: string;
  readonly align?: 'end';
  /** Title of the card that a row is on a phone. Exactly one column has it. */
  readonly isTitle?: boolean;
}

export interface TableProps<Row> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** Id of the column, with `-` before it for descending. */
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  /** Enter or a click on a row. */
  readonly onOpen?: (row: Row) => void;
  /** Classes of a row with a look of its own. */
  readonly rowClass?: (row: Row) => string;
  /** Pixels of a row before it was measured. Default 53. */
  readonly rowHeight?: number;
}

/** Rows that a key moves by. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 10, PageUp: -10 };

/** The row that a key goes to from the current one; undefined where the key does not move. */
function rowAfter(key: string, current: number, last: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = STEPS[key];
  return step === undefined ? undefined : current + step;
}

interface RowKeys {
  readonly current: number;
  readonly last: number;
  readonly move: (to: number) => void;
  readonly open: () => void;
}

/** Handles a key press on the focused row. */
function onRowKey(event: KeyboardEvent, { current, last, move, open }: RowKeys): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.getAttribute('role') !== 'row') {
    // Keys pressed inside a control of a row are the control's; Escape leads back to the row.
    if (event.key === 'Escape') target.closest<HTMLElement>('.table-row')?.focus();
    return;
  }
  const next = rowAfter(event.key, current, last);
  if (next !== undefined) move(next);
  else if (event.key === 'Enter') open();
  else if (event.key === '.') actionsOf(target)?.focus();
  else return;
  event.preventDefault();
}

/** The first action of a row: its buttons, else any control of it. */
function actionsOf(row: HTMLElement): HTMLElement | null {
  return row.querySelector<HTMLElement>('button') ?? row.querySelector<HTMLElement>('input, select, a');
}

/**
 * Table of any length: only the rows in view exist. Arrows, `j` and `k` move between rows, Enter opens one, `.` focuses
 * its actions; on a phone each row is a card. It scrolls with the page.
 */
export function Table<Row>({
  label,
  rows,
  columns,
  rowKey,
  sort,
  onSort,
  onOpen,
  rowClass,
  rowHeight = 53,
}: TableProps<Row>) {
  const body = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const sorted = sortRows(rows, columns, sort);
  const virtual = useVirtualRows({
    count: sorted.length,
    estimate: rowHeight,
    within: body,
    keyOf: (index) => rowKey(sorted[index]!),
  });
  const current = Math.min(active, sorted.length - 1);

  function move(to: number): void {
    const next = Math.max(0, Math.min(sorted.length - 1, to));
    setActive(next);
    virtual.scrollToIndex(next);
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus());
  }

  const onKey = (event: KeyboardEvent) =>
    onRowKey(event, { current, last: sorted.length - 1, move, open: () => onOpen?.(sorted[current]!) });
  const tracks = { '--columns': tracksOf(columns.map(({ width }) => width)) };
  return (
    <div
      class="table"
      role="grid"
      aria-label={label}
      aria-rowcount={sorted.length + 1}
      style={tracks}
      onKeyDown={onKey}
    >
      <div class="table-head" role="row" aria-rowindex={1}>
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
      </div>
      <div class="table-body" role="rowgroup" ref={body} style={{ height: `${virtual.getTotalSize()}px` }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            class={`table-row${onOpen === undefined ? '' : ' opens'} ${rowClass?.(sorted[index]!) ?? ''}`}
            role="row"
            aria-rowindex={index + 2}
            tabIndex={index === current ? 0 : -1}
            style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
            onFocus={() => setActive(index)}
            onClick={(event) => {
              if (!(event.target as HTMLElement).closest('a, button, input, select')) onOpen?.(sorted[index]!);
            }}
          >
            <RowContent row={sorted[index]!} columns={columns} />
          </div>
        ))}
      </div>
    </div>
  );
}

function HeadCell<Row>({
  column,
  sort,
  onSort,
}: {
  readonly column: Column<Row>;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}) {
  const { id, title, hiddenTitle, compare, align } = column;
  const direction = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined;
  return (
    <div
      role="columnheader"
      class={align === 'end' ? 'end' : ''}
      aria-sort={compare === undefined ? undefined : (direction ?? 'none')}
    >
      {compare === undefined ? (
        <span class={hiddenTitle ? 'visually-hidden' : ''}>{title}</span>
      ) : (
        <button type="button" onClick={() => onSort(direction === 'ascending' ? `-${id}` : id)}>
          {title}
          {direction !== undefined && <Icon of={direction === 'ascending' ? ArrowUp : ArrowDown} />}
        </button>
      )}
    </div>
  );
}

/** The same cells while the row and the columns are the same: scrolling draws only the rows that come into view. */
function RowContent<Row>({ row, columns }: { readonly row: Row; readonly columns: readonly Column<Row>[] }) {
  return useMemo(() => <Cells row={row} columns={columns} />, [row, columns]);
}

/** A component of its own, so that a change of a cell renders only this row. */
function Cells<Row>({ row, columns }: { readonly row: Row; readonly columns: readonly Column<Row>[] }) {
  return (
    <>
      {columns.map(({ id, title, hiddenTitle, cell, isTitle, align }) => (
        <div key={id} role="gridcell" class={`${isTitle ? 'title' : ''} ${align === 'end' ? 'end' : ''}`}>
          {!isTitle && !hiddenTitle && (
            <span class="cell-label" aria-hidden="true">
              {title}
            </span>
          )}
          {isTitle || hiddenTitle ? cell(row) : <div class="cell-value">{cell(row)}</div>}
        </div>
      ))}
    </>
  );
}
