import { useTexts } from '../context/services.js';
import { useResource } from '../context/use-resource.js';
import { Loaded } from '../ui/loaded.tsx';
import { heatOfValues } from './heat-map.js';
import { HeatMap } from './heat-map.tsx';
import { curvesOf, type Series, unitOf } from './series.js';
import { historyTexts } from './texts.js';

/** Days of the picture: four weeks, so that days of the week can be compared. */
const HEAT_DAYS = 28;
const POINTS = 2_000;

/** Begin of the first of the shown days. */
export function heatBegin(nowMs: number): number {
  const begin = new Date(nowMs);
  begin.setHours(0, 0, 0, 0);
  begin.setDate(begin.getDate() - HEAT_DAYS + 1);
  return begin.getTime();
}

/** One value by hour and day, over the last four weeks. */
export function ValueHeat({
  point,
  central,
  label,
}: {
  /** `ADDRESS:CHANNEL:PARAMETER`. */
  readonly point: string;
  readonly central: string;
  readonly label: (series: Series) => string;
}) {
  const say = useTexts(historyTexts);
  const history = useResource(
    ({ gateway, now }) =>
      gateway.call('readHistory', {
        query: { points: point, central, from: new Date(heatBegin(now())).toISOString(), max_points: POINTS },
      }),
    { inputs: [point, central] },
  );
  return (
    <Loaded of={history} height="16rem" count={1}>
      {(value) => {
        const [series] = value.series;
        const { times, curves } = curvesOf(value, label);
        if (series === undefined || curves[0] === undefined) return <p>{say('none')}</p>;
        return <HeatMap days={heatOfValues(times, curves[0].values)} label={label(series)} unit={unitOf(series)} />;
      }}
    </Loaded>
  );
}
