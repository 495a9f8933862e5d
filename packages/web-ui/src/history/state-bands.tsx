import { useFormats, useTexts } from '../context/services.js';
import { type Band, bandsOf } from './bands.js';
import type { Frame } from './period.js';
import type { Series, ValueHistory } from './series.js';
import { historyTexts } from './texts.js';
import './state-bands.css';

/** States over the shown part of the time axis as bands: one row for each series. `stateName` names a value; a band has its name and its times. */
export function StateBands({
  history,
  frame,
  series,
  label,
  stateName,
}: {
  readonly history: ValueHistory;
  /** Shown part of the time axis; the history may be of another one while it is read again. */
  readonly frame: Frame;
  readonly series: readonly Series[];
  readonly label: (series: Series) => string;
  readonly stateName: (series: Series, value: number) => string;
}) {
  const say = useTexts(historyTexts);
  const formats = useFormats();
  const length = Math.max(1, frame.to - frame.from);
  const percent = (ms: number) => `${(ms / length) * 100}%`;
  const insideOf = ({ from, to }: Band) => ({ from: Math.max(from, frame.from), to: Math.min(to, frame.to) });
  const bandText = (each: Series, { state, from, to }: Band) =>
    say('band', { state: stateName(each, state), from: formats.dateTime(from), to: formats.dateTime(to) });
  return (
    <div class="state-bands">
      {series.map((each) => {
        const bands = bandsOf(history, each);
        const name = label(each);
        return (
          <div key={name}>
            <p class="small private">{name}</p>
            <div class="band-row" role="img" aria-label={`${name}: ${sharesText(bands, each, stateName)}`}>
              {bands.map((band) => {
                const { from, to } = insideOf(band);
                return from >= to ? null : (
                  <span
                    key={band.from}
                    class={`band ${toneOf(band.state)}`}
                    style={{ insetInlineStart: percent(from - frame.from), width: percent(to - from) }}
                    title={bandText(each, band)}
                  >
                    {stateName(each, band.state)}
                  </span>
                );
              })}
            </div>
          </div>
        );
      })}
    </div>
  );
}

/** Share of each state, the longest first. */
function sharesText(
  bands: readonly Band[],
  series: Series,
  stateName: (series: Series, value: number) => string,
): string {
  const times = new Map<number, number>();
  for (const { state, from, to } of bands) times.set(state, (times.get(state) ?? 0) + to - from);
  const all = [...times.values()].reduce((sum, each) => sum + each, 0);
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .map(([state, ms]) => `${stateName(series, state)} ${Math.round((ms / all) * 100)} %`)
    .join(', ');
}

/** False and the first entry of a list are the state of rest. */
function toneOf(state: number): string {
  return state === 0 ? 'rest' : `tone-${((Math.round(Math.abs(state)) - 1) % 4) + 1}`;
}
