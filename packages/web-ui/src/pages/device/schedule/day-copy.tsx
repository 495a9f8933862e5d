import { useState } from 'preact/hooks';
import { useTexts } from '../../../context/services.js';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { scheduleTexts } from './texts.js';
import { WEEKDAYS, type Weekday } from './week.js';

interface DayCopyProps {
  readonly weekday: Weekday;
  readonly onCopy: (weekdays: readonly Weekday[]) => void;
  readonly onClose: () => void;
}

/** The days that become like one day. */
export function DayCopy({ weekday, onCopy, onClose }: DayCopyProps) {
  const say = useTexts(scheduleTexts);
  const [chosen, choose] = useState<readonly Weekday[]>([]);
  return (
    <Dialog
      title={say('copyDay', { day: say(weekday) })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button
            kind="primary"
            onClick={() => {
              onCopy(chosen);
              onClose();
            }}
          >
            {say('take')}
          </Button>
        </>
      }
    >
      <fieldset class="day-choice">
        <legend>{say('copyTo')}</legend>
        {WEEKDAYS.filter((each) => each !== weekday).map((each) => (
          <label key={each}>
            <input
              type="checkbox"
              class="check"
              checked={chosen.includes(each)}
              onChange={({ currentTarget }) =>
                choose(currentTarget.checked ? [...chosen, each] : chosen.filter((other) => other !== each))
              }
            />
            {say(each)}
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
