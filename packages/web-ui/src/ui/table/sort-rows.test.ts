import { describe, expect, it } from 'vitest';
import { sortRows } from './sort-rows.js';

interface Row {
  readonly name: string;
  readonly value?: number;
}

const rows: readonly Row[] = [{ name: 'none' }, { name: 'two', value: 2 }, { name: 'one', value: 1 }, { name: 'no' }];
const columns = [
  { id: 'plain' },
  {
    id: 'value',
    compare: (a: Row, b: Row) => (a.value ?? 0) - (b.value ?? 0),
    isUnknown: ({ value }: Row) => value === undefined,
  },
];
const names = (sort: string) => sortRows(rows, columns, sort).map(({ name }) => name);

describe('the rows of a table', () => {
  it('come last without a value, ascending and descending, in their own order', () => {
    expect(names('value')).toEqual(['one', 'two', 'none', 'no']);
    expect(names('-value')).toEqual(['two', 'one', 'none', 'no']);
  });

  it('keep their order where the column does not sort, or is not known', () => {
    expect(names('plain')).toEqual(['none', 'two', 'one', 'no']);
    expect(names('-gone')).toEqual(['none', 'two', 'one', 'no']);
  });
});
