import { ChartLine, Download, RefreshCw } from 'lucide';
import { useMemo } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../context/services.js';
import { useHere } from '../context/use-here.js';
import { useResource } from '../context/use-resource.js';
import { download, fileName } from '../files/download.js';
import { csvOf } from '../files/sheet.js';
import { LazyChart } from '../ui/chart/lazy-chart.tsx';
import { Button } from '../ui/form/button.tsx';
import { ErrorBox } from '../ui/form/error-box.tsx';
import { Empty, Skeleton } from '../ui/layout.tsx';
import { Icon } from '../ui/value/icon.tsx';
import { curvesOf, extremesOf, type Series, sheetOf, unitOf, type ValueHistory } from './series.js';
import { historyTexts } from './texts.js';

interface HistoryViewProps {
  /** Data points as `ADDRESS:CHANNEL:PARAMETER`. */
  readonly points?: readonly string[];
  /** Ids of interfaces: their duty cycle and carrier sense. */
  readonly interfaces?: readonly string[];
  /** Needed only where an address exists on several CCUs. */
  readonly central?: string;
  readonly label: (series: Series) => string;
  /** Bounds of the axis of values, where they are known. */
  readonly bounds?: readonly [low: number, high: number];
}

const HOUR_MS = 3_600_000;
const RANGES = [
  ['h1', HOUR_MS],
  ['h6', 6 * HOUR_MS],
  ['h24', 24 * HOUR_MS],
  ['d7', 168 * HOUR_MS],
  ['d30', 720 * HOUR_MS],
] as const;
const POINTS = 600;

/** Recorded history of some values: a chart, its range in the address, and the numbers as a file. */
export function HistoryView({ points = [], interfaces = [], central, label, bounds }: HistoryViewProps) {
  const say = useTexts(historyTexts);
  const { query, setQuery } = useHere();
  const [range, length] = RANGES.find(([name]) => name === query.range) ?? RANGES[2];
  const history = useResource(
    ({ gateway, now }) =>
      gateway.call('readHistory', {
        query: {
          points: points.join(),
          interfaces: interfaces.join(),
          ...(central === undefined ? {} : { central }),
          from: new Date(now() - length).toISOString(),
          max_points: POINTS,
        },
      }),
    { inputs: [points.join(), interfaces.join(), central, length] },
  );
  const { value, error } = history.current.value;
  return (
    <div class="stack">
      <div class="row">
        <select
          class="input"
          aria-label={say('range')}
          value={range}
          onChange={(event) =>
            setQuery({ range: event.currentTarget.value === 'h24' ? '' : event.currentTarget.value })
          }
        >
          {RANGES.map(([name]) => (
            <option key={name} value={name}>
              {say(name)}
            </option>
          ))}
        </select>
        <Button onClick={() => void history.reload()}>
          <Icon of={RefreshCw} />
          {say('reload')}
        </Button>
        {value !== undefined && <SaveCsv history={value} label={label} />}
      </div>
      {error !== undefined && <ErrorBox error={error} retry={() => void history.reload()} />}
      {value === undefined && error === undefined && <Skeleton height="16rem" />}
      {value !== undefined && <Recorded history={value} label={label} bounds={bounds} />}
    </div>
  );
}

interface RecordedProps {
  readonly history: ValueHistory;
  readonly label: (series: Series) => string;
  readonly bounds?: readonly [number, number] | undefined;
}

function SaveCsv({ history, label }: RecordedProps) {
  const { now } = useServices();
  const say = useTexts(historyTexts);
  const save = () => download(fileName('history', now(), 'csv'), csvOf(sheetOf(history.series, label)), 'text/csv');
  return (
    <Button onClick={save}>
      <Icon of={Download} />
      {say('csv')}
    </Button>
  );
}

function Recorded({ history, label, bounds }: RecordedProps) {
  const say = useTexts(historyTexts);
  const formats = useFormats();
  const shown = history.series.filter((series) => extremesOf(series) !== undefined);
  const drawn = useMemo(() => curvesOf({ ...history, series: shown }, label), [history, label]);
  const errors = [...new Set(history.series.flatMap(({ error }) => error ?? []))];
  const resolution = Math.max(0, ...shown.map(({ resolution_ms }) => resolution_ms));
  if (shown.length === 0) {
    const recorded = history.series.some((series) => series.recorded);
    return (
      <Empty title={say('none')} icon={ChartLine}>
        <p>
          {errors.length > 0
            ? errors.join(' ')
            : say(history.retention.enabled ? (recorded ? 'soon' : 'notRecorded') : 'off')}
        </p>
      </Empty>
    );
  }
  return (
    <>
      <LazyChart
        {...drawn}
        label={say('chart', { names: shown.map(label).join(', ') })}
        {...(bounds === undefined ? {} : { bounds })}
      />
      <ul class="small dim">
        {shown.map((series) => {
          const { min, max, last } = extremesOf(series)!;
          const text = (number: number) => `${formats.number(number)} ${unitOf(series)}`.trim();
          const name = label(series);
          return (
            <li key={name} class="private">
              {say('summary', { name, min: text(min), max: text(max), last: text(last) })}
            </li>
          );
        })}
        {resolution > 60_000 && <li>{say('folded', { n: Math.round(resolution / 60_000) })}</li>}
      </ul>
    </>
  );
}
