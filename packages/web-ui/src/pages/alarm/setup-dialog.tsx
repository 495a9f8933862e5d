import type { AlarmOutputCandidate, AlarmSensorCandidate, SysvarSummary } from '@ccu-gateway/contract/types';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Field, type FieldErrors, Form } from '../../ui/form/form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { scheduleTexts } from './schedule-texts.js';
import { faultOf, type Schedule } from './schedules.js';
import {
  type Choice,
  isMirror,
  isSiren,
  isTwofold,
  keyOf,
  mirrorOf,
  nameOf,
  outputOf,
  SETUP_MODES,
  sensorOf,
  variableKey,
  zoneOf,
} from './setup.js';
import { alarmTexts } from './texts.js';

const CHOICES = ['off', 'instant', 'entry', 'follower'] as const satisfies readonly Choice[];
const PIN = /^\d{4,12}$/;

interface SetupProps {
  /** Id of the new zone. */
  readonly id: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Makes a zone of chosen sensors and sirens, with a first PIN. */
export function SetupDialog({ id, onClose, onSaved }: SetupProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(alarmTexts);
  const saySchedule = useTexts(scheduleTexts);
  const found = useResource(async ({ gateway: own }) => ({
    sensors: await own.call('listAlarmSensorCandidates'),
    outputs: await own.call('listAlarmOutputCandidates'),
    variables: await own.call('listSysvars').catch(() => []),
  }));
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [schedules, setSchedules] = useState<readonly Schedule[]>([]);
  const [sirens, setSirens] = useState<ReadonlySet<string>>(new Set());
  // A second try finds the zone of the first.
  const [isCreated, setCreated] = useState(false);

  async function save(fields: FormData): Promise<FieldErrors | undefined> {
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const { sensors = [], outputs = [], variables = [] } = found.current.value.value ?? {};
    const chosen = sensors.flatMap((candidate) => {
      const choice = choices.get(keyOf(candidate)) ?? 'off';
      return choice === 'off' ? [] : [sensorOf(candidate, choice, fields.get('chime') !== null)];
    });
    if (chosen.length === 0) return { name: say('noSensor') };
    if (text('pin') !== '' && !PIN.test(text('pin'))) return { pin: say('pinForm') };
    const fault = faultOf(schedules);
    if (fault !== undefined) return { schedules: saySchedule(fault.text, { n: fault.n }) };
    const seconds = { exit: Number(text('exit')), entry: Number(text('entry')) };
    const zone = zoneOf(id, text('name'), { ...seconds, schedules });
    const path = { id };
    if (isCreated) await gateway.call('putAlarmZone', { path, body: zone });
    else await gateway.call('createAlarmZone', { body: zone });
    setCreated(true);
    await gateway.call('putAlarmZoneSensors', { path, body: chosen });
    const wanted = outputs.filter((candidate) => sirens.has(keyOf(candidate))).map(outputOf);
    const shown = variables.find((variable) => variableKey(variable) === text('mirror'));
    const mirrors =
      shown === undefined ? [] : [mirrorOf(shown, id, text('trueWhile') === 'armed' ? 'armed' : 'triggered')];
    await gateway.call('putAlarmZoneOutputs', { path, body: [...wanted, ...mirrors] });
    if (text('pin') !== '') {
      const perms = { arm: true, disarm: true, silence: true };
      const body = { name: say('firstCode'), kind: 'pin', pin: text('pin'), perms, enabled: true } as const;
      await gateway.call('createAlarmCode', { body });
    }
    announce(say('zoneSaved', { name: zone.name }));
    onSaved();
    onClose();
    return undefined;
  }

  return (
    <Dialog title={say('setup')} onClose={onClose}>
      <Loaded of={found} height="12rem" count={1}>
        {({ sensors, outputs, variables }) => (
          <Form submitLabel={say('save')} onSubmit={save}>
            <NameAndDelays />
            <Sensors
              sensors={sensors}
              choices={choices}
              onChoose={(key, choice) => setChoices(new Map(choices).set(key, choice))}
            />
            <Sirens
              outputs={outputs.filter(isSiren)}
              chosen={sirens}
              onToggle={(key) => {
                const next = new Set(sirens);
                if (!next.delete(key)) next.add(key);
                setSirens(next);
              }}
            />
            <MirrorFields variables={variables.filter(isMirror)} />
            <ScheduleFields schedules={schedules} modes={SETUP_MODES} onChange={setSchedules} />
            <Field name="pin" label={say('firstPin')} hint={say('pinForm')}>
              <input type="password" inputMode="numeric" autocomplete="new-password" maxLength={12} />
            </Field>
          </Form>
        )}
      </Loaded>
    </Dialog>
  );
}

function NameAndDelays() {
  const say = useTexts(alarmTexts);
  return (
    <>
      <Field name="name" label={say('name')}>
        <input maxLength={100} defaultValue={say('firstZone')} />
      </Field>
      <Field name="exit" label={say('exitSeconds')}>
        <input type="number" min={0} max={600} defaultValue={45} />
      </Field>
      <Field name="entry" label={say('entrySeconds')}>
        <input type="number" min={5} max={600} defaultValue={30} />
      </Field>
    </>
  );
}

function Sensors({
  sensors,
  choices,
  onChoose,
}: {
  readonly sensors: readonly AlarmSensorCandidate[];
  readonly choices: ReadonlyMap<string, Choice>;
  readonly onChoose: (key: string, choice: Choice) => void;
}) {
  const say = useTexts(alarmTexts);
  return (
    <fieldset class="alarm-candidates">
      <legend>{say('sensors')}</legend>
      {sensors.map((candidate) => {
        const key = keyOf(candidate);
        return (
          <label key={key}>
            <span class="grow private">
              {nameOf(candidate)} <code class="dim">{candidate.parameter}</code>
            </span>
            <select
              class="input"
              value={choices.get(key) ?? 'off'}
              onChange={(event) => {
                const { value } = event.currentTarget;
                onChoose(key, CHOICES.find((choice) => choice === value) ?? 'off');
              }}
            >
              {CHOICES.map((choice) => (
                <option key={choice} value={choice}>
                  {say(choice)}
                </option>
              ))}
            </select>
          </label>
        );
      })}
      <label class="check">
        <input type="checkbox" name="chime" />
        {say('chime')}
      </label>
    </fieldset>
  );
}

/** The variable in which programs of a CCU see the state of the zone. */
function MirrorFields({ variables }: { readonly variables: readonly SysvarSummary[] }) {
  const say = useTexts(alarmTexts);
  const [chosen, choose] = useState('');
  const variable = variables.find((each) => variableKey(each) === chosen);
  const isOfSeveral = new Set(variables.map(({ central }) => central)).size > 1;
  if (variables.length === 0) return null;
  return (
    <>
      <Field name="mirror" label={say('mirror')}>
        <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">{say('noMirror')}</option>
          {variables.map((each) => (
            <option key={variableKey(each)} value={variableKey(each)}>
              {isOfSeveral ? `${each.central}: ${each.name}` : each.name}
            </option>
          ))}
        </select>
      </Field>
      {variable !== undefined && isTwofold(variable) && (
        <Field name="trueWhile" label={say('trueWhile')}>
          <select>
            <option value="triggered">{say('whileTriggered')}</option>
            <option value="armed">{say('whileArmed')}</option>
          </select>
        </Field>
      )}
    </>
  );
}

function Sirens({
  outputs,
  chosen,
  onToggle,
}: {
  readonly outputs: readonly AlarmOutputCandidate[];
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
}) {
  const say = useTexts(alarmTexts);
  return (
    <fieldset class="alarm-candidates">
      <legend>{say('sirens')}</legend>
      {outputs.length === 0 && <p class="dim">{say('noSiren')}</p>}
      {outputs.map((candidate) => {
        const key = keyOf(candidate);
        return (
          <label key={key} class="check">
            <input type="checkbox" checked={chosen.has(key)} onChange={() => onToggle(key)} />
            <span class="private">{nameOf(candidate)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
