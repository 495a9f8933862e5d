import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { useTexts } from '../../../context/services.js';
import { Button } from '../../../ui/form/button.tsx';
import { nowTexts } from './texts.js';

interface RangeFieldProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Undefined while it is not known. */
  readonly value: number | undefined;
  readonly unit: string;
  readonly refusal: string | undefined;
  readonly onSend: (value: number) => void;
  /** Colours the bar. */
  readonly kind?: 'hue' | 'white';
}

/** Slider with a number input and steps. A dragged value is sent on release. */
export function RangeField({ label, min, max, step, value, unit, refusal, onSend, kind }: RangeFieldProps) {
  const say = useTexts(nowTexts);
  const number = useRef<HTMLInputElement>(null);
  const shown = value === undefined ? '' : Math.round(value * 100) / 100;
  const disabled = refusal !== undefined;
  const send = (wanted: number) => {
    if (Number.isFinite(wanted)) onSend(Math.round(Math.min(max, Math.max(min, wanted)) * 100) / 100);
  };
  const stepBy = (by: number) => send((value ?? min) + by);
  return (
    <fieldset class="field">
      <legend class="small dim">{label}</legend>
      <span class="range-field">
        <Button
          kind="quiet"
          label={say('less', { name: label })}
          disabledReason={refusal}
          onClick={() => stepBy(-step)}
        >
          −
        </Button>
        {/* A slider would show a value although none is known. */}
        {value !== undefined && (
          <input
            type="range"
            class={kind}
            {...{ min, max, step, disabled }}
            value={shown}
            aria-label={label}
            title={refusal}
            onInput={({ currentTarget }) => {
              if (number.current !== null) number.current.value = currentTarget.value;
            }}
            onChange={({ currentTarget }) => send(currentTarget.valueAsNumber)}
          />
        )}
        <Button
          kind="quiet"
          label={say('greater', { name: label })}
          disabledReason={refusal}
          onClick={() => stepBy(step)}
        >
          +
        </Button>
        <input
          ref={number}
          type="number"
          class="input"
          {...{ min, max, step, disabled }}
          value={shown}
          aria-label={`${label}${unit}`}
          title={refusal}
          onChange={({ currentTarget }) => currentTarget.value !== '' && send(currentTarget.valueAsNumber)}
        />
        <span class="dim small">{unit}</span>
      </span>
    </fieldset>
  );
}

interface ChoiceFieldProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly value: string | undefined;
  readonly refusal?: string | undefined;
  readonly onChoose: (value: string) => void;
}

/** List of options; an unknown value shows as a dash. */
export function ChoiceField({ label, options, value, refusal, onChoose }: ChoiceFieldProps) {
  const id = useId();
  const known = options.some((option) => option.value === value);
  return (
    <div class="field">
      <label for={id} class="small dim">
        {label}
      </label>
      <select
        id={id}
        class="input"
        disabled={refusal !== undefined}
        title={refusal}
        value={known ? value : ''}
        onChange={({ currentTarget }) => currentTarget.value !== '' && onChoose(currentTarget.value)}
      >
        {!known && <option value="">—</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface OperateButtonProps {
  readonly children: ComponentChildren;
  readonly refusal: string | undefined;
  readonly kind?: 'primary' | 'danger';
  readonly onClick: () => void;
}

/** Button of an operation. A confirmation depends on the operation, not on its button. */
export function OperateButton({ children, refusal, kind, onClick }: OperateButtonProps) {
  return (
    <Button {...(kind === undefined ? {} : { kind })} disabledReason={refusal} onClick={onClick}>
      {children}
    </Button>
  );
}

/** A number that goes along with an operation; empty: the device decides. */
export function NumberField({
  label,
  value,
  max,
  onInput,
}: {
  readonly label: string;
  readonly value: string;
  readonly max: number;
  readonly onInput: (text: string) => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id} class="small dim">
        {label}
      </label>
      <input
        id={id}
        class="input number"
        type="number"
        min={0}
        max={max}
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </div>
  );
}

/** `{ name: 5 }` for a typed number; empty for a text that is empty or no number. */
export function numberParam(name: string, text: string): Readonly<Record<string, number>> {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? {} : { [name]: value };
}
