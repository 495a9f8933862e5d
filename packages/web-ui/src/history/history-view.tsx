import { ChartLine, Download, RefreshCw } from 'lucide';
import { useMemo, useRef } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../context/services.js';
import { useHere } from '../context/use-here.js';
import { useResource } from '../context/use-resource.js';
import { download, fileName } from '../files/download.js';
import { csvOf } from '../files/sheet.js';
import { LazyChart } from '../ui/chart/lazy-chart.tsx';
import { Button } from '../ui/form/button.tsx';
import { ErrorBox } from '../ui/form/error-box.tsx';
import { HelpLink } from '../ui/help-link.tsx';
import { Empty, Skeleton } from '../ui/layout.tsx';
import { Icon } from '../ui/value/icon.tsx';
import { type Frame, periodOf } from './period.js';
import { PeriodBar } from './period-bar.tsx';
import { curvesOf, extremesOf, type Series, sheetOf, unitOf, type ValueHistory } from './series.js';
import { StateBands } from './state-bands.tsx';
import { historyTexts } from './texts.js';
import { useZoom } from './use-zoom.js';
import { zoomed } from './zoom.js';
import { ZoomArea } from './zoom-area.tsx';

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

/** Recorded history of some values: a chart to zoom, its range in the address, and the numbers as a file. */
export function HistoryView(props: HistoryViewProps) {
  const { points = [], interfaces = [], central, label, bounds, stateName } = props;
  const { now } = useServices();
  const say = useTexts(historyTexts);
  const { query } = useHere();
  const period = periodOf(query);
  const { lengthMs, endMs } = period;
  const subject = JSON.stringify([points, interfaces, central]);
  const history = useResource(
    ({ gateway, now }, signal) =>
      gateway.call('readHistory', {
        query: {
          points: points.join(),
          interfaces: interfaces.join(),
          ...(central === undefined ? {} : { central }),
          from: new Date((endMs ?? now()) - lengthMs).toISOString(),
          ...(endMs === undefined ? {} : { to: new Date(endMs).toISOString() }),
          max_points: POINTS,
        },
        signal,
      }),
    { inputs: [subject, lengthMs, endMs] },
  );
  const { value: current, error, at, loading } = history.current.value;
  const value = useLastOf(subject, current);
  const nowMs = useMemo(now, [lengthMs, endMs, at]);
  const { frame, change } = useZoom(period, nowMs);
  return (
    <div class="stack">
      <PeriodBar period={period} onZoom={(factor) => change(zoomed(frame, factor))}>
        <Button onClick={() => void history.reload()}>
          <Icon of={RefreshCw} />
          {say('reload')}
        </Button>
        {current !== undefined && <SaveCsv history={current} label={label} />}
      </PeriodBar>
      {error !== undefined && <ErrorBox error={error} retry={() => void history.reload()} />}
      {value === undefined && error === undefined && <Skeleton height="16rem" />}
      {value !== undefined && (
        <Recorded
          history={value}
          frame={frame}
          onFrame={change}
          isLoading={loading}
          label={label}
          bounds={bounds}
          stateName={stateName}
        />
      )}
    </div>
  );
}

/** The last known value of the same subject: it stays drawn while another part of it is read. */
function useLastOf<T>(subject: string, value: T | undefined): T | undefined {
  const last = useRef<{ readonly subject: string; readonly value: T }>(undefined);
  if (value !== undefined) last.current = { subject, value };
  return last.current?.subject === subject ? last.current.value : undefined;
}

interface RecordedProps {
  readonly history: ValueHistory;
  /** Shown part of the time axis. */
  readonly frame: Frame;
  readonly onFrame: (frame: Frame) => void;
  readonly isLoading: boolean;
  readonly label: (series: Series) => string;
  readonly bounds?: readonly [number, number] | undefined;
  readonly stateName?: StateName | undefined;
}

function SaveCsv({ history, label }: Pick<RecordedProps, 'history' | 'label'>) {
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

function Recorded(props: RecordedProps) {
  const { history, frame, onFrame, isLoading, label, bounds, stateName = () => undefined } = props;
  const say = useTexts(historyTexts);
  const shown = history.series.filter((series) => extremesOf(series) !== undefined);
  const states = shown.filter((series) => stateName(series, 0) !== undefined);
  const numbers = shown.filter((series) => !states.includes(series));
  const drawn = useMemo(() => curvesOf({ ...history, series: numbers }, label), [history, label]);
  if (shown.length === 0) return isLoading ? <Skeleton height="16rem" /> : <NoValues history={history} />;
  return (
    <>
      <ZoomArea frame={frame} onChange={onFrame} isLoading={isLoading}>
        {numbers.length > 0 && (
          <LazyChart
            {...drawn}
            frame={frame}
            label={say('chart', { names: numbers.map(label).join(', ') })}
            {...(bounds === undefined ? {} : { bounds })}
          />
        )}
        {states.length > 0 && (
          <StateBands
            history={history}
            frame={frame}
            series={states}
            label={label}
            stateName={(series, value) => stateName(series, value) ?? String(value)}
          />
        )}
      </ZoomArea>
      <Summary shown={shown} numbers={numbers} label={label} />
    </>
  );
}

function NoValues({ history }: Pick<RecordedProps, 'history'>) {
  const say = useTexts(historyTexts);
  const errors = [...new Set(history.series.flatMap(({ error }) => error ?? []))];
  const recorded = history.series.some((series) => series.recorded);
  return (
    <Empty title={say('none')} icon={ChartLine}>
      <p>
        {errors.length > 0
          ? errors.join(' ')
          : say(history.retention.enabled ? (recorded ? 'soon' : 'notRecorded') : 'off')}
      </p>
      <HelpLink to="history-empty" />
    </Empty>
  );
}

interface SummaryProps extends Pick<RecordedProps, 'label'> {
  readonly shown: readonly Series[];
  readonly numbers: readonly Series[];
}

function Summary({ shown, numbers, label }: SummaryProps) {
  const say = useTexts(historyTexts);
  const formats = useFormats();
  const resolution = Math.max(0, ...shown.map(({ resolution_ms }) => resolution_ms));
  return (
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
      <li>{say('zoomHint')}</li>
    </ul>
  );
}
