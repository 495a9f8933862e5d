import { useState } from 'preact/hooks';
import { useFormats, useTexts } from '../../../context/services.js';
import { useResource } from '../../../context/use-resource.js';
import { Button } from '../../../ui/form/button.tsx';
import { useRefusal } from '../../../ui/form/use-permission.js';
import { Card } from '../../../ui/layout.tsx';
import { DayCopy } from './day-copy.tsx';
import { changedEntries, copiedDay, entriesOn, freeSlot, simpleWrite, withEntry, withoutEntry } from './entries.js';
import { EntryDialog } from './entry-dialog.tsx';
import { SaveBar } from './save-bar.tsx';
import { scheduleTexts } from './texts.js';
import { type Entry, WEEKDAYS, type Weekday } from './week.js';
import type { WeekProps } from './week-props.js';

type Open =
  | { readonly what: 'edit'; readonly entry: Entry; readonly fresh: boolean }
  | { readonly what: 'copy'; readonly weekday: Weekday };

/** Week of an actor: actions and times. */
export function EntryWeek({ device, schedule, reload }: WeekProps) {
  const say = useTexts(scheduleTexts);
  const refusal = useRefusal('operator');
  const before = schedule.simple_entries ?? [];
  const [edited, setEdited] = useState<readonly Entry[]>();
  const [open, setOpen] = useState<Open>();
  const targets = useTargets({ device, schedule });
  const entries = edited ?? before;
  const isSwitch = schedule.domain === 'switch' || schedule.domain === 'valve';
  return (
    <Card
      title={say('week')}
      aside={
        <Button
          disabledReason={refusal}
          onClick={() =>
            setOpen({
              what: 'edit',
              fresh: true,
              entry: freshEntry(
                entries,
                targets.map(({ key }) => key),
              ),
            })
          }
        >
          {say('addEntry')}
        </Button>
      }
    >
      <p class="small dim">{say('exact')}</p>
      <div class="week">
        {WEEKDAYS.map((weekday) => (
          <DayEntries
            key={weekday}
            weekday={weekday}
            entries={entriesOn(entries, weekday)}
            isSwitch={isSwitch}
            onEdit={(entry) => setOpen({ what: 'edit', fresh: false, entry })}
            onCopy={() => setOpen({ what: 'copy', weekday })}
          />
        ))}
      </div>
      <SaveBar
        device={device}
        changes={changedEntries(before, entries).length}
        write={simpleWrite(schedule, entries)}
        onDiscard={() => setEdited(undefined)}
        onSent={async () => {
          await reload();
          setEdited(undefined);
        }}
      />
      {open?.what === 'copy' && (
        <DayCopy
          weekday={open.weekday}
          onClose={() => setOpen(undefined)}
          onCopy={(weekdays) => setEdited(copiedDay(entries, open.weekday, weekdays))}
        />
      )}
      {open?.what === 'edit' && (
        <EntryDialog
          entry={open.entry}
          isSwitch={isSwitch}
          targets={targets}
          title={open.fresh ? say('newEntry') : say('entry', { n: open.entry.slot_no })}
          onTake={(entry) => setEdited(withEntry(entries, entry))}
          {...(open.fresh ? {} : { onRemove: () => setEdited(withoutEntry(entries, open.entry.slot_no)) })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Card>
  );
}

interface DayEntriesProps {
  readonly weekday: Weekday;
  readonly entries: readonly Entry[];
  readonly isSwitch: boolean;
  readonly onEdit: (entry: Entry) => void;
  readonly onCopy: () => void;
}

function DayEntries({ weekday, entries, isSwitch, onEdit, onCopy }: DayEntriesProps) {
  const say = useTexts(scheduleTexts);
  const refusal = useRefusal('operator');
  const name = say(weekday);
  return (
    <section class="day" aria-label={name}>
      <h3>{name}</h3>
      <ul class="day-entries">
        {entries.length === 0 && <li class="dim">{say('nothingOn')}</li>}
        {entries.map((entry) => (
          <li key={entry.slot_no}>
            <Button disabledReason={refusal} onClick={() => onEdit(entry)}>
              <EntryWords entry={entry} isSwitch={isSwitch} />
            </Button>
          </li>
        ))}
      </ul>
      <Button kind="quiet" disabledReason={refusal} onClick={onCopy}>
        {say('copy')} <span class="visually-hidden">{name}</span>
      </Button>
    </section>
  );
}

/** Channels that entries can act on. */
function useTargets({ device, schedule }: Pick<WeekProps, 'device' | 'schedule'>) {
  const { central = '', address } = device.summary;
  const { number } = schedule.channel;
  const resource = useResource(
    ({ gateway }) => gateway.call('getWeekProfile', { path: { addr: address, no: number }, query: { central } }),
    { inputs: [central, address, number] },
  );
  const found = resource.current.value.value?.available_target_channels ?? {};
  return Object.entries(found).map(([key, { name, channel_no }]) => ({ key, text: `:${channel_no} ${name}` }));
}

function freshEntry(entries: readonly Entry[], targets: readonly string[]): Entry {
  const alike = entries[0];
  return {
    slot_no: freeSlot(entries),
    weekdays: [...WEEKDAYS],
    time: '06:00',
    level: 1,
    condition: 'fixed',
    target_channels: alike?.target_channels ?? targets.slice(0, 1),
  };
}

function EntryWords({ entry, isSwitch }: { readonly entry: Entry; readonly isSwitch: boolean }) {
  const say = useTexts(scheduleTexts);
  const formats = useFormats();
  const { time, level, level_2, condition, astro_type, astro_offset_minutes = 0 } = entry;
  const sun = condition !== undefined && condition !== 'fixed' && astro_type !== undefined;
  const offset = astro_offset_minutes === 0 ? '' : ` ${astro_offset_minutes > 0 ? '+' : ''}${astro_offset_minutes} min`;
  const words = isSwitch ? say(level > 0 ? 'on' : 'off') : `${formats.number(level * 100, 0)} %`;
  return (
    <>
      <strong>
        {condition === 'astro' && astro_type !== undefined ? say(astro_type as 'sunrise') + offset : time}
      </strong>
      {sun && condition !== 'astro' && <span class="small dim">{say(astro_type as 'sunrise') + offset}</span>}
      <span>
        {words}
        {level_2 !== undefined && level_2 <= 1 && ` · ${formats.number(level_2 * 100, 0)} %`}
      </span>
    </>
  );
}
