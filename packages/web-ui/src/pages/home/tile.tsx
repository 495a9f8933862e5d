import { type Signal, useComputed } from '@preact/signals';
import { CloudOff, Ellipsis, GripVertical, Star } from 'lucide';
import { createContext } from 'preact';
import { useContext, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { devicePath } from '../../net/device-path.js';
import type { DeviceKey, Point, PointKey } from '../../store/points.js';
import { tilePointsOf } from '../../store/primary.js';
import { Control } from '../../ui/form/control.tsx';
import { Chip } from '../../ui/layout.tsx';
import { DeviceGlyph } from '../../ui/value/device-glyph.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { ValueView } from '../../ui/value/value-view.tsx';
import { CourseOf } from './course.tsx';
import { homeTexts } from './texts.js';
import { TileControl, TileKeys } from './tile-controls.tsx';

/** Beginning of the ids of tiles in the group of favourites. */
const FAVOURITE_TILE = 'favourites ';

/** State shared by all tiles of the page. */
interface TilesShared {
  /** Id of the tile that Tab leads to. */
  readonly active: Signal<string>;
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
  // The header, because a drag on the tile would move its sliders.
  const movable = id.startsWith(FAVOURITE_TILE);
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
        {movable && (
          <span class="tile-grip">
            <Icon of={GripVertical} />
          </span>
        )}
        <DeviceGlyph icon={summary.model_icon} />
        <h4 class="private">
          {isFavourite && <Icon of={Star} />}
          <a href={devicePath(summary)} draggable={!movable}>
            {summary.name}
          </a>
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
      {control !== undefined && !isSwitch && <TileControl device={device} control={control} stop={points.stop} />}
      {points.keys.length > 0 && <TileKeys keys={points.keys} name={summary.name} />}
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
