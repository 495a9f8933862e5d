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
import { periodOf } from './period.js';
import { PeriodBar } from './period-bar.tsx';
import { curvesOf, extremesOf, type Series, sheetOf, unitOf, type ValueHistory } from './series.js';
import { StateBands } from './state-bands.tsx';
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
  /** Name of a value of a series of states, which are drawn as bands. Undefined for a series of numbers. */
  readonly stateName?: StateName;
}

type StateName = (series: Series, value: number) => string | undefined;

const POINTS = 600;

/** Recorded history of some values: a chart, its range in the address, and the numbers as a file. */
export function HistoryView({ points = [], interfaces = [], central, label, bounds, stateName }: HistoryViewProps) {
  const say = useTexts(historyTexts);
  const { query } = useHere();
  const period = periodOf(query);
  const { lengthMs, endMs } = period;
  const history = useResource(
    ({ gateway, now }) =>
      gateway.call('readHistory', {
        query: {
          points: points.join(),
          interfaces: interfaces.join(),
          ...(central === undefined ? {} : { central }),
          from: new Date((endMs ?? now()) - lengthMs).toISOString(),
          ...(endMs === undefined ? {} : { to: new Date(endMs).toISOString() }),
          max_points: POINTS,
        },
      }),
    { inputs: [points.join(), interfaces.join(), central, lengthMs, endMs] },
  );
  const { value, error } = history.current.value;
  return (
    <div class="stack">
      <PeriodBar period={period}>
        <Button onClick={() => void history.reload()}>
          <Icon of={RefreshCw} />
          {say('reload')}
        </Button>
        {value !== undefined && <SaveCsv history={value} label={label} />}
      </PeriodBar>
      {error !== undefined && <ErrorBox error={error} retry={() => void history.reload()} />}
      {value === undefined && error === undefined && <Skeleton height="16rem" />}
      {value !== undefined && <Recorded history={value} label={label} bounds={bounds} stateName={stateName} />}
    </div>
  );
}

interface RecordedProps {
  readonly history: ValueHistory;
  readonly label: (series: Series) => string;
  readonly bounds?: readonly [number, number] | undefined;
  readonly stateName?: StateName | undefined;
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

function Recorded({ history, label, bounds, stateName = () => undefined }: RecordedProps) {
  const say = useTexts(historyTexts);
  const formats = useFormats();
  const shown = history.series.filter((series) => extremesOf(series) !== undefined);
  const states = shown.filter((series) => stateName(series, 0) !== undefined);
  const numbers = shown.filter((series) => !states.includes(series));
  const drawn = useMemo(() => curvesOf({ ...history, series: numbers }, label), [history, label]);
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
      {numbers.length > 0 && (
        <LazyChart
          {...drawn}
          label={say('chart', { names: numbers.map(label).join(', ') })}
          {...(bounds === undefined ? {} : { bounds })}
        />
      )}
      {states.length > 0 && (
        <StateBands
          history={history}
          series={states}
          label={label}
          stateName={(series, value) => stateName(series, value) ?? String(value)}
        />
      )}
      <ul class="small dim">
        {numbers.map((series) => {
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
