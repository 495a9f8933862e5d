import { useComputed, useSignal } from '@preact/signals';
import { Cpu } from 'lucide';
import { useMemo, useState } from 'preact/hooks';
import { useAreasByRoom } from '../../areas/use-areas.js';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { devicePath } from '../../net/device-path.js';
import type { DeviceKey } from '../../store/points.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Empty, PageHeader, Skeleton } from '../../ui/layout.tsx';
import { Table } from '../../ui/table/table.tsx';
import { uiTexts } from '../../ui/value/texts.js';
import { valueText } from '../../ui/value/value-text.js';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { columnOf, createPointFinder, type PointFinder, sortRows, sortValue } from './columns.js';
import { applyFacets, type Filtered, type Row } from './facets.js';
import { Filters } from './filters.tsx';
import { comparing, createRowKeeper } from './rows.js';
import { matches, parseSearch } from './search.js';
import { tableColumns } from './table-columns.tsx';
import { devicesTexts } from './texts.js';
import { type DevicesView, queryOf, viewOf } from './view.js';
import { ViewMenu } from './view-menu.tsx';
import './devices.css';

/** All devices in one table; search, filters, columns and order are in the address. */
export function DevicesPage() {
  const { store, connection } = useServices();
  const say = useTexts(devicesTexts);
  if (!store.loaded.value) {
    return (
      <>
        <PageHeader title={say('title')}>{say('loading')}</PageHeader>
        {connection.current.value.state === 'offline' && (
          <ErrorBox error={connection.failure.value} retry={() => connection.retry()} />
        )}
        <Skeleton height="3rem" count={8} />
      </>
    );
  }
  if (store.devices.value.length === 0) {
    return (
      <>
        <PageHeader title={say('title')} />
        <Empty title={say('none')} icon={Cpu}>
          <p>{say('noneHint')}</p>
        </Empty>
      </>
    );
  }
  return <Loaded />;
}

/** Width below which a column cannot be read. */
const COLUMN_REM = 9.5;
/** Columns that have room beside the filters. */
const FITTING = 6;

function Loaded() {
  const { store } = useServices();
  const { query, setQuery, go } = useHere();
  const say = useTexts(devicesTexts);
  const view = viewOf(query);
  const finder = useMemo(() => createPointFinder(store.peekPoint), [store]);
  const { rows, facets } = useRows(view, finder);
  const [selected, select] = useState<ReadonlySet<DeviceKey>>(new Set());
  const change = (next: DevicesView) => setQuery(queryOf(next));
  const total = store.devices.value.length;
  const clear = () => change({ ...view, search: '', chosen: {} });
  const columns = tableColumns({ view, finder, say, labelOf: useLabels(finder), selected, select, rows });
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <SearchField label={say('search')} value={view.search} onInput={(search) => change({ ...view, search })} />
        }
      >
        {rows.length === total ? say('total', { n: total }) : say('shown', { n: rows.length, total })}
      </PageHeader>
      <div class="devices">
        <Filters view={view} facets={facets} onChange={change} />
        <div class="devices-main">
          <div class="row devices-tools">
            <ColumnChooser columns={view.columns} onChange={(next) => change({ ...view, columns: next })} />
            <ViewMenu />
            <BulkBar rows={rows} selected={selected} select={select} sheetOf={useSheet(view, finder)} />
          </div>
          {rows.length === 0 ? (
            <Empty title={say('noMatch')}>
              <p>{say('noMatchHint')}</p>
              <Button onClick={clear}>{say('clear')}</Button>
            </Empty>
          ) : (
            <div
              class={`scroll-sideways${columns.length > FITTING ? ' wide' : ''}`}
              style={{ '--least': `${columns.length * COLUMN_REM}rem` }}
            >
              <Table
                label={say('title')}
                rows={rows}
                columns={columns}
                rowKey={(row) => row.device.key}
                sort={`${view.descending ? '-' : ''}${view.sort}`}
                onSort={(sort) => change({ ...view, sort: sort.replace(/^-/, ''), descending: sort.startsWith('-') })}
                onOpen={({ device }) => go(devicePath(device.summary))}
              />
            </div>
          )}
        </div>
      </div>
    </>
  );
}

