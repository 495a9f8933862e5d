import { type ComponentChildren, cloneElement, createContext, type VNode } from 'preact';
import { useContext, useId, useRef, useState } from 'preact/hooks';
import { useTexts } from '../../context/services.js';
import { uiTexts } from '../value/texts.js';
import { Button } from './button.tsx';
import { ErrorBox } from './error-box.tsx';
import { type FieldErrors, problemFields } from './problem-fields.js';

export type { FieldErrors } from './problem-fields.js';

const ErrorsContext = createContext<FieldErrors>({});

interface FormProps {
  readonly children: ComponentChildren;
  readonly submitLabel: string;
  /** Why it cannot be sent now. */
  readonly disabledReason?: string | undefined;
  /** Returns faults, or nothing. A problem of the gateway is shown at the fields that it names. */
  readonly onSubmit: (fields: FormData) => Promise<FieldErrors | undefined>;
  readonly actions?: ComponentChildren;
}

/** A form with its errors at the fields and in one summary, which gets the focus. */
export function Form({ children, submitLabel, disabledReason, onSubmit, actions }: FormProps) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<unknown>();
  const [sending, setSending] = useState(false);
  const summary = useRef<HTMLDivElement>(null);
  const say = useTexts(uiTexts);

  async function submit(form: HTMLFormElement): Promise<void> {
    setSending(true);
    setFailure(undefined);
    let wrong: FieldErrors = {};
    try {
      wrong = (await onSubmit(new FormData(form))) ?? {};
    } catch (error) {
      const { errors: named, isWhole } = problemFields(error, (name) => labelIn(form, name));
      wrong = named;
      if (!isWhole || Object.keys(named).length === 0) setFailure(error);
    }
    setErrors(wrong);
    setSending(false);
    if (Object.keys(wrong).length > 0) requestAnimationFrame(() => summary.current?.focus());
  }

  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending && disabledReason === undefined) void submit(event.currentTarget);
      }}
    >
      {Object.keys(errors).length > 0 && (
        <div class="error-box" role="alert" tabIndex={-1} ref={summary}>
          <strong>{say('checkFields')}</strong>
          <ul>
            {Object.entries(errors).map(([field, message]) => (
              <li key={field}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      <ErrorsContext.Provider value={errors}>{children}</ErrorsContext.Provider>
      {failure !== undefined && <ErrorBox error={failure} />}
      <div class="row">
        <Button type="submit" kind="primary" disabledReason={sending ? say('sending') : disabledReason}>
          {submitLabel}
        </Button>
        {actions}
      </div>
    </form>
  );
}

/** The label of a field; undefined where the form has no such field. */
function labelIn(form: HTMLFormElement, name: string): string | undefined {
  const item = form.elements.namedItem(name);
  if (item === null) return undefined;
  // Several controls of one name are choices of a group, which has the label.
  const control = item instanceof RadioNodeList ? item[0] : item;
  const label =
    control === item
      ? (control as HTMLInputElement).labels?.[0]
      : control?.parentElement?.closest('fieldset')?.querySelector('legend');
  return label?.textContent ?? name;
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** An input, select or textarea. */
  readonly children: VNode<{
    id?: string;
    name?: string;
    class?: string;
    'aria-describedby'?: string;
    'aria-invalid'?: boolean;
  }>;
}

/** A labelled control with its hint and its error. */
export function Field({ name, label, hint, children }: FieldProps) {
  const id = useId();
  const error = useContext(ErrorsContext)[name];
  const described = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`].join(' ').trim();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {cloneElement(children, {
        id,
        name,
        class: `input ${children.props.class ?? ''}`,
        'aria-invalid': error !== undefined,
        ...(described === '' ? {} : { 'aria-describedby': described }),
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="small dim">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} class="field-error small">
          {error}
        </p>
      )}
    </div>
  );
}
