import { useMemo } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { devicePath } from '../../net/device-path.js';
import { type Column, Table } from '../../ui/table/table.tsx';
import { Strength } from '../radio/signal-table.tsx';
import { type Reach, weakestOf } from './reach.js';
import { radioMapTexts } from './texts.js';

/** The signals of the map, the weakest first. */
export function ReachTable({ reaches }: { readonly reaches: readonly Reach[] }) {
  const { base } = useServices();
  const say = useTexts(radioMapTexts);
  const formats = useFormats();
  const { query, setQuery } = useHere();
  const columns = useMemo((): readonly Column<Reach>[] => {
    const by = (text: (reach: Reach) => string) => (a: Reach, b: Reach) => formats.compare(text(a), text(b));
    const roomOf = ({ device }: Reach) => device.summary.rooms?.join(', ') ?? '';
    return [
      {
        id: 'device',
        title: say('device'),
        width: 'minmax(10rem, 2fr)',
        isTitle: true,
        compare: by(({ device }) => device.summary.name),
        cell: ({ device: { summary } }) => (
          <a class="private" href={base.at(devicePath(summary))}>
            {summary.name}
          </a>
        ),
      },
      {
        id: 'room',
        title: say('room'),
        width: 'minmax(7rem, 1fr)',
        compare: by(roomOf),
        isUnknown: (reach) => roomOf(reach) === '',
        cell: (reach) => <span class="private">{roomOf(reach) || '—'}</span>,
      },
      {
        id: 'hub',
        title: say('hub'),
        width: 'minmax(9rem, 1fr)',
        compare: by(({ hubName }) => hubName),
        cell: ({ hubName, isCurrent }) => (
          <span class="two-lines">
            <span class="private">{hubName}</span>
            {!isCurrent && <span class="dim small">{say('beside')}</span>}
          </span>
        ),
      },
      ...(['toDevice', 'fromDevice'] as const).map(
        (way): Column<Reach> => ({
          id: way,
          title: say(way),
          width: '10rem',
          compare: (a, b) => (a[way] ?? 0) - (b[way] ?? 0),
          isUnknown: (reach) => reach[way] === undefined,
          cell: (reach) => <Strength dbm={reach[way]} />,
        }),
      ),
    ];
  }, [say, formats]);
  const weakestFirst = useMemo(() => reaches.toSorted((a, b) => weakestOf(a) - weakestOf(b)), [reaches]);
  return (
    <Table
      label={say('title')}
      rows={weakestFirst}
      columns={columns}
      rowKey={({ id }) => id}
      sort={query.sort ?? ''}
      onSort={(sort) => setQuery({ sort })}
    />
  );
}
