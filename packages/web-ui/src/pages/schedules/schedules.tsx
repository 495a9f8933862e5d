import type { CallAnswer } from '@ccu-gateway/client';
import { CalendarClock } from 'lucide';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { plain } from '../../find/plain.js';
import { devicePath } from '../../net/device-path.js';
import { deviceKeyOf } from '../../store/points.js';
import { SearchField } from '../../ui/form/search-field.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { SearchedTable } from '../../ui/table/searched-table.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { schedulesTexts } from './texts.js';

/** A weekly programme, and the rooms of its device. */
interface Row {
  readonly item: CallAnswer<'listSchedules'>['items'][number];
  readonly rooms: string;
}

const keyOf = ({ item: { central, address, channel } }: Row) => `${central}/${address}:${channel.number}`;

/** The weekly programmes of all devices; each leads to its week. */
export function SchedulesPage() {
  const say = useTexts(schedulesTexts);
  const { query, setQuery } = useHere();
  const { q = '' } = query;
  const list = useResource(
    async ({ gateway, scope }) => (await gateway.call('listSchedules', { query: scope.query() })).items,
    { refreshOn: ['device.created', 'device.removed', 'device.metadata_changed'] },
  );
  const { value } = list.current.value;
  const rows = useRows(value ?? []);
  const wanted = plain(q);
  const shown = rows.filter(({ item: { name, model }, rooms }) => plain(`${name} ${model} ${rooms}`).includes(wanted));
  const columns = useColumns({
    severalCcus: new Set(rows.map(({ item }) => item.central)).size > 1,
    isSeveral: ({ central, address }) =>
      rows.filter(({ item }) => item.central === central && item.address === address).length > 1,
  });
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={<SearchField label={say('search')} value={q} onInput={(text) => setQuery({ q: text })} />}
      >
        {value !== undefined && say('count', { n: shown.length })}
      </PageHeader>
      <SearchedTable
        label={say('title')}
        list={list}
        shown={shown}
        columns={columns}
        rowKey={keyOf}
        none={{ title: say('none'), hint: say('noneHint'), icon: CalendarClock }}
      />
    </>
  );
}

/** With the rooms of each device; a page that is opened directly reads the list before the snapshot has them. */
function useRows(items: readonly Row['item'][]): readonly Row[] {
  const { store } = useServices();
  return items.map((item) => {
    const rooms = store.device(deviceKeyOf(item.central, item.address)).value?.summary.rooms ?? [];
    return { item, rooms: rooms.join(', ') };
  });
}

interface ColumnsDeps {
  readonly severalCcus: boolean;
  /** True for a device with several weekly programmes. */
  readonly isSeveral: (item: Row['item']) => boolean;
}

function useColumns({ severalCcus, isSeveral }: ColumnsDeps): readonly Column<Row>[] {
  const say = useTexts(schedulesTexts);
  const formats = useFormats();
  const byText = (textOf: (row: Row) => string) => (a: Row, b: Row) => formats.compare(textOf(a), textOf(b));
  const kindOf = ({ item: { kind } }: Row) => say(kind);
  return [
    {
      id: 'name',
      title: say('name'),
      width: 'minmax(14rem, 3fr)',
      isTitle: true,
      compare: byText(({ item }) => item.name),
      cell: ({ item }) => (
        <>
          <a class="private" href={`${devicePath(item, 'schedule')}?channel=${item.channel.number}`}>
            {item.name}
          </a>
          <span class="dim small cell-second">
            {item.model}
            {isSeveral(item) && ` · ${say('channel', { n: item.channel.number })}`}
          </span>
        </>
      ),
    },
    { id: 'kind', title: say('kind'), width: 'minmax(8rem, 1fr)', compare: byText(kindOf), cell: kindOf },
    {
      id: 'room',
      title: say('room'),
      width: 'minmax(8rem, 1fr)',
      compare: byText(({ rooms }) => rooms),
      cell: ({ rooms }) => <span class="private">{rooms === '' ? '—' : rooms}</span>,
    },
    ...(severalCcus
      ? [
          {
            id: 'ccu',
            title: say('ccu'),
            width: 'minmax(6rem, 1fr)',
            compare: byText(({ item }) => item.central),
            cell: ({ item }: Row) => <span class="private dim">{item.central}</span>,
          },
        ]
      : []),
  ];
}
