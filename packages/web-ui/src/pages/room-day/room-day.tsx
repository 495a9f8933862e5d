import { useComputed } from '@preact/signals';
import { ChartLine, ChevronLeft, ChevronRight } from 'lucide';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { dayOf } from '../../history/period.js';
import { Button } from '../../ui/form/button.tsx';
import { Empty, PageHeader, Skeleton } from '../../ui/layout.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { DayPicture } from './day-picture.tsx';
import { COLD_DAY } from './mould.js';
import { dayIn, type OutdoorSensor, outdoorSensors, roomPointsOf } from './room-points.js';
import { roomDayTexts } from './texts.js';

/** One day of one room: temperatures, heating, humidity with mould risk, and windows. */
export function RoomDayPage() {
  const { store, now } = useServices();
  const say = useTexts(roomDayTexts);
  const formats = useFormats();
  const { query } = useHere();
  const devices = useComputed(() => store.devices.value.flatMap((key) => store.peekDevice(key) ?? [])).value;
  if (!store.loaded.value) {
    return (
      <>
        <PageHeader title={say('title')} />
        <Skeleton height="16rem" />
      </>
    );
  }
  const rooms = [...new Set(devices.flatMap(({ summary }) => summary.rooms ?? []))]
    .filter((room) => roomPointsOf(devices, room, store.peekPoint)?.temperature !== undefined)
    .sort(formats.compare);
  const room = rooms.find((each) => each === query.room) ?? rooms[0];
  const points = room === undefined ? undefined : roomPointsOf(devices, room, store.peekPoint);
  if (room === undefined || points === undefined) {
    return (
      <>
        <PageHeader title={say('title')}>{say('about')}</PageHeader>
        <Empty title={say('none')} icon={ChartLine}>
          <p>{say('noneHint')}</p>
        </Empty>
      </>
    );
  }
  const sensors = outdoorSensors(devices, points.central, store.peekPoint).filter(
    ({ place }) => place !== points.temperature,
  );
  const usual = sensors.find(({ isWeather }) => isWeather)?.place;
  const outside =
    query.outside === 'assumed' ? undefined : (sensors.find(({ place }) => place === query.outside)?.place ?? usual);
  const day = dayIn(query.day, now());
  return (
    <>
      <PageHeader title={say('title')}>{say('about')}</PageHeader>
      <div class="stack">
        <Choice rooms={rooms} room={room} day={day.from} sensors={sensors} outside={outside} />
        <DayPicture room={room} points={points} outside={outside} day={day} />
      </div>
    </>
  );
}

interface ChoiceProps {
  readonly rooms: readonly string[];
  readonly room: string;
  /** Begin of the day, in milliseconds since 1970. */
  readonly day: number;
  readonly sensors: readonly OutdoorSensor[];
  readonly outside: string | undefined;
}

function Choice({ rooms, room, day, sensors, outside }: ChoiceProps) {
  const { now } = useServices();
  const say = useTexts(roomDayTexts);
  const { setQuery } = useHere();
  const moved = (steps: number) => {
    const at = new Date(day);
    at.setDate(at.getDate() + steps);
    return dayOf(at.getTime());
  };
  const isToday = dayOf(day) === dayOf(now());
  return (
    <div class="row">
      <label class="row small">
        {say('room')}
        <select
          class="input private"
          value={room}
          onChange={({ currentTarget: { value } }) => setQuery({ room: value })}
        >
          {rooms.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <Button kind="quiet" label={say('earlier')} onClick={() => setQuery({ day: moved(-1) })}>
        <Icon of={ChevronLeft} />
      </Button>
      <label class="row small">
        {say('day')}
        <input
          class="input"
          type="date"
          value={dayOf(day)}
          max={dayOf(now())}
          onChange={({ currentTarget: { value } }) => setQuery({ day: value })}
        />
      </label>
      {!isToday && (
        <Button kind="quiet" label={say('later')} onClick={() => setQuery({ day: moved(1) })}>
          <Icon of={ChevronRight} />
        </Button>
      )}
      <label class="row small">
        {say('outside')}
        <select
          class="input private"
          value={outside ?? 'assumed'}
          onChange={({ currentTarget: { value } }) => setQuery({ outside: value })}
        >
          <option value="assumed">{say('assumed', { n: COLD_DAY })}</option>
          {sensors.map(({ name, place }) => (
            <option key={place} value={place}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
