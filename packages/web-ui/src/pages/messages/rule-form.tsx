import { useTexts } from '../../context/services.js';
import { Field, Form } from '../../ui/form/form.tsx';
import { EnabledField, NameField } from '../settings/destinations/entry-fields.tsx';
import type { EditedEntry } from '../settings/destinations/entry-list.tsx';
import type { NamedSection } from '../settings/destinations/section-entries.js';
import { destinationTexts } from '../settings/destinations/texts.js';
import { useEntryForm } from '../settings/destinations/use-entry-form.js';
import { MATTERS, type RuleInput, ruleInput, ruleOf } from './message-data.js';
import { messageTexts } from './texts.js';

export const RULES: NamedSection = { section: 'notify', member: 'rules' };

interface RuleFormProps extends EditedEntry {
  /** Names of the channels. */
  readonly channels: readonly string[];
}

/** One rule: the matters, the channels and the time. */
export function RuleForm({ channels, ...edited }: RuleFormProps) {
  const say = useTexts(messageTexts);
  const sayAny = useTexts(destinationTexts);
  const { name: storedName } = edited;
  const { input, change, name, setName, save } = useEntryForm<RuleInput>({
    ...{ of: RULES, edited, usualName: 'night', inputOf: ruleInput, entryOf: ruleOf, fields: {} },
    mistakesIn: (typed) => mistakesIn(typed, say),
  });

  return (
    <Form submitLabel={sayAny('save')} onSubmit={save}>
      <Field name="about" label={say('about')}>
        <select
          value={input.about}
          onChange={(event) => change({ about: event.currentTarget.value as RuleInput['about'] })}
        >
          {(['matters', 'value', 'key'] as const).map((about) => (
            <option key={about} value={about}>
              {say(`about_${about}`)}
            </option>
          ))}
        </select>
      </Field>
      {input.about === 'matters' ? (
        <Choice
          legend={say('matters')}
          all={MATTERS.map((each) => [each, say(each)] as const)}
          chosen={input.on}
          onChange={(on) => change({ on })}
        />
      ) : (
        <PlaceFields input={input} change={change} />
      )}
      <Choice
        legend={say('to')}
        hint={say('toAll')}
        all={channels.map((each) => [each, each] as const)}
        chosen={input.channels}
        onChange={(chosen) => change({ channels: chosen })}
      />
      <TimeFields input={input} change={change} />
      {storedName === '' ? (
        <NameField name={name} onChange={setName} />
      ) : (
        <EnabledField enabled={input.enabled} onChange={(enabled) => change({ enabled })} />
      )}
    </Form>
  );
}

interface ChoiceProps {
  readonly legend: string;
  readonly hint?: string;
  readonly all: readonly (readonly [value: string, label: string])[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function Choice({ legend, hint, all, chosen, onChange }: ChoiceProps) {
  return (
    <fieldset class="message-choice">
      <legend>{legend}</legend>
      {all.map(([value, label]) => (
        <label key={value} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...chosen, value] : chosen.filter((each) => each !== value))
            }
          />
          {label}
        </label>
      ))}
      {hint !== undefined && <p class="small dim">{hint}</p>}
    </fieldset>
  );
}

interface FieldsProps {
  readonly input: RuleInput;
  readonly change: (part: Partial<RuleInput>) => void;
}

function PlaceFields({ input, change }: FieldsProps) {
  const say = useTexts(messageTexts);
  const text = (member: 'address' | 'channel' | 'parameter' | 'above' | 'below', hint?: string) => (
    <Field name={member} label={say(member)} {...(hint === undefined ? {} : { hint })}>
      <input
        value={input[member]}
        maxLength={64}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        {...(['address', 'parameter'].includes(member) ? {} : { inputMode: 'decimal' as const })}
        onInput={(event) => change({ [member]: event.currentTarget.value })}
      />
    </Field>
  );
  return (
    <>
      {text('address')}
      {text('channel')}
      {input.about === 'value' && (
        <>
          {text('parameter', say('parameterHint'))}
          {text('above')}
          {text('below')}
        </>
      )}
    </>
  );
}

function TimeFields({ input, change }: FieldsProps) {
  const say = useTexts(messageTexts);
  const clock = (member: 'quietFrom' | 'quietTo' | 'digest', hint?: string) => (
    <Field name={member} label={say(member)} {...(hint === undefined ? {} : { hint })}>
      <input
        type="time"
        value={input[member]}
        onInput={(event) => change({ [member]: event.currentTarget.value.slice(0, 5) })}
      />
    </Field>
  );
  return (
    <>
      <Field name="lasts" label={say('lasts')}>
        <input
          inputMode="decimal"
          value={input.lasts}
          maxLength={8}
          onInput={(event) => change({ lasts: event.currentTarget.value.replace(/[^\d.,]/g, '') })}
        />
      </Field>
      {clock('quietFrom')}
      {clock('quietTo', say('quietHint'))}
      {clock('digest')}
      <label class="check">
        <input
          type="checkbox"
          checked={input.oncePerDay}
          onChange={(event) => change({ oncePerDay: event.currentTarget.checked })}
        />
        {say('oncePerDay')}
      </label>
    </>
  );
}

type Say = ReturnType<typeof useTexts<typeof messageTexts>>;

function mistakesIn(input: RuleInput, say: Say): Record<string, string> {
  const { about, on, address, parameter, above, below, quietFrom, quietTo } = input;
  const half = quietFrom === '' ? 'quietFrom' : 'quietTo';
  return {
    ...(about === 'matters' && on.length === 0 ? { about: say('mattersNeeded') } : {}),
    ...(about !== 'matters' && address.trim() === '' ? { address: say('needed', { label: say('address') }) } : {}),
    ...(about === 'value' && parameter.trim() === '' ? { parameter: say('needed', { label: say('parameter') }) } : {}),
    ...(about === 'value' && `${above}${below}`.trim() === '' ? { above: say('limitNeeded') } : {}),
    ...((quietFrom === '') === (quietTo === '') ? {} : { [half]: say('clockNeeded', { label: say(half) }) }),
  };
}
