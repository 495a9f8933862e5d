import { useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../../context/services.js';
import { useHere } from '../../../context/use-here.js';
import { Button } from '../../../ui/form/button.tsx';
import { ErrorBox } from '../../../ui/form/error-box.tsx';
import { useRefusal } from '../../../ui/form/use-permission.js';
import { Card, Chip } from '../../../ui/layout.tsx';
import { DayCopy } from './day-copy.tsx';
import { DayDialog } from './day-dialog.tsx';
import { SaveBar } from './save-bar.tsx';
import { scheduleTexts } from './texts.js';
import {
  blocksOf,
  climateWrite,
  copied,
  type Day,
  dayIn,
  type Edits,
  edited,
  editKey,
  timeOf,
  WEEKDAYS,
  type Weekday,
} from './week.js';
import type { WeekProps } from './week-props.js';

/** Week of a thermostat: temperatures and times. */
export function ClimateWeek({ device, schedule, reload }: WeekProps) {
  const { query, setQuery } = useHere();
  const say = useTexts(scheduleTexts);
  const refusal = useRefusal('operator');
  const [edits, setEdits] = useState<Edits>(new Map());
  const [open, setOpen] = useState<{ readonly what: 'edit' | 'copy'; readonly weekday: Weekday }>();
  const profiles = Object.keys(schedule.profiles ?? {});
  const profile = profiles.find((each) => each === query.profile) ?? schedule.active_profile ?? profiles[0] ?? 'P1';
  const opened = open === undefined ? undefined : dayIn(schedule, edits, profile, open.weekday);
  return (
    <Card
      title={say('week')}
      aside={
        <span class="row">
          <ProfileChoice
            profiles={profiles}
            profile={profile}
            active={schedule.active_profile}
            onChoose={(chosen) => setQuery({ profile: chosen })}
          />
          {profile !== schedule.active_profile && profiles.length > 1 && (
            <ActivateProfile device={device} schedule={schedule} reload={reload} profile={profile} />
          )}
        </span>
      }
    >
      <p class="small dim">{say('exact')}</p>
      <div class="week">
        {WEEKDAYS.map((weekday) => (
          <DayRow
            key={weekday}
            weekday={weekday}
            day={dayIn(schedule, edits, profile, weekday)}
            changed={edits.has(editKey(profile, weekday))}
            refusal={refusal}
            onOpen={(what) => setOpen({ what, weekday })}
          />
        ))}
      </div>
      <SaveBar
        device={device}
        changes={edits.size}
        write={climateWrite(schedule, edits)}
        onDiscard={() => setEdits(new Map())}
        onSent={async () => {
          await reload();
          setEdits(new Map());
        }}
      />
      {open?.what === 'edit' && opened !== undefined && (
        <DayDialog
          weekday={open.weekday}
          day={opened}
          onClose={() => setOpen(undefined)}
          onTake={(day) => setEdits(edited(schedule, edits, { profile, weekday: open.weekday }, day))}
        />
      )}
      {open?.what === 'copy' && (
        <DayCopy
          weekday={open.weekday}
          onClose={() => setOpen(undefined)}
          onCopy={(weekdays) => setEdits(copied(schedule, edits, { profile, weekday: open.weekday }, weekdays))}
        />
      )}
    </Card>
  );
}

interface ProfileChoiceProps {
  readonly profiles: readonly string[];
  /** The shown one. */
  readonly profile: string;
  /** The one that the thermostat follows. */
  readonly active: string | undefined;
  readonly onChoose: (profile: string) => void;
}

function ProfileChoice({ profiles, profile, active, onChoose }: ProfileChoiceProps) {
  const say = useTexts(scheduleTexts);
  return (
    <label class="row small">
      {say('profile')}
      <select class="input" value={profile} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {profiles.map((each) => (
          <option key={each} value={each}>
            {each === active ? say('active', { profile: each }) : each}
          </option>
        ))}
      </select>
    </label>
  );
}

interface DayRowProps {
  readonly weekday: Weekday;
  readonly day: Day | undefined;
  readonly changed: boolean;
  readonly refusal: string | undefined;
  readonly onOpen: (what: 'edit' | 'copy') => void;
}

const COLDEST = 5;
const WARMEST = 30;

function DayRow({ weekday, day, changed, refusal, onOpen }: DayRowProps) {
  const say = useTexts(scheduleTexts);
  const formats = useFormats();
  const name = say(weekday);
  const degrees = (value: number) => `${formats.number(value, 1)} °C`;
  return (
    <section class="day" aria-label={name}>
      <h3>
        {name} {changed && <Chip tone="accent">{say('changed')}</Chip>}
      </h3>
      {day === undefined ? (
        <p class="dim">{say('nothingOn')}</p>
      ) : (
        <ol class="day-bar">
          {blocksOf(day).map(({ from, to, temperature }) => (
            <li
              key={from}
              style={{
                flexGrow: to - from,
                '--warmth': `${Math.round(((temperature - COLDEST) / (WARMEST - COLDEST)) * 100)}%`,
              }}
              title={`${timeOf(from)}–${timeOf(to)}: ${degrees(temperature)}`}
            >
              <span class="block-time">
                {timeOf(from)}
                <span class="visually-hidden">–{timeOf(to)}: </span>
              </span>
              <strong>{formats.number(temperature, 1)}°</strong>
            </li>
          ))}
        </ol>
      )}
      <span class="row day-actions">
        <Button disabledReason={refusal} onClick={() => onOpen('edit')}>
          {say('editWord')} <span class="visually-hidden">{name}</span>
        </Button>
        <Button kind="quiet" disabledReason={refusal} onClick={() => onOpen('copy')}>
          {say('copy')} <span class="visually-hidden">{name}</span>
        </Button>
      </span>
    </section>
  );
}

/** Has the thermostat follow another profile. */
function ActivateProfile({ device, schedule, reload, profile }: WeekProps & { readonly profile: string }) {
  const { gateway, announce } = useServices();
  const say = useTexts(scheduleTexts);
  const refusal = useRefusal('operator');
  const [error, setError] = useState<unknown>();
  const run = async () => {
    setError(undefined);
    try {
      await gateway.call('setChannelActiveProfile', {
        path: { addr: device.summary.address, no: schedule.channel.number },
        query: { central: device.summary.central ?? '' },
        body: { profile },
      });
      announce(say('activated'));
      await reload();
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <>
      <Button disabledReason={refusal} onClick={() => void run()}>
        {say('activate')}
      </Button>
      {error !== undefined && <ErrorBox error={error} />}
    </>
  );
}
