import { type Signal, useComputed } from '@preact/signals';
import { CloudOff, Ellipsis, Star } from 'lucide';
import { createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { devicePath } from '../../net/device-path.js';
import type { DeviceKey, Point, PointKey } from '../../store/points.js';
import { tilePointsOf } from '../../store/primary.js';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { Control } from '../../ui/form/control.tsx';
import { Chip } from '../../ui/layout.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { unitOf } from '../../ui/value/value-text.js';
import { ValueView } from '../../ui/value/value-view.tsx';
import { homeTexts } from './texts.js';
import type { CoursePoint, TileCourses } from './tile-courses.js';

/** State shared by all tiles of the page. */
interface TilesShared {
  /** Id of the tile that Tab leads to. */
  readonly active: Signal<string>;
  readonly courses: TileCourses;
  readonly openMenu: (device: DeviceKey) => void;
}

export const TilesContext = createContext<TilesShared | undefined>(undefined);

/** One device: its readings, their course in the last day, and its control. */
export function Tile({ id, device: key }: { readonly id: string; readonly device: DeviceKey }) {
  const { store, favourites } = useServices();
  const { active, openMenu } = useContext(TilesContext)!;
  const say = useTexts(homeTexts);
  const tile = useRef<HTMLElement>(null);
  const isActive = useComputed(() => active.value === id).value;
  const isFavourite = useComputed(() => favourites.keys.value.has(key)).value;
  const device = store.device(key).value;
  const points = useMemo(
    () => (device === undefined ? undefined : tilePointsOf(device, store.peekPoint)),
    [device?.channels],
  );
  useLayoutEffect(() => {
    // Only one tile and its controls are in the tab order, so that users need not tab through hundreds of devices.
    for (const each of tile.current?.querySelectorAll<HTMLElement>('a, button, input, select') ?? [])
      each.tabIndex = isActive ? 0 : -1;
  });
  if (device === undefined || points === undefined) return null;
  const { summary } = device;
  const control = points.control === undefined ? undefined : store.point(points.control).value;
  // A control that asks first is no switch in the corner.
  const isSwitch = control?.summary.type === 'BOOL' && control.summary.confirm === undefined;
  const lit = control?.summary.type === 'BOOL' && control.summary.value === true;
  return (
    <article
      ref={tile}
      class={`tile${summary.available ? '' : ' away'}${lit ? ' lit' : ''}`}
      aria-label={summary.name}
      tabIndex={isActive ? 0 : -1}
      data-tile={id}
      data-device={key}
    >
      <header>
        <h4 class="private">
          {isFavourite && <Icon of={Star} />}
          <a href={devicePath(summary)}>{summary.name}</a>
        </h4>
        {control !== undefined && isSwitch && <Control point={control} name={summary.name} />}
        <button
          type="button"
          class="tile-menu-button"
          aria-label={say('actionsOf', { name: summary.name })}
          title={say('actions')}
          onClick={() => openMenu(key)}
        >
          <Icon of={Ellipsis} />
        </button>
      </header>
      {!summary.available && (
        <Chip tone="bad" icon={CloudOff}>
          {say('away')}
        </Chip>
      )}
      {control !== undefined && <Labelled point={points.control!} />}
      {points.readings.slice(0, control === undefined ? 3 : 1).map((reading) => (
        <Labelled key={reading} point={reading} />
      ))}
      {control !== undefined && !isSwitch && <Control point={control} name={summary.name} />}
      <Course around={tile} keys={[...points.readings, ...(points.control === undefined ? [] : [points.control])]} />
    </article>
  );
}

function Labelled({ point: key }: { readonly point: PointKey }) {
  const point = useServices().store.point(key).value;
  if (point === undefined) return null;
  return (
    <p class="labelled">
      <span class="dim small">{point.summary.parameter_label}</span>
      <ValueView point={point} />
    </p>
  );
}

/** The last day of the first measured value; empty without a record, or for a constant value. */
function Course({
  keys,
  around,
}: {
  readonly keys: readonly PointKey[];
  readonly around: { readonly current: HTMLElement | null };
}) {
  const { store } = useServices();
  const point = keys.map(store.peekPoint).find((each) => each !== undefined && isMeasured(each));
  if (point === undefined) return null;
  return <CourseOf key={point.key} point={point} around={around} />;
}

const isMeasured = ({ summary: { type, value_list: list } }: Point) =>
  (type === 'FLOAT' || type === 'INTEGER') && list === undefined;

function CourseOf({
  point,
  around,
}: {
  readonly point: Point;
  readonly around: { readonly current: HTMLElement | null };
}) {
  const { courses } = useContext(TilesContext)!;
  const say = useTexts(homeTexts);
  const formats = useFormats();
  const [isSeen, see] = useState(false);
  const wanted = useMemo(() => coursePointOf(point), [point.key]);
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => see(entries.some(({ isIntersecting }) => isIntersecting)));
    if (around.current !== null) watch.observe(around.current);
    return () => watch.disconnect();
  }, []);
  useEffect(() => (isSeen ? courses.want(wanted) : undefined), [isSeen, wanted]);
  const course = courses.of(wanted).value;
  if (course === undefined) return null;
  const known = course.values.filter(Number.isFinite);
  const text = (value: number) => `${formats.number(value, 1)}${unitOf(point.summary)}`;
  const label = say('course', {
    name: point.summary.parameter_label ?? point.summary.parameter,
    time: formats.duration(course.spanMs),
    min: text(Math.min(...known)),
    max: text(Math.max(...known)),
    now: text(known.at(-1) ?? Number.NaN),
  });
  return <Sparkline values={course.values} label={label} />;
}

function coursePointOf({ device, channel, summary: { parameter } }: Point): CoursePoint {
  const cut = device.indexOf('/');
  return { central: device.slice(0, cut), place: `${device.slice(cut + 1)}:${channel}:${parameter}` };
}