/** Matching rows, in their order. Computed at most once a second, for any number of events. */
function useRows(view: DevicesView, finder: PointFinder): Filtered {
  const { store, clock } = useServices();
  const formats = useFormats();
  const keeper = useMemo(() => createRowKeeper(store), [store]);
  const areaOf = useAreasByRoom();
  const areas = useSignal(areaOf);
  areas.value = areaOf;
  const all = useComputed((): readonly Row[] => {
    store.pulse.value;
    return keeper.rows(areas.value);
  }).value;
  const devices = store.devices.value;
  const compare = useMemo(
    () =>
      comparing(
        devices.flatMap((key) => [key, store.peekDevice(key)?.summary.name ?? '']),
        formats.compare,
      ),
    [devices, formats],
  );
  const fitting = useMemo(() => {
    const search = parseSearch(view.search);
    const found = all.filter((row) => matches(search, row.facts, row.text, clock.peek()));
    return applyFacets(found, view.chosen);
  }, [all, view.search, JSON.stringify(view.chosen)]);
  const column = columnOf(view.sort) ?? columnOf('name')!;
  const rows = useMemo(
    () =>
      sortRows(fitting.rows, {
        valueOf: (row) => sortValue(row, column, finder, store.peekPoint),
        descending: view.descending,
        compare,
      }),
    [fitting, view.sort, view.descending, compare],
  );
  return { rows, facets: fitting.facets };
}

/** Label of a parameter, from any device that has it. */
function useLabels(finder: PointFinder): (parameter: string) => string {
  const { store } = useServices();
  return (parameter) => {
    for (const key of store.devices.value) {
      const device = store.peekDevice(key);
      const point = device === undefined ? undefined : finder.parameter(device, parameter);
      if (point !== undefined) return store.peekPoint(point)?.summary.parameter_label ?? parameter;
    }
    return parameter;
  };
}

/** The shown columns as a sheet: values as numbers, everything else as text. */
function useSheet(view: DevicesView, finder: PointFinder) {
  const { store } = useServices();
  const say = useTexts(devicesTexts);
  const sayUi = useTexts(uiTexts);
  const formats = useFormats();
  const labelOf = useLabels(finder);
  const columns = view.columns.flatMap((id) => {
    const column = columnOf(id);
    return column === undefined ? [] : [column];
  });
  return (rows: readonly Row[]) => ({
    columns: [
      say('address'),
      ...columns.map((column) => (column.kind === 'parameter' ? labelOf(column.parameter) : say(column.property))),
    ],
    rows: rows.map((row) => [
      row.device.summary.address,
      ...columns.map((column) => {
        const isValue = column.kind === 'parameter' || column.property === 'value';
        if (!isValue) return cellText(row, column.property);
        const key =
          column.kind === 'parameter' ? finder.parameter(row.device, column.parameter) : finder.primary(row.device);
        const summary = key === undefined ? undefined : store.peekPoint(key)?.summary;
        if (summary?.value === undefined) return undefined;
        return typeof summary.value === 'number' && summary.value_list === undefined
          ? summary.value * (summary.multiplier ?? 1)
          : valueText(summary, summary.value, sayUi, formats);
      }),
    ]),
  });
}

function cellText(row: Row, property: string): unknown {
  const { summary, lastEventAt } = row.device;
  const texts: Readonly<Record<string, unknown>> = {
    name: summary.name,
    model: summary.model,
    address: summary.address,
    room: summary.rooms?.join(', '),
    function: summary.functions?.join(', '),
    ccu: summary.central,
    interface: summary.interface,
    last: lastEventAt === undefined ? undefined : new Date(lastEventAt).toISOString(),
    state: row.facts.available ? 'reachable' : 'unreachable',
    battery: row.facts.hasBattery ? (row.facts.lowBattery ? 'low' : 'good') : undefined,
    rssi: row.facts.rssi,
    firmware: summary.firmware.Current,
    channels: summary.channels_count,
  };
  return texts[property];
}
