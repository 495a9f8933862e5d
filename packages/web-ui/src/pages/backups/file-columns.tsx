import { useServices, useTexts } from '../../context/services.js';
import { Button } from '../../ui/form/button.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { backupsTexts } from './texts.js';
import { useSize } from './use-size.js';

interface File {
  readonly id: string;
  readonly bytes: number;
}

/** Size of a stored file and its actions. `folder` is the path of such files in the API, as `backups/own`. */
export function useFileColumns<Row extends File>(
  folder: string,
  onInspect: (row: Row) => void,
): { readonly size: Column<Row>; readonly actions: Column<Row> } {
  const { base } = useServices();
  const say = useTexts(backupsTexts);
  const size = useSize();
  return {
    size: {
      id: 'size',
      title: say('size'),
      width: '5rem',
      align: 'end',
      compare: (a, b) => a.bytes - b.bytes,
      cell: ({ bytes }) => size(bytes),
    },
    actions: {
      id: 'actions',
      title: say('actions'),
      width: '16rem',
      align: 'end',
      cell: (row) => (
        <span class="row">
          <a class="button" href={base.at(`api/v1/${folder}/${row.id}/download`)} download>
            {say('download')}
          </a>
          <Button onClick={() => onInspect(row)}>{say('more')}</Button>
        </span>
      ),
    },
  };
}
