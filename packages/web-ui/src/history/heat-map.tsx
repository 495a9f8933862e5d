import type { ComponentChildren } from 'preact';
import { useFormats, useServices, useTexts } from '../context/services.js';
import { type HeatDay, heatRange } from './heat-map.js';
import { historyTexts } from './texts.js';
import './heat-map.css';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Numbers by hour and day as colours, and the same as a table. */
export function HeatMap({
  days,
  label,
  unit,
}: {
  readonly days: readonly HeatDay[];
  readonly label: string;
  readonly unit: string;
}) {
  const say = useTexts(historyTexts);
  const formats = useFormats();
  const { language } = useServices();
  const range = heatRange(days);
  if (range === undefined) return <p>{say('none')}</p>;
  const [low, high] = range;
  const dates = new Intl.DateTimeFormat(language.current.value, { weekday: 'short', day: 'numeric', month: 'numeric' });
  const dateOf = (day: string) => dates.format(new Date(`${day}T12:00`));
  const text = (value: number) => `${formats.number(value)} ${unit}`.trim();
  const share = (value: number) => (high === low ? 100 : Math.round(10 + ((value - low) / (high - low)) * 90));
  return (
    <div class="stack heat-map">
      <div role="img" aria-label={say('heat', { name: label, low: text(low), high: text(high) })} class="heat-grid">
        <span />
        {HOURS.map((hour) => (
          <span key={hour} class="heat-hour">
            {hour % 3 === 0 ? hour : ''}
          </span>
        ))}
        {days.map(({ day, hours }) => (
          <HeatRow key={day} name={dateOf(day)}>
            {hours.map((value, hour) => (
              <span
                key={HOURS[hour]}
                class={value === undefined ? 'heat-cell hole' : 'heat-cell'}
                {...(value === undefined ? {} : { style: { '--share': `${share(value)}%` } })}
                title={`${dateOf(day)}, ${hour}:00: ${value === undefined ? '—' : text(value)}`}
              />
            ))}
          </HeatRow>
        ))}
      </div>
      <p class="row small dim" aria-hidden="true">
        {text(low)} <span class="heat-scale" /> {text(high)}
      </p>
      <details>
        <summary>{say('heatTable')}</summary>
        <HeatTable days={days} dateOf={dateOf} />
      </details>
    </div>
  );
}

function HeatRow({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <>
      <span class="heat-day">{name}</span>
      {children}
    </>
  );
}

/** A line for each day: its lowest and highest hour, and each hour in turn. */
function HeatTable({ days, dateOf }: { readonly days: readonly HeatDay[]; readonly dateOf: (day: string) => string }) {
  const say = useTexts(historyTexts);
  const formats = useFormats();
  return (
    <table class="heat-table small">
      <thead>
        <tr>
          <th scope="col">{say('day')}</th>
          <th scope="col">{say('hours')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, hours }) => (
          <tr key={day}>
            <th scope="row">{dateOf(day)}</th>
            <td>
              {hours.map((value, hour) => `${hour}: ${value === undefined ? '—' : formats.number(value)}`).join(' · ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
