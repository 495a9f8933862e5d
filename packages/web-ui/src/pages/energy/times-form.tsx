import { Plus, X } from 'lucide';
import { useServices, useTexts } from '../../context/services.js';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/form.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import type { TariffFormProps, TimeInput } from './tariff-input.js';
import { tariffTexts } from './tariff-texts.js';

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** Short names of the days of the week, from Monday. */
export function dayNames(language: string): readonly string[] {
  const names = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  // The first of January 2024 was a Monday.
  return DAYS.map((day) => names.format(Date.UTC(2024, 0, day)));
}

/** Times of the week with prices of their own. */
export function TimesForm({
  at,
  input: { times },
  unit,
  onChange,
}: Pick<TariffFormProps, 'at' | 'input' | 'onChange'> & { readonly unit: string }) {
  const { language } = useServices();
  const say = useTexts(tariffTexts);
  const days = dayNames(language.current.value);
  const set = (index: number, part: Partial<TimeInput>) =>
    onChange({ times: times.map((each, place) => (place === index ? { ...each, ...part } : each)) });
  return (
    <div class="stack">
      {times.map((time, index) => {
        const path = `${at}.price.times.${index}`;
        return (
          <fieldset key={index} class="tariff-time">
            <legend class="small">{say('timeNo', { n: index + 1 })}</legend>
            <div class="row">
              {DAYS.map((day) => (
                <label key={day} class="check">
                  <input
                    type="checkbox"
                    checked={time.days.includes(day)}
                    onChange={({ currentTarget: { checked } }) =>
                      set(index, {
                        days: checked ? [...time.days, day].sort() : time.days.filter((each) => each !== day),
                      })
                    }
                  />
                  {days[day - 1]}
                </label>
              ))}
            </div>
            <div class="tariff-fields">
              <HourField
                name={`${path}.from_hour`}
                label={say('fromHour')}
                value={time.from}
                first={0}
                onChange={(from) => set(index, { from })}
              />
              <HourField
                name={`${path}.to_hour`}
                label={say('toHour')}
                value={time.to}
                first={1}
                onChange={(to) => set(index, { to })}
              />
              <Field name={`${path}.price_mct`} label={`${say('price_fixed')} (${unit})`}>
                <input
                  value={time.price}
                  inputMode="decimal"
                  maxLength={16}
                  onInput={({ currentTarget }) => set(index, { price: currentTarget.value })}
                />
              </Field>
            </div>
            <Button
              kind="quiet"
              label={say('removeTime', { n: index + 1 })}
              onClick={() => onChange({ times: times.filter((_, place) => place !== index) })}
            >
              <Icon of={X} />
            </Button>
          </fieldset>
        );
      })}
      <div class="row">
        <Button onClick={() => onChange({ times: [...times, { days: [...DAYS], from: 0, to: 6, price: '' }] })}>
          <Icon of={Plus} />
          {say('addTime')}
        </Button>
      </div>
    </div>
  );
}

/** One of 24 full hours, from `first` on. */
function HourField({
  name,
  label,
  value,
  first,
  onChange,
}: {
  readonly name: string;
  readonly label: string;
  readonly value: number;
  readonly first: number;
  readonly onChange: (hour: number) => void;
}) {
  return (
    <Field name={name} label={label}>
      <select value={String(value)} onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}>
        {Array.from({ length: 24 }, (_, index) => index + first).map((hour) => (
          <option key={hour} value={String(hour)}>
            {`${hour}:00`}
          </option>
        ))}
      </select>
    </Field>
  );
}
