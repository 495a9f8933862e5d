import { useMemo } from 'preact/hooks';
import { useFormats, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { Chip } from '../../ui/layout.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { useFileColumns } from './file-columns.tsx';
import { contentsOf, type OwnBackup } from './own-facts.js';
import { ownTexts } from './own-texts.js';

/** The backups of the gateway that are kept. */
export function OwnTable({
  backups,
  onInspect,
}: {
  readonly backups: readonly OwnBackup[];
  readonly onInspect: (backup: OwnBackup) => void;
}) {
  const say = useTexts(ownTexts);
  const formats = useFormats();
  const { size, actions } = useFileColumns('backups/own', onInspect);
  const { query, setQuery } = useHere();
  const columns = useMemo<readonly Column<OwnBackup>[]>(
    () => [
      {
        id: 'created',
        title: say('madeAt'),
        width: 'minmax(11rem, 1fr)',
        isTitle: true,
        compare: (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at),
        cell: ({ id, created_at: at }) => <span title={id}>{formats.dateTime(Date.parse(at))}</span>,
      },
      {
        id: 'contents',
        title: say('contents'),
        width: 'minmax(12rem, 2.4fr)',
        cell: (backup) => <Contents backup={backup} />,
      },
      size,
      actions,
    ],
    [say, formats],
  );
  return (
    <Table
      label={say('title')}
      rows={backups}
      columns={columns}
      rowKey={({ id }) => id}
      sort={query.ownsort ?? '-created'}
      onSort={(sort) => setQuery({ ownsort: sort === '-created' ? '' : sort })}
      onOpen={onInspect}
    />
  );
}

function Contents({ backup: { parts, problem } }: { readonly backup: OwnBackup }) {
  const say = useTexts(ownTexts);
  if (problem !== null) return <Chip tone="bad">{say('broken')}</Chip>;
  const names = contentsOf(parts).map((part) => (typeof part === 'string' ? say(part) : part.name));
  return <span>{names.join(', ')}</span>;
}
