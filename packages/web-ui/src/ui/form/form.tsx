import { ProblemError } from '@ccu-gateway/client';
import { type ComponentChildren, cloneElement, createContext, type VNode } from 'preact';
import { useContext, useId, useRef, useState } from 'preact/hooks';
import { useTexts } from '../../context/services.js';
import { uiTexts } from '../value/texts.js';
import { Button } from './button.tsx';
import { ErrorBox } from './error-box.tsx';

/** Faults, by name of the field. */
export type FieldErrors = Readonly<Record<string, string>>;

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
      wrong = fieldErrorsOf(error, form);
      if (Object.keys(wrong).length === 0) setFailure(error);
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

/** The errors of a problem that belong to fields of this form. */
function fieldErrorsOf(error: unknown, form: HTMLFormElement): FieldErrors {
  if (!(error instanceof ProblemError)) return {};
  const found: Record<string, string> = {};
  for (const { field = '', reason, min, max } of error.errors) {
    const name = field.replace(/^body\./, '').split('.')[0] ?? '';
    if (form.elements.namedItem(name) === null) continue;
    const range = min === undefined && max === undefined ? '' : ` (${min ?? '…'} – ${max ?? '…'})`;
    found[name] = `${name}: ${reason.replaceAll('_', ' ')}${range}`;
  }
  return found;
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
