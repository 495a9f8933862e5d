import { CalendarClock } from 'lucide';
import { useTexts } from '../../../context/services.js';
import { useHere } from '../../../context/use-here.js';
import { useResource } from '../../../context/use-resource.js';
import type { Device } from '../../../store/points.js';
import { ErrorBox } from '../../../ui/form/error-box.tsx';
import { Empty, Skeleton } from '../../../ui/layout.tsx';
import { ClimateWeek } from './climate-week.tsx';
import { EntryWeek } from './entry-week.tsx';
import { scheduleTexts } from './texts.js';
import './schedule.css';

/** Weekly programme of a device, as an editable week. */
export function ScheduleTab({ device }: { readonly device: Device }) {
  const { query, setQuery } = useHere();
  const say = useTexts(scheduleTexts);
  const { central = '', address } = device.summary;
  const resource = useResource(({ gateway }) => gateway.call('listSchedules', { query: { central } }), {
    inputs: [central, address],
  });
  const { value, error } = resource.current.value;
  if (error !== undefined) return <ErrorBox error={error} retry={() => void resource.reload()} />;
  if (value === undefined) return <Skeleton height="12rem" />;
  const channels = value.items.filter((item) => item.central === central && item.address === address);
  const wanted = Number(query.channel ?? Number.NaN);
  const item = channels.find(({ channel }) => channel.number === wanted) ?? channels[0];
  if (item === undefined) {
    return (
      <Empty title={say('none')} icon={CalendarClock}>
        <p>{say('noneHint')}</p>
      </Empty>
    );
  }
  const { number } = item.channel;
  return (
    <div class="stack">
      {channels.length > 1 && (
        <label class="row">
          <span class="small dim">{say('channel')}</span>
          <select
            class="input"
            value={number}
            onChange={({ currentTarget }) => {
              const { value: wantedNumber } = currentTarget;
              // Keeps the current choice until the address has changed, because the user may stay.
              currentTarget.value = String(number);
              setQuery({ channel: wantedNumber });
            }}
          >
            {channels.map(({ channel }) => (
              <option key={channel.number} value={channel.number}>
                {`:${channel.number}`}
              </option>
            ))}
          </select>
        </label>
      )}
      <ChannelSchedule key={number} device={device} number={number} />
    </div>
  );
}

function ChannelSchedule({ device, number }: { readonly device: Device; readonly number: number }) {
  const { central = '', address } = device.summary;
  const resource = useResource(
    ({ gateway }) => gateway.call('getChannelSchedule', { path: { addr: address, no: number }, query: { central } }),
    { inputs: [central, address, number] },
  );
  const { value, error } = resource.current.value;
  if (error !== undefined) return <ErrorBox error={error} retry={() => void resource.reload()} />;
  if (value === undefined) return <Skeleton height="12rem" />;
  const Week = value.kind === 'climate' ? ClimateWeek : EntryWeek;
  return <Week device={device} schedule={value} reload={() => resource.reload()} />;
}
