import { Trash2 } from 'lucide';
import { useTexts } from '../../context/services.js';
import { Button } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { scheduleTexts } from './schedule-texts.js';
import { DAYS, MOST_SCHEDULES, newSchedule, type Schedule, withDay } from './schedules.js';
import { alarmTexts } from './texts.js';

interface FieldsProps {
  readonly schedules: readonly Schedule[];
  /** Modes of the zone. */
  readonly modes: readonly Schedule['mode'][];
  readonly onChange: (schedules: readonly Schedule[]) => void;
}

/** Times at which a zone should be armed. */
export function ScheduleFields({ schedules, modes, onChange }: FieldsProps) {
  const say = useTexts(scheduleTexts);
  const [first = 'full'] = modes;
  return (
    <div class="stack-small">
      {schedules.map((schedule, index) => (
        <ScheduleField
          // A schedule has no identity but its position.
          key={index}
          n={index + 1}
          schedule={schedule}
          modes={modes}
          onChange={(next) => onChange(schedules.map((each, at) => (at === index ? next : each)))}
          onRemove={() => onChange(schedules.filter((_, at) => at !== index))}
        />
      ))}
      {schedules.length > 0 && <p class="small dim">{say('hint')}</p>}
      {schedules.length < MOST_SCHEDULES && (
        <Button onClick={() => onChange([...schedules, newSchedule(first)])}>{say('add')}</Button>
      )}
    </div>
  );
}

interface FieldProps extends Pick<FieldsProps, 'modes'> {
  readonly n: number;
  readonly schedule: Schedule;
  readonly onChange: (schedule: Schedule) => void;
  readonly onRemove: () => void;
}

function ScheduleField({ n, schedule, modes, onChange, onRemove }: FieldProps) {
  const say = useTexts(scheduleTexts);
  const sayMode = useTexts(alarmTexts);
  return (
    <fieldset class="alarm-schedule">
      <legend>{say('one', { n })}</legend>
      <div class="alarm-days">
        {DAYS.map((day) => (
          <label key={day} class="check">
            <input
              type="checkbox"
              checked={schedule.days.includes(day)}
              onChange={() => onChange(withDay(schedule, day))}
            />
            {say(day)}
          </label>
        ))}
      </div>
      <label class="field">
        {say('time')}
        <input
          class="input"
          type="time"
          value={schedule.time}
          onChange={(event) => onChange({ ...schedule, time: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        {say('mode')}
        <select
          class="input"
          value={schedule.mode}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...schedule, mode: modes.find((mode) => mode === value) ?? schedule.mode })
          }
        >
          {modes.map((mode) => (
            <option key={mode} value={mode}>
              {sayMode(mode)}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={schedule.auto_arm}
          onChange={(event) => onChange({ ...schedule, auto_arm: event.currentTarget.checked })}
        />
        {say('arms')}
      </label>
      <Button label={say('remove', { n })} onClick={onRemove}>
        <Icon of={Trash2} />
      </Button>
    </fieldset>
  );
}
