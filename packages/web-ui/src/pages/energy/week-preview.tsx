import type { EnergyTariff } from '@ccu-gateway/contract/types';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { unitOf, weekOf } from './tariff-input.js';
import { tariffTexts } from './tariff-texts.js';
import { dayNames } from './times-form.tsx';

/** The prices of a week, and the cost of an example. */
export function WeekPreview({ tariff, unit }: { readonly tariff: EnergyTariff; readonly unit: string }) {
  const { language } = useServices();
  const say = useTexts(tariffTexts);
  const formats = useFormats();
  const week = weekOf(tariff);
  if (week === undefined) return <p class="small dim">{say('previewVariable')}</p>;
  const days = dayNames(language.current.value);
  const prices = week.flatMap(({ parts }) => parts.map(({ price }) => price));
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const text = (price: number) => formats.number(price / unitOf(tariff.kind), 3);
  return (
    <table class="energy-table week-preview">
      <caption class="small dim">
        {say('preview')} ({unit})
      </caption>
      <tbody>
        {week.map(({ day, parts }) => (
          <tr key={day}>
            <th scope="row">{days[day - 1]}</th>
            <td>
              <span class="week-day">
                {parts.map(({ from, to, price }) => (
                  <span
                    key={from}
                    class={high > low && price === low ? 'low' : high > low && price === high ? 'high' : ''}
                    style={{ flexGrow: to - from }}
                  >
                    {`${from}–${to}: ${text(price)}`}
                  </span>
                ))}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
