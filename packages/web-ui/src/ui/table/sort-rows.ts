/** Sorting by a column. */
export interface Sortable<Row> {
  readonly id: string;
  /** Ascending. Without it the column does not sort. */
  readonly compare?: (a: Row, b: Row) => number;
  /** True for a row without a value here; such rows come last in both directions. */
  readonly isUnknown?: (row: Row) => boolean;
}

/** Rows in the order of a sorted column, those without a value last; rows that are equal keep their order. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly Sortable<Row>[], sort: string): readonly Row[] {
  const { compare, isUnknown = () => false } = columns.find(({ id }) => id === sort.replace(/^-/, '')) ?? {};
  if (compare === undefined) return rows;
  const direction = sort.startsWith('-') ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [aUnknown, bUnknown] = [isUnknown(a), isUnknown(b)];
    return aUnknown || bUnknown ? Number(aUnknown) - Number(bUnknown) : direction * compare(a, b);
  });
}
