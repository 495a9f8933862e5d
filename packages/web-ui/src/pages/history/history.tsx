import { useComputed } from '@preact/signals';
import { ChartLine } from 'lucide';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { HistoryView } from '../../history/history-view.tsx';
import type { Series } from '../../history/series.js';
import { Empty, PageHeader, Skeleton } from '../../ui/layout.tsx';
import { chosenRooms, MEASURES, MOST_ROOMS, type RoomSensor, roomSensorsOf, toggledRoom } from './rooms.js';
import { roomHistoryTexts } from './texts.js';
import '../../ui/table/list.css';

/** Recorded temperature or humidity of rooms, compared in one chart. */
export function HistoryPage() {
  const { base, store, session } = useServices();
  const say = useTexts(roomHistoryTexts);
  const formats = useFormats();
  const { query, setQuery } = useHere();
  const measure = MEASURES.find((each) => each === query.measure) ?? MEASURES[0];
  const devices = useComputed(() =>
    store.devices.value.map((key) => store.peekDevice(key)).filter((device) => device !== undefined),
  ).value;
  if (!store.loaded.value) {
    return (
      <>
        <PageHeader title={say('title')} />
        <Skeleton height="16rem" />
      </>
    );
  }
  const offered = roomSensorsOf(devices, measure, store.peekPoint, formats.compare);
  const chosen = chosenRooms(offered, query.rooms);
  const names = new Map(offered.map(({ place, room }) => [place, room]));
  const label = ({ device_address, channel, parameter }: Series) =>
    names.get(`${device_address}:${channel}:${parameter}`) ?? parameter;
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <a class="button" href={base.at('history/files')}>
            {say(session.may('admin') ? 'files' : 'filesOfViewer')}
          </a>
        }
      >
        {say('hint')}
      </PageHeader>
      <div class="stack">
        <label class="row small">
          {say('measure')}
          <select
            class="input"
            value={measure}
            onChange={({ currentTarget: { value } }) => setQuery({ measure: value === MEASURES[0] ? '' : value })}
          >
            {MEASURES.map((each) => (
              <option key={each} value={each}>
                {say(each)}
              </option>
            ))}
          </select>
        </label>
        {offered.length === 0 ? (
          <Empty title={say('noRooms')} icon={ChartLine}>
            <p>{say('noRoomsHint')}</p>
          </Empty>
        ) : (
          <RoomChoice offered={offered} chosen={chosen} />
        )}
        {offered.length > 0 && chosen.length === 0 && (
          <Empty title={say('none')} icon={ChartLine}>
            <p>{say('noneHint')}</p>
          </Empty>
        )}
        {chosen.length > 0 && (
          <HistoryView points={chosen.map(({ place }) => place)} central={chosen[0]!.central} label={label} />
        )}
      </div>
    </>
  );
}

function RoomChoice({
  offered,
  chosen,
}: {
  readonly offered: readonly RoomSensor[];
  readonly chosen: readonly RoomSensor[];
}) {
  const say = useTexts(roomHistoryTexts);
  const { setQuery } = useHere();
  const isFull = chosen.length >= MOST_ROOMS;
  return (
    <fieldset class="field">
      <legend>{say('rooms')}</legend>
      <div class="choices">
        {offered.map((each) => {
          const isChosen = chosen.includes(each);
          return (
            <label key={each.place} class="row small private">
              <input
                type="checkbox"
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() => setQuery({ rooms: toggledRoom(chosen, each) })}
              />
              {each.room}
            </label>
          );
        })}
      </div>
      {isFull && <p class="small dim">{say('most', { n: MOST_ROOMS })}</p>}
    </fieldset>
  );
}
