import { useMemo } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/layout.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { contentsOf, type OwnBackup } from './own-facts.js';
import { ownTexts } from './own-texts.js';
import { useSize } from './use-size.js';

/** The backups of the gateway that are kept. */
export function OwnTable({
  backups,
  onInspect,
}: {
  readonly backups: readonly OwnBackup[];
  readonly onInspect: (backup: OwnBackup) => void;
}) {
  const { base } = useServices();
  const say = useTexts(ownTexts);
  const formats = useFormats();
  const size = useSize();
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
      {
        id: 'size',
        title: say('size'),
        width: '5rem',
        align: 'end',
        compare: (a, b) => a.bytes - b.bytes,
        cell: ({ bytes }) => size(bytes),
      },
      {
        id: 'actions',
        title: say('actions'),
        width: '16rem',
        align: 'end',
        cell: (backup) => (
          <span class="row">
            <a class="button" href={base.at(`api/v1/backups/own/${backup.id}/download`)} download>
              {say('download')}
            </a>
            <Button onClick={() => onInspect(backup)}>{say('more')}</Button>
          </span>
        ),
      },
    ],
    [say, formats, base],
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
