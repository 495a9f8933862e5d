import type { AlarmZoneStatus } from '@ccu-gateway/contract/types';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { type FieldErrors, Form } from '../../ui/form/form.tsx';
import { useRefusal } from '../../ui/form/use-permission.js';
import { ScheduleFields } from './schedule-fields.tsx';
import { scheduleTexts } from './schedule-texts.js';
import { DAYS, faultOf, type Schedule, schedulesOf } from './schedules.js';
import { alarmTexts } from './texts.js';
import { modesOf } from './zone-facts.js';

/** Times at which a zone should be armed, and their form for administrators. */
export function Schedules({ zone }: { readonly zone: AlarmZoneStatus }) {
  const say = useTexts(scheduleTexts);
  const refusal = useRefusal('admin');
  const [edited, setEdited] = useState<readonly Schedule[]>();
  const found = useResource(({ gateway }) => gateway.call('getAlarmZone', { path: { id: zone.id } }), {
    inputs: [zone.id],
    refreshOn: ['alarm.journal_appended'],
  });
  const known = found.current.value.value;
  if (known === undefined) return null;
  const schedules = schedulesOf(known);
  return (
    <div class="stack-small">
      {schedules.length > 0 && (
        <ul class="alarm-schedules" aria-label={say('title')}>
          {schedules.map((schedule) => (
            <li key={`${schedule.days} ${schedule.time}`}>
              <InWords schedule={schedule} />
            </li>
          ))}
        </ul>
      )}
      {refusal === undefined && (
        <Button
          kind="quiet"
          disabledReason={zone.state === 'disarmed' ? undefined : say('locked')}
          onClick={() => setEdited(schedules)}
        >
          {say('edit')}
        </Button>
      )}
      {edited !== undefined && (
        <ScheduleDialog
          zone={zone}
          known={edited}
          modes={modesOf(zone)}
          onClose={() => setEdited(undefined)}
          onSaved={() => void found.reload()}
        />
      )}
    </div>
  );
}

function InWords({ schedule: { days, time, mode, auto_arm } }: { readonly schedule: Schedule }) {
  const say = useTexts(scheduleTexts);
  const sayMode = useTexts(alarmTexts);
  const named = days.length === DAYS.length ? say('everyDay') : days.map((day) => say(day)).join(', ');
  return <>{say(auto_arm ? 'armsAt' : 'remindsAt', { days: named, time, mode: sayMode(mode) })}</>;
}

interface DialogProps {
  readonly zone: AlarmZoneStatus;
  readonly known: readonly Schedule[];
  readonly modes: readonly Schedule['mode'][];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

function ScheduleDialog({ zone, known, modes, onClose, onSaved }: DialogProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(scheduleTexts);
  const [schedules, setSchedules] = useState(known);
  async function save(): Promise<FieldErrors | undefined> {
    const fault = faultOf(schedules);
    if (fault !== undefined) return { schedules: say(fault.text, { n: fault.n }) };
    // Of another person meanwhile.
    const { config, ...kept } = await gateway.call('getAlarmZone', { path: { id: zone.id } });
    await gateway.call('putAlarmZone', { path: { id: zone.id }, body: { ...kept, config: { ...config, schedules } } });
    announce(say('saved', { name: zone.name }));
    onSaved();
    onClose();
    return undefined;
  }
  return (
    <Dialog title={say('editOf', { name: zone.name })} onClose={onClose}>
      <Form submitLabel={say('save')} onSubmit={save}>
        <ScheduleFields schedules={schedules} modes={modes} onChange={setSchedules} />
      </Form>
    </Dialog>
  );
}
