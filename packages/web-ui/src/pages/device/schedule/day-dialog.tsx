import { Trash2 } from 'lucide';
import { useState } from 'preact/hooks';
import { useFormats, useTexts } from '../../../context/services.js';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { Icon } from '../../../ui/value/icon.tsx';
import { scheduleTexts } from './texts.js';
import { type Day, faultsOf, type Period, type Weekday } from './week.js';

interface DayDialogProps {
  readonly weekday: Weekday;
  readonly day: Day;
  readonly onTake: (day: Day) => void;
  readonly onClose: () => void;
}

/** Temperatures are texts while they are typed. */
interface TypedPeriod extends Omit<Period, 'temperature'> {
  readonly temperature: string;
}

/** One day of a thermostat: one temperature for most of it, and periods that differ. */
export function DayDialog({ weekday, day, onTake, onClose }: DayDialogProps) {
  const say = useTexts(scheduleTexts);
  const { inField } = useFormats();
  const [base, setBase] = useState(inField(day.base_temperature));
  const [periods, setPeriods] = useState<readonly TypedPeriod[]>(
    day.periods.map((period) => ({ ...period, temperature: inField(period.temperature) })),
  );
  const read: Day = {
    base_temperature: numberOf(base),
    periods: periods.map((period) => ({ ...period, temperature: numberOf(period.temperature) })),
  };
  const fault = faultsOf(read)[0];
  const numbers = [read.base_temperature, ...read.periods.map(({ temperature }) => temperature)];
  const wrong =
    fault !== undefined
      ? say(fault.reason, { n: fault.period + 1 })
      : numbers.every(Number.isFinite)
        ? undefined
        : say('number');
  const change = (at: number, part: Partial<TypedPeriod>) =>
    setPeriods(periods.map((period, index) => (index === at ? { ...period, ...part } : period)));
  return (
    <Dialog
      title={say('edit', { day: say(weekday) })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button
            kind="primary"
            disabledReason={wrong}
            onClick={() => {
              onTake(read);
              onClose();
            }}
          >
            {say('take')}
          </Button>
        </>
      }
    >
      <div class="form">
        <label class="row">
          {say('base')}
          <input
            class="input number"
            inputMode="decimal"
            value={base}
            onInput={({ currentTarget }) => setBase(currentTarget.value)}
          />
        </label>
        {periods.map((period, index) => (
          <PeriodFields
            key={index}
            n={index + 1}
            period={period}
            onChange={(part) => change(index, part)}
            onRemove={() => setPeriods(periods.filter((_, other) => other !== index))}
          />
        ))}
        {wrong !== undefined && (
          <p class="field-error" role="alert">
            {wrong}
          </p>
        )}
        <div>
          <Button onClick={() => setPeriods([...periods, { start_time: '', end_time: '', temperature: base }])}>
            {say('addPeriod')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface PeriodFieldsProps {
  /** Which period of the day it is, from 1. */
  readonly n: number;
  readonly period: TypedPeriod;
  readonly onChange: (part: Partial<TypedPeriod>) => void;
  readonly onRemove: () => void;
}

function PeriodFields({ n, period, onChange, onRemove }: PeriodFieldsProps) {
  const say = useTexts(scheduleTexts);
  return (
    <fieldset class="period">
      <legend class="visually-hidden">{say('period', { n })}</legend>
      {(['start_time', 'end_time'] as const).map((end) => (
        <label key={end}>
          <span class="small dim">{say(end === 'start_time' ? 'from' : 'to')}</span>
          <input
            class="input time"
            inputMode="numeric"
            placeholder="06:30"
            maxLength={5}
            value={period[end]}
            onInput={({ currentTarget }) => onChange({ [end]: currentTarget.value })}
          />
        </label>
      ))}
      <label>
        <span class="small dim">{say('temperature')}</span>
        <input
          class="input time"
          inputMode="decimal"
          value={period.temperature}
          onInput={({ currentTarget }) => onChange({ temperature: currentTarget.value })}
        />
      </label>
      <Button kind="quiet" label={say('removePeriod', { n })} onClick={onRemove}>
        <Icon of={Trash2} />
      </Button>
    </fieldset>
  );
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'));
}
