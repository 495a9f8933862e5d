import { useComputed } from '@preact/signals';
import { CloudOff, Cpu } from 'lucide';
import { useMemo } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { devicePath } from '../../net/device-path.js';
import type { Device, DeviceKey, PointKey } from '../../store/points.js';
import { tilePointsOf } from '../../store/primary.js';
import { Control } from '../../ui/control.tsx';
import { Chip, Empty } from '../../ui/layout.tsx';
import { ValueView } from '../../ui/value-view.tsx';
import { homeTexts } from './texts.js';

interface RoomGroup {
  /** Empty for what has no room. */
  readonly room: string;
  readonly devices: readonly DeviceKey[];
}

/** The rooms with a tile for each device; what is out of reach comes first. */
export function Rooms() {
  const { store } = useServices();
  const say = useTexts(homeTexts);
  const formats = useFormats();
  const groups = useComputed(() => {
    const devices = store.devices.value.map((key) => store.peekDevice(key)).filter((device) => device !== undefined);
    return groupByRoom(devices, store.peekPoint, formats.compare);
  }).value;
  if (store.devices.value.length === 0) {
    return (
      <Empty title={say('noDevices')} icon={Cpu}>
        <p>{say('noDevicesHint')}</p>
      </Empty>
    );
  }
  return (
    <>
      {groups.every(({ room }) => room === '') && <p class="dim">{`${say('noRooms')}. ${say('noRoomsHint')}`}</p>}
      {groups.map(({ room, devices }) => (
        <section key={room} class="room" aria-label={room === '' ? say('noRoom') : room}>
          <h3>
            <span class="private">{room === '' ? say('noRoom') : room}</span>{' '}
            <span class="dim small">{say('deviceCount', { n: devices.length })}</span>
          </h3>
          <div class="tiles">
            {devices.map((key) => (
              <Tile key={key} device={key} />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

function groupByRoom(
  devices: readonly Device[],
  peek: Parameters<typeof tilePointsOf>[1],
  compare: (a: string, b: string) => number,
): readonly RoomGroup[] {
  const rooms = new Map<string, Device[]>();
  for (const device of devices) {
    const { control, readings } = tilePointsOf(device, peek);
    if (control === undefined && readings.length === 0) continue;
    for (const room of device.summary.rooms?.length ? device.summary.rooms : ['']) {
      const list = rooms.get(room) ?? [];
      list.push(device);
      rooms.set(room, list);
    }
  }
  const last = (room: string) => (room === '' ? 1 : 0);
  return [...rooms]
    .sort(([a], [b]) => last(a) - last(b) || compare(a, b))
    .map(([room, list]) => ({
      room,
      devices: list
        .sort(
          (a, b) =>
            Number(a.summary.available) - Number(b.summary.available) || compare(a.summary.name, b.summary.name),
        )
        .map(({ key }) => key),
    }));
}

function Tile({ device: key }: { readonly device: DeviceKey }) {
  const { store } = useServices();
  const say = useTexts(homeTexts);
  const device = store.device(key).value;
  const points = useMemo(
    () => (device === undefined ? undefined : tilePointsOf(device, store.peekPoint)),
    [device?.channels],
  );
  if (device === undefined || points === undefined) return null;
  const { summary } = device;
  const control = points.control === undefined ? undefined : store.point(points.control).value;
  const lit = control?.summary.type === 'BOOL' && control.summary.value === true;
  return (
    <article class={`tile${summary.available ? '' : ' away'}${lit ? ' lit' : ''}`} aria-label={summary.name}>
      <header>
        <h4 class="private">
          <a href={devicePath(summary)}>{summary.name}</a>
        </h4>
        {control?.summary.type === 'BOOL' && <Control point={control} name={summary.name} />}
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
      {control !== undefined && control.summary.type !== 'BOOL' && <Control point={control} name={summary.name} />}
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
