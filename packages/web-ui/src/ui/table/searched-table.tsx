import type { IconNode } from 'lucide';
import { useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import type { Resource } from '../../resources/resource.js';
import { Button } from '../form/button.tsx';
import { ErrorBox } from '../form/error-box.tsx';
import { Empty, Skeleton } from '../layout.tsx';
import { uiTexts } from '../value/texts.js';
import { type Column, Table } from './table.tsx';

interface SearchedTableProps<Row> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly list: Resource<readonly unknown[]>;
  /** The rows that match the search. */
  readonly shown: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** Shown without any row: the missing content, and the next step. */
  readonly none: { readonly title: string; readonly hint: string; readonly icon: IconNode };
}

/** A list of the gateway as a table in each of its states; `q` and `sort` of the address are its search and its order. */
export function SearchedTable<Row>({ label, list, shown, columns, rowKey, none }: SearchedTableProps<Row>) {
  const say = useTexts(uiTexts);
  const { query, setQuery } = useHere();
  const { q = '', sort = 'name' } = query;
  const { value, error, loading } = list.current.value;
  return (
    <>
      {error !== undefined && <ErrorBox error={error} retry={() => void list.reload()} />}
      {value === undefined && loading && <Skeleton height="3rem" count={6} />}
      {value?.length === 0 && (
        <Empty title={none.title} icon={none.icon}>
          <p>{none.hint}</p>
        </Empty>
      )}
      {value !== undefined && value.length > 0 && shown.length === 0 && (
        <Empty title={say('noMatch', { q })}>
          <Button onClick={() => setQuery({ q: '' })}>{say('clearSearch')}</Button>
        </Empty>
      )}
      {shown.length > 0 && (
        <Table
          label={label}
          rows={shown}
          columns={columns}
          rowKey={rowKey}
          sort={sort}
          onSort={(next) => setQuery({ sort: next === 'name' ? '' : next })}
        />
      )}
    </>
  );
}
