import { useMemo } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { deviceKeyOf } from '../../store/points.js';
import { Button } from '../../ui/form/button.tsx';
import { Chip } from '../../ui/layout.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { useMedia } from '../../ui/use-media.js';
import type { EventItem, GapItem, Item } from './event-rows.js';
import { shortValue } from './event-words.js';
import { differences } from './json-diff.js';
import { eventTexts } from './texts.js';
import { useTimes } from './use-times.js';

interface EventTableProps {
  /** The oldest first. */
  readonly rows: readonly Item[];
  readonly utc: boolean;
  readonly open: number | undefined;
  readonly onOpen: (item: EventItem) => void;
  readonly onRewind: (since: number) => void;
}

/** A row with its distance to the one before it. */
interface Row {
  readonly item: Item;
  readonly deltaMs: number | undefined;
}

/** The events, the newest first. */
export function EventTable({ rows, utc, open, onOpen, onRewind }: EventTableProps) {
  const say = useTexts(eventTexts);
  const formats = useFormats();
  const timeText = useTimes(utc);
  // Between the phone, where rows are cards, and a wide screen.
  const narrow = useMedia('(min-width: 44.01rem) and (max-width: 86rem)');
  const newestFirst = useMemo(() => rowsOf(rows), [rows]);
  const columns = useMemo<readonly Column<Row>[]>(
    () => [
      {
        id: 'time',
        title: say('time'),
        width: '7.5rem',
        cell: ({ item }) => <span class="mono">{timeText(item.at)}</span>,
      },
      {
        id: 'topic',
        title: say('topic'),
        width: 'minmax(12rem, 3fr)',
        isTitle: true,
        cell: ({ item }) => <TopicCell item={item} onRewind={onRewind} timeText={timeText} />,
      },
      {
        id: 'kind',
        title: say('kind'),
        width: '8rem',
        cell: ({ item }) => item.item === 'event' && <KindCell item={item} />,
      },
      {
        id: 'value',
        title: say('value'),
        width: 'minmax(9rem, 2fr)',
        cell: ({ item }) => item.item === 'event' && <ValueCell item={item} />,
      },
      {
        id: 'delta',
        title: say('delta'),
        width: '5.5rem',
        align: 'end',
        cell: ({ deltaMs }) =>
          deltaMs !== undefined && <span class="mono dim">{deltaText(deltaMs, formats.number)}</span>,
      },
      {
        id: 'seq',
        title: say('seq'),
        width: '9.5rem',
        align: 'end',
        cell: ({ item }) => item.item === 'event' && <span class="mono dim">{item.seq}</span>,
      },
    ],
    [say, formats, timeText],
  );
  return (
    <Table
      label={say('table')}
      rows={newestFirst}
      columns={open === undefined && !narrow ? columns : columns.filter(({ id }) => id !== 'kind' && id !== 'seq')}
      rowKey={({ item }) => `${item.item}${item.seq}${item.item === 'mark' ? item.at : ''}`}
      rowClass={({ item }) => `event-row ${item.item}${item.item === 'event' && item.seq === open ? ' open' : ''}`}
      sort=""
      onSort={() => {}}
      onOpen={({ item }) => item.item === 'event' && onOpen(item)}
      rowHeight={37}
    />
  );
}

const distances = new WeakMap<Item, Row>();

function rowsOf(items: readonly Item[]): readonly Row[] {
  const rows: Row[] = new Array(items.length);
  let before: Item | undefined;
  for (const [index, item] of items.entries()) {
    const deltaMs = item.item === 'event' && before?.item === 'event' ? Math.max(0, item.at - before.at) : undefined;
    let row = distances.get(item);
    if (row === undefined || row.deltaMs !== deltaMs) {
      row = { item, deltaMs };
      distances.set(item, row);
    }
    rows[items.length - 1 - index] = row;
    before = item;
  }
  return rows;
}

function deltaText(ms: number, number: (value: number, digits?: number) => string): string {
  if (!Number.isFinite(ms)) return '—';
  if (ms < 1000) return `${number(ms, ms < 10 ? 1 : 0)}\u202fms`;
  return ms < 100_000 ? `${number(ms / 1000, 1)}\u202fs` : `${number(ms / 60_000, 0)}\u202fmin`;
}

interface TopicCellProps {
  readonly item: Item;
  readonly onRewind: (since: number) => void;
  readonly timeText: (atMs: number) => string;
}

function TopicCell({ item, onRewind, timeText }: TopicCellProps) {
  const say = useTexts(eventTexts);
  if (item.item === 'mark') return <span>{say('markAt', { time: timeText(item.at) })}</span>;
  if (item.item === 'gap') return <GapCell gap={item} onRewind={onRewind} />;
  return <EventTopic item={item} />;
}

function EventTopic({ item }: { readonly item: EventItem }) {
  const { store } = useServices();
  const name =
    item.central === undefined || item.device === undefined
      ? undefined
      : store.device(deviceKeyOf(item.central, item.device)).value?.summary.name;
  return (
    <span class="event-topic private" title={item.topic}>
      {name !== undefined && <span class="event-name">{name}</span>}
      <span class={name === undefined ? 'mono' : 'mono dim'}>{name === undefined ? item.topic : tailOf(item)}</span>
    </span>
  );
}

/** Part of the topic after the device. */
function tailOf({ topic, device = '' }: EventItem): string {
  return topic
    .replace(`device.${device}.`, '')
    .replace(/^channels\.(\d+)\./, ':$1 ')
    .replace(/^(:\d+ )data_points\./, '$1');
}

const REASONS = ['evicted', 'epoch', 'future', 'overflow', 'disabled', 'lagged', 'log'] as const;

function GapCell({ gap, onRewind }: { readonly gap: GapItem; readonly onRewind: (since: number) => void }) {
  const say = useTexts(eventTexts);
  const { after, seq, reason, missing } = gap;
  const known = REASONS.find((each) => each === reason);
  return (
    <span class="event-gap">
      <strong>
        {missing === undefined
          ? say('gap', { from: String(after + 1), to: String(seq) })
          : say('gapOf', { n: missing })}
      </strong>{' '}
      <span>{known === undefined ? reason : say(known)}</span>
      {reason !== 'log' && (
        <Button kind="quiet" onClick={() => onRewind(after)}>
          {say('readGap')}
        </Button>
      )}
    </span>
  );
}

function KindCell({ item }: { readonly item: EventItem }) {
  const say = useTexts(eventTexts);
  return (
    <span class="row event-kinds">
      <Chip tone={item.kind === 'change' ? 'accent' : 'neutral'}>{say(item.momentary ? 'momentary' : item.kind)}</Chip>
    </span>
  );
}

function ValueCell({ item: { before, value, type } }: { readonly item: EventItem }) {
  if (value === undefined) return <span class="dim mono">{type}</span>;
  const changed = before === undefined ? [] : differences(before, value);
  // Of a state with many members, those that changed.
  if (changed.length > 0 && changed.every(({ path }) => path !== '')) {
    return (
      <span class="event-value mono">
        {changed.map(({ path, before: old, after }) => (
          <span key={path}>
            <span class="dim">{`${path} ${shortValue(old)} → `}</span>
            <strong>{shortValue(after)}</strong>{' '}
          </span>
        ))}
      </span>
    );
  }
  return (
    <span class="event-value mono">
      {before !== undefined && (
        <>
          <span class="dim">{shortValue(before)}</span>
          <span class="dim"> → </span>
        </>
      )}
      <strong>{shortValue(value)}</strong>
    </span>
  );
}
