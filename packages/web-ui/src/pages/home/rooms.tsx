import { useComputed, useSignal } from '@preact/signals';
import { Cpu } from 'lucide';
import { Fragment, type TargetedKeyboardEvent } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { useAreasByRoom } from '../../areas/use-areas.js';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { devicePath } from '../../net/device-path.js';
import type { DeviceKey } from '../../store/points.js';
import { hasTilePoints } from '../../store/primary.js';
import { Empty } from '../../ui/layout.tsx';
import { useGrowingCount } from '../../ui/table/use-growing-count.js';
import { CoursesContext } from './course.tsx';
import { useFavouriteDrag } from './favourite-drag.js';
import { GROUPINGS, type Grouping, groupDevices, groupingOf, type TileGroup } from './grouping.js';
import { RoomHead } from './room-head.tsx';
import { homeTexts } from './texts.js';
import { Tile, TilesContext } from './tile.tsx';
import { createTileCourses } from './tile-courses.js';
import { type Box, tileAfter } from './tile-grid.js';
import { TileMenu } from './tile-menu.tsx';

/** A tile for each device, in rooms or another grouping. Favourites come first, then unreachable devices. */
export function Rooms() {
  const { store, favourites } = useServices();
  const say = useTexts(homeTexts);
  const formats = useFormats();
  const { query, setQuery } = useHere();
  const grouping = groupingOf(query.by);
  useEffect(() => void favourites.load(), []);
  const by = useSignal<Grouping>(grouping);
  by.value = grouping;
  const areaOf = useAreasByRoom();
  const areas = useSignal(areaOf);
  areas.value = areaOf;
  const groups = useComputed(() => {
    const devices = store.devices.value
      .map((key) => store.peekDevice(key))
      .filter((device) => device !== undefined)
      .filter((device) => hasTilePoints(device, store.peekPoint));
    return groupDevices(devices, by.value, favourites.keys.value, formats.compare, areas.value);
  });
  const shown = useGrowingCount(groups.value.reduce((sum, { devices }) => sum + devices.length, 0));
  if (store.devices.value.length === 0) {
    return (
      <Empty title={say('noDevices')} icon={Cpu}>
        <p>{say('noDevicesHint')}</p>
      </Empty>
    );
  }
  return (
    <>
      <div class="row happens">
        <h2 class="grow">{say('rooms')}</h2>
        <label class="row small">
          {say('groupedBy')}
          <select
            class="input"
            value={grouping}
            onChange={({ currentTarget: { value } }) => setQuery({ by: value === GROUPINGS[0] ? '' : value })}
          >
            {GROUPINGS.map((each) => (
              <option key={each} value={each}>
                {say(each)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {grouping === 'room' && groups.value.every(({ kind }) => kind !== 'named') && (
        <p class="dim">{`${say('noRooms')}. ${say('noRoomsHint')}`}</p>
      )}
      <Tiles groups={upTo(groups.value, shown)} grouping={grouping} />
    </>
  );
}

interface ShownGroup extends TileGroup {
  /** Devices with a rendered tile. */
  readonly shown: readonly DeviceKey[];
}

/** Groups limited to the allowed number of tiles; empty groups are left out. */
function upTo(groups: readonly TileGroup[], count: number): readonly ShownGroup[] {
  let left = count;
  return groups
    .map((group) => {
      const shown = group.devices.slice(0, left);
      left -= shown.length;
      return { ...group, shown };
    })
    .filter(({ shown }) => shown.length > 0);
}

/** The tiles of all groups are one grid for the keyboard: Tab leads to one of them, arrows to the others. */
function Tiles({ groups, grouping }: { readonly groups: readonly ShownGroup[]; readonly grouping: Grouping }) {
  const { gateway, now } = useServices();
  const say = useTexts(homeTexts);
  const { go } = useHere();
  const courses = useMemo(() => createTileCourses({ gateway, now, timer }), []);
  useEffect(() => () => courses.close(), []);
  const menuOf = useSignal<DeviceKey | undefined>(undefined);
  const active = useSignal('');
  // The same object: another one would render all tiles again whenever more of them are shown.
  const context = useMemo(() => ({ active, openMenu: (key: DeviceKey) => (menuOf.value = key) }), []);
  const first = groups[0] === undefined ? '' : tileId(groups[0], groups[0].devices[0]!);
  const drag = useFavouriteDrag();
  const isThere = groups.some((group) => group.devices.some((key) => tileId(group, key) === active.value));
  useEffect(() => {
    if (!isThere) active.value = first;
  }, [isThere, first]);
  const titleOf = ({ kind, name }: TileGroup) =>
    kind === 'named' ? name : say(kind === 'favourites' ? 'favourites' : NONE[grouping]);

  return (
    <CoursesContext.Provider value={courses}>
      <TilesContext.Provider value={context}>
        <div
          class={`stack by-${grouping}`}
          role="group"
          aria-label={say('rooms')}
          onKeyDown={(event) => onTileKey(event, (device) => (menuOf.value = device))}
          {...drag}
          onFocusIn={({ target }) => {
            const id = (target as HTMLElement).closest<HTMLElement>('.tile')?.dataset.tile;
            if (id !== undefined) active.value = id;
          }}
        >
          {groups.map((group, index) => (
            <Fragment key={`${group.kind} ${group.name}`}>
              {beginsArea(groups, index) && (
                <h3 class="area-head private">{group.area === '' ? say('noArea') : group.area}</h3>
              )}
              <section class="room" aria-label={titleOf(group)}>
                <RoomHead group={group} title={titleOf(group)} />
                <div class="tiles">
                  {group.shown.map((key) => (
                    <Tile key={key} id={tileId(group, key)} device={key} />
                  ))}
                </div>
              </section>
            </Fragment>
          ))}
        </div>
        {menuOf.value !== undefined && (
          <TileMenu
            device={menuOf.value}
            onClose={() => (menuOf.value = undefined)}
            onGo={(device, part) => go(devicePath(device, part))}
          />
        )}
      </TilesContext.Provider>
    </CoursesContext.Provider>
  );
}

/** True for the first room of an area. Rooms without an area get a heading only where others have one. */
function beginsArea(groups: readonly TileGroup[], index: number): boolean {
  const group = groups[index];
  if (group?.kind !== 'named' || groups.every(({ area }) => area === '')) return false;
  const before = groups[index - 1];
  return before?.kind !== 'named' || before.area !== group.area;
}

/** Acts on a key that was pressed in the grid of tiles. */
function onTileKey(event: TargetedKeyboardEvent<HTMLElement>, openMenu: (device: DeviceKey | undefined) => void): void {
  const target = event.target as HTMLElement;
  const tile = target.closest<HTMLElement>('.tile');
  if (tile === null || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target !== tile) {
    // Keys inside a control are the control's; Escape leads back to its tile.
    if (event.key === 'Escape') tile.focus();
    return;
  }
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('.tile')];
  const to = tileAfter(event.key, tiles.indexOf(tile), tiles.map(boxOf));
  if (to !== undefined) {
    tiles[to]!.focus();
    tiles[to]!.scrollIntoView({ block: 'nearest' });
  } else if (event.key === 'Enter') tile.querySelector<HTMLElement>('h4 a')?.click();
  // The first key press only moves the focus and never switches a device.
  else if (event.key === ' ') tile.querySelector<HTMLElement>(CONTROL)?.focus();
  else if (event.key === '.') openMenu(tile.dataset.device);
  else return;
  event.preventDefault();
}

const NONE = { room: 'noRoom', function: 'noFunction', ccu: 'noRoom' } as const satisfies Record<Grouping, string>;
const CONTROL = 'button:not(.tile-menu-button), input, select';

/** A device may be in several rooms. */
const tileId = ({ kind, name }: TileGroup, key: DeviceKey) => `${kind} ${name} ${key}`;
const boxOf = (element: HTMLElement): Box => element.getBoundingClientRect();

function timer(run: () => void, delayMs: number): () => void {
  const handle = setTimeout(run, delayMs);
  return () => clearTimeout(handle);
}
