import { useId } from 'preact/hooks';
import { useFormats, useTexts } from '../../../context/services.js';
import { unitOf } from '../../../ui/value/value-text.js';
import { type Draft, fieldText, isSame, ordinalOf, type Parameter, type Read, readField } from './fields.js';
import type { FormRow } from './groups.js';
import { configureTexts } from './texts.js';
import { valueWords } from './value-words.js';

export interface FieldContext {
  readonly draft: Draft;
  /** Typed text of the fields, also while it is invalid. */
  readonly typed: ReadonlyMap<string, string>;
  readonly change: (parameter: Parameter, read: Read, text: string) => void;
  readonly refusal: string | undefined;
  /** The switch under which a setting counts, while that is off. */
  readonly without: (parameter: Parameter) => Parameter | undefined;
}

/** One setting, or a number with its unit. */
export function FormRowView({ row, context }: { readonly row: FormRow; readonly context: FieldContext }) {
  const say = useTexts(configureTexts);
  const id = useId();
  const parameters = row.kind === 'one' ? [row.parameter] : [row.first, row.second];
  const [first] = parameters as [Parameter];
  const changed = parameters.some((parameter) => isChanged(parameter, context.draft));
  const without = context.without(first);
  return (
    <div class={`setting${changed ? ' changed' : ''}${without === undefined ? '' : ' idle'}`}>
      <div class="setting-name">
        <label for={id}>{row.kind === 'one' ? first.label : pairLabel(first.label)}</label>
        <code class="dim small">{parameters.map(({ parameter }) => parameter).join(' · ')}</code>
      </div>
      <div class="row setting-fields">
        {parameters.map((parameter, index) => (
          <ParameterField
            key={parameter.parameter}
            parameter={parameter}
            context={context}
            id={index === 0 ? id : undefined}
          />
        ))}
      </div>
      <div class="small dim setting-notes">
        {changed && <strong class="changed-mark">{say('changed')}</strong>}
        {without !== undefined && <span>{say('countsWhile', { name: without.label })}</span>}
        {parameters.map((parameter) => (
          <FieldNote key={parameter.parameter} parameter={parameter} context={context} />
        ))}
      </div>
    </div>
  );
}

/** Label without the word for its half: "Event Delay Value" → "Event Delay". */
const pairLabel = (label: string): string => label.replace(/ (?:Value|Factor|Wert|Faktor)$/i, '');

function isChanged(parameter: Parameter, draft: Draft): boolean {
  const read = draft.get(parameter.parameter);
  return read !== undefined && (!read.ok || !isSame(parameter, parameter.value, read.value));
}

function FieldNote({ parameter, context }: { readonly parameter: Parameter; readonly context: FieldContext }) {
  const say = useTexts(configureTexts);
  const formats = useFormats();
  const read = context.draft.get(parameter.parameter);
  const { multiplier = 1, min, max } = parameter;
  if (read?.ok === false) {
    const bound = (value: number | undefined) => (value === undefined ? '—' : formats.number(value * multiplier, 3));
    return (
      <span class="field-error" role="alert">
        {say(read.reason, { min: bound(min), max: bound(max) })}
      </span>
    );
  }
  if (parameter.default === undefined || isSame(parameter, parameter.default, parameter.value)) return null;
  return <span>{say('usual', { value: valueWords(parameter, parameter.default, say, formats) })}</span>;
}

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly context: FieldContext;
  readonly id: string | undefined;
}

function ParameterField({ parameter, context, id }: ParameterFieldProps) {
  const { refusal, draft, change, typed } = context;
  const formats = useFormats();
  const read = draft.get(parameter.parameter);
  const value = read?.ok ? read.value : parameter.value;
  const disabled = refusal !== undefined || !parameter.operations.write;
  const name = id === undefined ? { 'aria-label': parameter.label } : { id };
  const put = (next: string | number | boolean) => change(parameter, { ok: true, value: next }, String(next));
  if (parameter.type === 'BOOL') {
    return (
      <input
        {...name}
        type="checkbox"
        class="check"
        checked={value === true || value === 1}
        disabled={disabled}
        title={refusal}
        onChange={({ currentTarget }) => put(currentTarget.checked)}
      />
    );
  }
  if (parameter.value_list !== undefined) {
    return (
      <select
        {...name}
        class="input"
        disabled={disabled}
        title={refusal}
        value={String(ordinalOf(parameter, value) ?? '')}
        onChange={({ currentTarget }) => currentTarget.value !== '' && put(Number(currentTarget.value))}
      >
        {ordinalOf(parameter, value) === undefined && <option value="">—</option>}
        {parameter.value_list.map((entry, index) => (
          <option key={entry} value={index}>
            {parameter.value_translations?.[entry] ?? entry}
          </option>
        ))}
      </select>
    );
  }
  const numeric = parameter.type === 'FLOAT' || parameter.type === 'INTEGER';
  const text = typed.get(parameter.parameter) ?? fieldText(parameter, value, formats);
  return (
    <>
      <input
        {...name}
        class={`input${numeric ? ' number' : ''}`}
        type="text"
        inputMode={numeric ? 'decimal' : 'text'}
        value={text}
        disabled={disabled}
        title={refusal}
        aria-invalid={read?.ok === false}
        onInput={({ currentTarget }) =>
          change(parameter, readField(parameter, currentTarget.value), currentTarget.value)
        }
      />
      {numeric && <span class="dim">{unitOf(parameter)}</span>}
      {numeric && (parameter.specials?.length ?? 0) > 0 && (
        <SpecialChoice parameter={parameter} value={value} disabled={disabled} change={change} />
      )}
    </>
  );
}

interface SpecialChoiceProps extends Pick<FieldContext, 'change'> {
  readonly parameter: Parameter;
  readonly value: unknown;
  readonly disabled: boolean;
}

/** Values beside the range of a number, which have names. */
function SpecialChoice({ parameter, value, disabled, change }: SpecialChoiceProps) {
  const say = useTexts(configureTexts);
  const formats = useFormats();
  return (
    <select
      class="input"
      aria-label={`${parameter.label}: ${say('special')}`}
      disabled={disabled}
      value={parameter.specials?.some((special) => special.value === value) ? String(value) : ''}
      onChange={({ currentTarget }) => {
        if (currentTarget.value === '') return;
        const special = Number(currentTarget.value);
        change(parameter, { ok: true, value: special }, fieldText(parameter, special, formats));
      }}
    >
      <option value="">{say('special')}</option>
      {parameter.specials?.map((special) => (
        <option key={special.id} value={special.value}>
          {special.id}
        </option>
      ))}
    </select>
  );
}
