import { useEffect, useRef } from 'preact/hooks';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useServices, useTexts } from '../../context/services.js';
import { uiTexts } from '../value/texts.js';
import './chart.css';

export interface ChartCurve {
  readonly label: string;
  readonly unit: string;
  readonly values: readonly (number | null)[];
}

interface ChartProps {
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  /** Shown part of the time axis, in milliseconds since 1970. */
  readonly frame: { readonly from: number; readonly to: number };
  /** At most six have distinct colours. */
  readonly curves: readonly ChartCurve[];
  /** Accessible name. */
  readonly label: string;
  /** Bounds of the axis of values where they are known, such as 0 and 100 for percent. */
  readonly bounds?: readonly [low: number, high: number];
  readonly height?: number;
}

/** Curves over time: each value holds until the next one. */
export function Chart({ times, curves, frame, label, bounds, height = 260 }: ChartProps) {
  const around = useRef<HTMLDivElement>(null);
  const { theme, language } = useServices();
  const say = useTexts(uiTexts);
  const look = theme.current.value;
  const locale = language.current.value;
  const names = curves.map((curve) => `${curve.label} ${curve.unit}`).join('\n');
  const plot = useRef<UPlot | undefined>(undefined);
  // The library's type cannot say that its first row are the times and the others may have holes.
  const data = [times, ...curves.map(({ values }) => values)] as unknown as UPlot.AlignedData;
  useEffect(() => {
    const element = around.current;
    if (element === null) return;
    const made = new UPlot(
      optionsFor(element, { curves, frame, bounds, height, locale, timeName: say('time') }),
      data,
      element,
    );
    plot.current = made;
    const watch = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      made.destroy();
      plot.current = undefined;
    };
  }, [names, look, locale, height, bounds?.join()]);
  useEffect(() => plot.current?.setData(data), [times, curves]);
  useEffect(
    () => plot.current?.setScale('x', { min: frame.from / 1000, max: frame.to / 1000 }),
    [frame.from, frame.to],
  );
  return <div class="chart" ref={around} role="img" aria-label={label} />;
}

/** Scale of the values of a unit: the first two have an axis, others stand in the legend alone. */
const scaleOf = (unit: number): string => `y${unit}`;

interface Look {
  readonly curves: readonly ChartCurve[];
  readonly frame: ChartProps['frame'];
  readonly bounds: readonly [number, number] | undefined;
  readonly height: number;
  readonly locale: string;
  /** Name of the time column in the legend. */
  readonly timeName: string;
}

/** Custom properties of the colours of curves. */
const COLOURS = ['--accent', '--warn', '--good', '--bad', '--line-strong', '--text'];

function optionsFor(element: HTMLElement, { curves, frame, bounds, height, locale, timeName }: Look): UPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' });
  const stepped = UPlot.paths.stepped?.({ align: 1 });
  const units = [...new Set(curves.map(({ unit }) => unit))];
  const range = bounds === undefined ? {} : { range: [bounds[0], bounds[1]] satisfies UPlot.Range.MinMax };
  const axis = {
    stroke: colour('--dim'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1 },
  };
  return {
    width: element.clientWidth,
    height,
    // The view around the chart zooms: its values are read again for the shown part.
    cursor: { y: false, drag: { x: false, y: false }, bind: { dblclick: () => null } },
    scales: {
      x: { auto: false, min: frame.from / 1000, max: frame.to / 1000 },
      ...Object.fromEntries(units.map((_, index) => [scaleOf(index), range])),
    },
    axes: [
      { ...axis, values: (_plot, splits) => timeLabels(splits, locale) },
      ...units.slice(0, 2).map((unit, index) => ({
        ...axis,
        scale: scaleOf(index),
        ...(index === 0 ? {} : { side: 1, grid: { show: false } }),
        ...(units.length === 1 || unit === '' ? {} : { label: unit, labelSize: 20 }),
        values: (_plot: UPlot, splits: number[]) => splits.map((value) => numbers.format(value)),
      })),
    ],
    series: [
      { label: timeName, value: (_plot, at) => (at == null ? '' : moments.format(at * 1000)) },
      ...curves.map(({ label, unit }, index) => ({
        label,
        scale: scaleOf(units.indexOf(unit)),
        stroke: colour(COLOURS[index % COLOURS.length]!),
        width: 2,
        points: { show: false },
        ...(stepped === undefined ? {} : { paths: stepped }),
        value: (_plot: UPlot, value: number | null) => (value == null ? '—' : `${numbers.format(value)} ${unit}`),
      })),
    ],
  };
}

const MINUTE_S = 60;
const DAY_S = 86_400;

/** The month where the range is years, the day where it is days, else the time, with seconds where it is minutes. */
function timeLabels(splits: readonly number[], locale: string): string[] {
  const step = (splits[1] ?? 0) - (splits[0] ?? 0);
  const format = new Intl.DateTimeFormat(locale, labelParts(step));
  return splits.map((at) => format.format(at * 1000));
}

function labelParts(step: number): Intl.DateTimeFormatOptions {
  if (step >= 28 * DAY_S) return { month: 'short', year: 'numeric' };
  if (step >= DAY_S) return { day: '2-digit', month: '2-digit' };
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return step < MINUTE_S ? { ...time, second: '2-digit' } : time;
}
