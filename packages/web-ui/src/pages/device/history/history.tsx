import { ChartLine } from 'lucide';
import { useMemo } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../../context/services.js';
import { useHere } from '../../../context/use-here.js';
import { useResource } from '../../../context/use-resource.js';
import { seriesOfPlace, seriesText } from '../../../history/diagram-series.js';
import { chosenText } from '../../../history/file-choice.js';
import { HistoryView } from '../../../history/history-view.tsx';
import type { Series } from '../../../history/series.js';
import type { Device } from '../../../store/points.js';
import { Empty } from '../../../ui/layout.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { uiTexts } from '../../../ui/value/texts.js';
import { valueText } from '../../../ui/value/value-text.js';
import { chosenOf, type Drawable, drawablesOf, MOST_CURVES, toggled } from './choice.js';
import { type Recorded, readRecorded } from './recorded.js';
import { ExposedChoice, RecordingChoice } from './recording-choice.tsx';
import { deviceHistoryTexts } from './texts.js';
import '../../../ui/table/list.css';

/** Recorded values of a device, as selectable curves. */
export function HistoryTab({ device }: { readonly device: Device }) {
  const { store } = useServices();
  const { address, central = '' } = device.summary;
  const drawables = useMemo(() => {
    const keys = device.channels.flatMap(({ points }) => points);
    return drawablesOf(
      address,
      keys.flatMap((key) => store.peekPoint(key) ?? []),
    );
  }, [device.key]);
  const recorded = useResource(
    async (services): Promise<Recorded> =>
      drawables.length === 0
        ? { enabled: true, drawables, current: new Set() }
        : readRecorded(services, drawables, central),
    { inputs: [drawables] },
  );
  if (drawables.length === 0) return <Nothing why="nothingFits" />;
  return (
    <Loaded of={recorded} height="8rem" count={2}>
      {(found) => (
        <div class="stack">
          {found.drawables.length === 0 ? (
            <Nothing why={found.enabled ? 'notSelected' : 'off'} />
          ) : (
            <Chosen central={central} address={address} recorded={found} />
          )}
          {found.enabled && (
            <RecordingChoice
              device={device}
              offered={drawables}
              recorded={found.current}
              onChanged={() => void recorded.reload()}
            />
          )}
          <ExposedChoice device={device} offered={drawables} />
        </div>
      )}
    </Loaded>
  );
}

function Nothing({ why }: { readonly why: 'nothingFits' | 'notSelected' | 'off' }) {
  const { base, session } = useServices();
  const say = useTexts(deviceHistoryTexts);
  return (
    <Empty title={say('none')} icon={ChartLine}>
      <p>{say(why)}</p>
      {why !== 'nothingFits' && session.identity.value?.role === 'admin' && (
        <a class="button" href={base.at('settings?section=history')}>
          {say('settings')}
        </a>
      )}
    </Empty>
  );
}

interface ChosenProps {
  readonly central: string;
  readonly address: string;
  readonly recorded: Recorded;
}

function Chosen({ central, address, recorded }: ChosenProps) {
  const { enabled, drawables } = recorded;
  const { base } = useServices();
  const say = useTexts(deviceHistoryTexts);
  const { query } = useHere();
  const chosen = chosenOf(drawables, query.points);
  const labels = new Map(drawables.map(({ id, label }) => [id, label]));
  const stateName = useStateName(drawables);
  const series = seriesText(chosen.map(({ place }) => seriesOfPlace(central, place)));
  const ofDevice = chosenText([{ central, address }]);
  const label = ({ channel, parameter }: Series) => labels.get(`${channel}.${parameter}`) ?? parameter;
  return (
    <div class="stack">
      {!enabled && <Notice tone="warn">{say('offButOlder')}</Notice>}
      <Choice offered={drawables} chosen={chosen} />
      {chosen.length > 0 && (
        <p>
          <a class="button" href={base.at(`diagrams?series=${encodeURIComponent(series)}`)}>
            {say('toDiagram')}
          </a>{' '}
          <a class="button" href={base.at(`history/files?values=${encodeURIComponent(ofDevice)}`)}>
            {say('toFile')}
          </a>
        </p>
      )}
      {chosen.length === 0 ? (
        <Empty title={say('noneChosen')} icon={ChartLine}>
          <p>{say('noneChosenHint')}</p>
        </Empty>
      ) : (
        <HistoryView points={chosen.map(({ place }) => place)} central={central} label={label} stateName={stateName} />
      )}
    </div>
  );
}

/** Names of the states of a data point; undefined for numbers. */
function useStateName(drawables: readonly Drawable[]) {
  const { store } = useServices();
  const say = useTexts(uiTexts);
  const formats = useFormats();
  return ({ channel, parameter }: Series, value: number) => {
    const found = drawables.find(({ id }) => id === `${channel}.${parameter}`);
    const summary = found === undefined ? undefined : store.peekPoint(found.key)?.summary;
    if (summary?.type === 'BOOL') return valueText(summary, value !== 0, say, formats);
    return summary?.value_list === undefined ? undefined : valueText(summary, value, say, formats);
  };
}

function Choice({ offered, chosen }: { readonly offered: readonly Drawable[]; readonly chosen: readonly Drawable[] }) {
  const say = useTexts(deviceHistoryTexts);
  const { setQuery } = useHere();
  const isFull = chosen.length >= MOST_CURVES;
  return (
    <fieldset class="field">
      <legend>{say('choice')}</legend>
      <div class="choices">
        {offered.map((each) => {
          const isChosen = chosen.includes(each);
          return (
            <label key={each.id} class="row small" title={each.id}>
              <input
                type="checkbox"
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() => setQuery({ points: toggled(chosen, each) })}
              />
              {each.label}
            </label>
          );
        })}
      </div>
      {isFull && <p class="small dim">{say('most', { n: MOST_CURVES })}</p>}
    </fieldset>
  );
}
