import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { heatOfValues } from '../../history/heat-map.js';
import type { Curve, Series, ValueHistory } from '../../history/series.js';
import { StateBands } from '../../history/state-bands.tsx';
import { deviceKeyOf, pointKeyOf } from '../../store/points.js';
import { LazyChart } from '../../ui/chart/lazy-chart.tsx';
import { Card } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { uiTexts } from '../../ui/value/texts.js';
import { valueText } from '../../ui/value/value-text.js';
import { climateOf, roleOf } from './climate.js';
import { COLD_DAY, MOULD_FROM } from './mould.js';
import type { RoomPoints } from './room-points.js';
import { roomDayTexts } from './texts.js';
import '../../history/heat-map.css';

interface PictureProps {
  readonly room: string;
  readonly points: RoomPoints;
  /** Data point of the outdoor temperature. */
  readonly outside: string | undefined;
  readonly day: { readonly from: number; readonly to: number };
}

const POINTS = 1_000;

/** The picture of a day, its mould risk, and the same as a table. */
export function DayPicture(props: PictureProps) {
  const { points, outside, day } = props;
  const { temperature, humidity, target, valves, openings } = points;
  const places = [temperature, target, humidity, ...valves, outside, ...openings].filter((each) => each !== undefined);
  const history = useResource(
    ({ gateway }) =>
      gateway.call('readHistory', {
        query: {
          ...{ points: places.join(), central: points.central, max_points: POINTS },
          from: new Date(day.from).toISOString(),
          to: new Date(day.to).toISOString(),
        },
      }),
    { inputs: [places.join(), points.central, day.from] },
  );
  return (
    <Loaded of={history} height="16rem" count={1}>
      {(value) => <Picture {...props} history={value} />}
    </Loaded>
  );
}

function Picture({ room, points, outside, day, history }: PictureProps & { readonly history: ValueHistory }) {
  const { store } = useServices();
  const say = useTexts(roomDayTexts);
  const sayValue = useTexts(uiTexts);
  const formats = useFormats();
  const role = (series: Series) => roleOf(series, points, outside);
  const summaryOf = ({ central = points.central, device_address: address = '', channel = 0, parameter }: Series) =>
    store.peekPoint(pointKeyOf(deviceKeyOf(central, address), channel, parameter))?.summary;
  const nameOf = ({ central = points.central, device_address: address = '' }: Series) =>
    store.peekDevice(deviceKeyOf(central, address))?.summary.name ?? address;
  const valves = history.series.filter((each) => role(each) === 'valve');
  const label = (series: Series): string => {
    const is = role(series);
    if (is === 'valve') return valves.length > 1 ? say('valveNo', { n: valves.indexOf(series) + 1 }) : say('valve');
    return is === 'outside' ? say('outdoors') : is === undefined || is === 'opening' ? nameOf(series) : say(is);
  };
  const climate = climateOf(history, { role, label, assumed: COLD_DAY });
  const hasWall = climate.wall.some((each) => each !== null);
  const curves: readonly Curve[] = [
    ...climate.curves,
    ...(hasWall ? [{ label: say('wall'), unit: '%', values: climate.wall }] : []),
  ];
  const openings = history.series.filter((each) => role(each) === 'opening');
  return (
    <>
      <Card title={<span class="private">{say('of', { room })}</span>}>
        <LazyChart frame={day} times={climate.times} curves={curves.slice(0, 6)} label={say('chart', { room })} />
        {openings.length > 0 && (
          <>
            <h3 class="small">{say('openings')}</h3>
            <StateBands
              history={history}
              frame={day}
              series={openings}
              label={nameOf}
              stateName={(series, value) => {
                const summary = summaryOf(series);
                if (summary === undefined) return String(value);
                return valueText(summary, summary.type === 'BOOL' ? value !== 0 : value, sayValue, formats);
              }}
            />
          </>
        )}
        <details>
          <summary>{say('asTable')}</summary>
          <HourTable times={climate.times} curves={curves} />
        </details>
      </Card>
      {hasWall && (
        <Card title={say('mouldTitle')}>
          {climate.mouldMs > 0 ? (
            <Notice tone="warn">
              {say('mouldSome', { limit: MOULD_FROM, time: formats.duration(climate.mouldMs) })}
            </Notice>
          ) : (
            <p>{say('mouldNone', { limit: MOULD_FROM })}</p>
          )}
          <p class="small dim">{say('mouldHow', { dew: climate.dew ?? 0 })}</p>
        </Card>
      )}
    </>
  );
}

/** Means of each hour. */
function HourTable({ times, curves }: { readonly times: readonly number[]; readonly curves: readonly Curve[] }) {
  const say = useTexts(roomDayTexts);
  const formats = useFormats();
  const means = curves.map(({ values }) => heatOfValues(times, values)[0]?.hours ?? []);
  return (
    <table class="heat-table small">
      <thead>
        <tr>
          <th scope="col">{say('hour')}</th>
          {curves.map(({ label, unit }) => (
            <th key={label} scope="col">
              {label} ({unit})
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: 24 }, (_, hour) => hour)
          .filter((hour) => means.some((each) => each[hour] !== undefined))
          .map((hour) => (
            <tr key={hour}>
              <th scope="row">{hour}</th>
              {means.map((each, index) => (
                <td key={curves[index]?.label}>{each[hour] === undefined ? '—' : formats.number(each[hour], 1)}</td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}
