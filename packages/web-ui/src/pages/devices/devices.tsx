import { CircleCheck, CloudOff, Cpu } from 'lucide';
import { useMemo } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import type { Formats } from '../../i18n/formats.js';
import type { Say } from '../../i18n/texts.js';
import type { HouseStore } from '../../store/house-store.js';
import type { Device, DeviceKey } from '../../store/points.js';
import { Button } from '../../ui/button.tsx';
import { Chip, Empty, PageHeader, Skeleton } from '../../ui/layout.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { matchesSearch } from './filter.js';
import { devicesTexts } from './texts.js';

/** All devices in one table; search and order are part of the address. */
export function DevicesPage() {
  const { store } = useServices();
  const say = useTexts(devicesTexts);
  const formats = useFormats();
  const { query, setQuery } = useHere();
  const { q = '', sort = 'name' } = query;
  const keys = store.devices.value;
  const columns = useMemo(() => columnsOf(store, say, formats), [store, say, formats]);
  const shown = useMemo(() => keys.filter((key) => matchesSearch(store.peekDevice(key)!.summary, q)), [keys, q]);
  if (!store.loaded.value) {
    return (
      <>
        <PageHeader title={say('title')} />
        <Skeleton height="3rem" count={8} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={<SearchField label={say('search')} value={q} onInput={(text) => setQuery({ q: text })} />}
      >
        {q === '' ? say('count', { n: keys.length }) : say('countOf', { n: shown.length, total: keys.length })}
      </PageHeader>
      {keys.length === 0 && (
        <Empty title={say('none')} icon={Cpu}>
          <p>{say('noneHint')}</p>
        </Empty>
      )}
      {keys.length > 0 && shown.length === 0 && (
        <Empty title={say('noMatch', { q })}>
          <Button onClick={() => setQuery({ q: '' })}>{say('clear')}</Button>
        </Empty>
      )}
      {shown.length > 0 && (
        <Table
          label={say('title')}
          rows={shown}
          columns={columns}
          rowKey={(key) => key}
          sort={sort}
          onSort={(next) => setQuery({ sort: next === 'name' ? '' : next })}
        />
      )}
    </>
  );
}

function columnsOf(store: HouseStore, say: Say<typeof devicesTexts>, formats: Formats): readonly Column<DeviceKey>[] {
  const by = (text: (device: Device) => string) => (a: DeviceKey, b: DeviceKey) =>
    formats.compare(text(store.peekDevice(a)!), text(store.peekDevice(b)!));
  const byNumber = (number: (device: Device) => number) => (a: DeviceKey, b: DeviceKey) =>
    number(store.peekDevice(a)!) - number(store.peekDevice(b)!);
  const summaryOf = (key: DeviceKey) => store.device(key).value?.summary;
  return [
    {
      id: 'name',
      title: say('name'),
      width: 'minmax(12rem, 2.2fr)',
      isTitle: true,
      compare: by(({ summary }) => summary.name),
      cell: (key) => (
        <>
          <span class="private">{summaryOf(key)?.name}</span>
          <span class="private dim small mono device-address">{summaryOf(key)?.address}</span>
        </>
      ),
    },
    {
      id: 'model',
      title: say('model'),
      width: 'minmax(9rem, 1.4fr)',
      compare: by(({ summary }) => summary.model),
      cell: (key) => (
        <span>
          {summaryOf(key)?.model_label ?? summaryOf(key)?.model}
          {summaryOf(key)?.model_label !== undefined && (
            <span class="dim small device-address">{summaryOf(key)?.model}</span>
          )}
        </span>
      ),
    },
    {
      id: 'room',
      title: say('room'),
      width: 'minmax(7rem, 1fr)',
      compare: by(({ summary }) => summary.rooms?.join() ?? '\uffff'),
      cell: (key) => <span class="private">{summaryOf(key)?.rooms?.join(', ') ?? '—'}</span>,
    },
    {
      id: 'interface',
      title: say('interface'),
      width: 'minmax(9rem, 1fr)',
      compare: by(({ summary }) => summary.interface_id),
      cell: (key) => (
        <span class="dim">
          <span class="private">{summaryOf(key)?.central}</span> · {summaryOf(key)?.interface}
        </span>
      ),
    },
    {
      id: 'availability',
      title: say('availability'),
      width: '9.5rem',
      compare: byNumber(({ summary }) => Number(summary.available)),
      cell: (key) =>
        summaryOf(key)?.available === false ? (
          <Chip tone="bad" icon={CloudOff}>
            {say('away')}
          </Chip>
        ) : (
          <Chip tone="good" icon={CircleCheck}>
            {say('available')}
          </Chip>
        ),
    },
    {
      id: 'event',
      title: say('lastEvent'),
      width: '8rem',
      align: 'end',
      compare: byNumber(({ lastEventAt = 0 }) => -lastEventAt),
      cell: (key) => <LastEvent device={key} />,
    },
  ];
}

function LastEvent({ device }: { readonly device: DeviceKey }) {
  const { store, clock } = useServices();
  const say = useTexts(devicesTexts);
  const formats = useFormats();
  const at = store.device(device).value?.lastEventAt;
  return <span class="dim">{at === undefined ? say('never') : formats.age(at, Math.max(clock.value, at))}</span>;
}
