import { useState } from 'preact/hooks';
import { useFormats, useTexts } from '../../../context/services.js';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { scheduleTexts } from './texts.js';
import { type Entry, minutesOf, WEEKDAYS } from './week.js';

const CONDITIONS = [
  'fixed',
  'astro',
  'fixed_if_before_astro',
  'astro_if_before_fixed',
  'fixed_if_after_astro',
  'astro_if_after_fixed',
  'earliest',
  'latest',
] as const;

interface EntryDialogProps {
  readonly title: string;
  readonly entry: Entry;
  /** It is on or off, without anything between. */
  readonly isSwitch: boolean;
  readonly targets: readonly { readonly key: string; readonly text: string }[];
  readonly onTake: (entry: Entry) => void;
  readonly onRemove?: () => void;
  readonly onClose: () => void;
}

/** One entry of the week of an actor. Members that are not shown keep their values. */
export function EntryDialog({ title, entry, isSwitch, targets, onTake, onRemove, onClose }: EntryDialogProps) {
  const say = useTexts(scheduleTexts);
  const { inField } = useFormats();
  const shown = { level: inField(percentOf(entry.level)), level_2: inField(percentOf(entry.level_2)) };
  const [draft, setDraft] = useState(entry);
  const [level, setLevel] = useState(shown.level);
  const [slats, setSlats] = useState(shown.level_2);
  const set = (part: Partial<Entry>) => setDraft({ ...draft, ...part });
  const levels = { ...leveled('level', level, shown), ...leveled('level_2', slats, shown) };
  const wrong = faultOf(draft, targets.length > 0, levels);
  const take = () => {
    onTake({ ...draft, ...levels } as Entry);
    onClose();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          {onRemove !== undefined && (
            <Button
              kind="danger"
              onClick={() => {
                onRemove();
                onClose();
              }}
            >
              {say('removeEntry')}
            </Button>
          )}
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button kind="primary" disabledReason={wrong === undefined ? undefined : say(wrong)} onClick={take}>
            {say('take')}
          </Button>
        </>
      }
    >
      <div class="form">
        <Choices
          legend={say('weekdays')}
          options={WEEKDAYS.map((key) => ({ key, text: say(key) }))}
          chosen={draft.weekdays}
          onChange={(weekdays) => set({ weekdays: WEEKDAYS.filter((each) => weekdays.includes(each)) })}
        />
        <When draft={draft} set={set} />
        <LevelRow isSwitch={isSwitch} level={level} onInput={setLevel} />
        {entry.level_2 !== undefined && <TextRow label={say('level2')} value={slats} onInput={setSlats} />}
        <LengthRows entry={entry} draft={draft} set={set} />
        {targets.length > 0 && (
          <Choices
            legend={say('targets')}
            options={targets}
            chosen={draft.target_channels ?? []}
            onChange={(target_channels) => set({ target_channels: [...target_channels] })}
          />
        )}
        {wrong !== undefined && (
          <p class="field-error" role="alert">
            {say(wrong)}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** Levels above 1 mean an unchanged level and are not shown as a number. */
function percentOf(level: number | undefined): number {
  return level === undefined || level > 1 ? Number.NaN : Math.round(level * 1000) / 10;
}

/** The typed level; an untouched one keeps its value, to the last digit. */
function leveled(name: 'level' | 'level_2', text: string, shown: Readonly<Record<typeof name, string>>) {
  if (text === shown[name]) return {};
  return { [name]: text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')) / 100 };
}

function faultOf(
  { weekdays, time, target_channels = [] }: Entry,
  hasTargets: boolean,
  levels: Readonly<Record<string, number>>,
): keyof typeof scheduleTexts | undefined {
  if (weekdays.length === 0) return 'noWeekday';
  const minutes = minutesOf(time);
  if (minutes === undefined || minutes >= 1440) return 'badTime';
  if (!Object.values(levels).every((level) => level >= 0 && level <= 1)) return 'badLevel';
  return hasTargets && target_channels.length === 0 ? 'noTarget' : undefined;
}

function When({ draft, set }: { readonly draft: Entry; readonly set: (part: Partial<Entry>) => void }) {
  const say = useTexts(scheduleTexts);
  const { condition = 'fixed', astro_type, astro_offset_minutes = 0 } = draft;
  return (
    <>
      {draft.condition !== undefined && (
        <label class="row">
          {say('condition')}
          <select
            class="input"
            value={condition}
            onChange={({ currentTarget }) =>
              set({
                condition: currentTarget.value,
                ...(currentTarget.value !== 'fixed' && astro_type === undefined ? { astro_type: 'sunrise' } : {}),
              })
            }
          >
            {CONDITIONS.map((each) => (
              <option key={each} value={each}>
                {say(each)}
              </option>
            ))}
          </select>
        </label>
      )}
      <TextRow label={say('clock')} value={draft.time} onInput={(time) => set({ time })} />
      {condition !== 'fixed' && (
        <>
          <label class="row">
            {say('sun')}
            <select
              class="input"
              value={astro_type ?? 'sunrise'}
              onChange={({ currentTarget }) => set({ astro_type: currentTarget.value })}
            >
              <option value="sunrise">{say('sunrise')}</option>
              <option value="sunset">{say('sunset')}</option>
            </select>
          </label>
          <label class="row">
            {say('offset')}
            <input
              class="input number"
              type="number"
              min={-128}
              max={127}
              value={astro_offset_minutes}
              onInput={({ currentTarget }) => set({ astro_offset_minutes: currentTarget.valueAsNumber || 0 })}
            />
          </label>
        </>
      )}
    </>
  );
}

interface LevelRowProps {
  readonly isSwitch: boolean;
  readonly level: string;
  readonly onInput: (level: string) => void;
}

function LevelRow({ isSwitch, level, onInput }: LevelRowProps) {
  const say = useTexts(scheduleTexts);
  if (!isSwitch) return <TextRow label={say('level')} value={level} onInput={onInput} />;
  return (
    <label class="row">
      {say('onOff')}
      <select
        class="input"
        value={level === '0' ? '0' : '100'}
        onChange={({ currentTarget }) => onInput(currentTarget.value)}
      >
        <option value="100">{say('on')}</option>
        <option value="0">{say('off')}</option>
      </select>
    </label>
  );
}

interface LengthRowsProps {
  /** The previous entry: it has the fields that can be set. */
  readonly entry: Entry;
  readonly draft: Entry;
  readonly set: (part: Partial<Entry>) => void;
}

/** How long it lasts and how long it takes to get there. */
function LengthRows({ entry, draft, set }: LengthRowsProps) {
  const say = useTexts(scheduleTexts);
  return (
    <>
      {entry.duration !== undefined && (
        <TextRow
          label={say('duration')}
          hint={say('durationHint')}
          value={draft.duration ?? ''}
          onInput={(duration) => set({ duration })}
        />
      )}
      {entry.ramp_time !== undefined && (
        <TextRow
          label={say('rampTime')}
          hint={say('durationHint')}
          value={draft.ramp_time ?? ''}
          onInput={(ramp_time) => set({ ramp_time })}
        />
      )}
    </>
  );
}

interface TextRowProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
}

function TextRow({ label, hint, value, onInput }: TextRowProps) {
  return (
    <label class="row">
      {label}
      <input class="input number" value={value} onInput={({ currentTarget }) => onInput(currentTarget.value)} />
      {hint !== undefined && <span class="small dim">{hint}</span>}
    </label>
  );
}

interface ChoicesProps {
  readonly legend: string;
  readonly options: readonly { readonly key: string; readonly text: string }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function Choices({ legend, options, chosen, onChange }: ChoicesProps) {
  return (
    <fieldset class="day-choice">
      <legend>{legend}</legend>
      {options.map(({ key, text }) => (
        <label key={key}>
          <input
            type="checkbox"
            class="check"
            checked={chosen.includes(key)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, key] : chosen.filter((each) => each !== key))
            }
          />
          <span class="private">{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
