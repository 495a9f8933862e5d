import { ProblemError } from '@ccu-gateway/client';
import type { SysvarSummary } from '@ccu-gateway/contract/types';
import { useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { Switch } from '../../ui/form/switch.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { labelOf, numberWithin, twoNamesOf } from './labels.js';
import { sysvarsTexts } from './texts.js';
import './sysvars.css';

type Value = boolean | number | string;

/**
 * Shows a variable and sets it. A sent value shows at once, dotted; when the CCU refuses it, the old value returns with
 * the reason.
 */
export function ValueEditor({ sysvar }: { readonly sysvar: SysvarSummary }) {
  const { gateway, announce } = useServices();
  const say = useTexts(sysvarsTexts);
  const action = useAction();
  const [sent, setSent] = useState<Value>();
  const { name, central } = sysvar;
  const set = async (value: Value) => {
    setSent(value);
    const worked = await action.run(() =>
      gateway.call('setSysvar', { path: { name }, query: { central }, body: { value } }),
    );
    announce(say(worked ? 'saved' : 'failed', { name: labelOf(sysvar) }));
    if (!worked) setSent(undefined);
  };
  const shown = action.busy ? sent : (sysvar.value as Value | undefined);
  return (
    <span class={`sysvar${action.busy ? ' pending' : ''}`}>
      <Editor sysvar={sysvar} value={shown} pending={action.busy} onSet={(value) => void set(value)} />
      {action.busy && <span class="visually-hidden">{say('sending')}</span>}
      {action.error !== undefined && <span class="rolled-back-reason small">{reasonOf(action.error)}</span>}
    </span>
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof ProblemError) return error.problem.detail ?? error.code;
  return error instanceof Error ? error.message : String(error);
}

interface EditorProps {
  readonly sysvar: SysvarSummary;
  readonly value: Value | undefined;
  readonly pending: boolean;
  readonly onSet: (value: Value) => void;
}

function Editor(props: EditorProps) {
  const { sysvar, value, pending, onSet } = props;
  const say = useTexts(sysvarsTexts);
  const refusal = useRefusal('operator');
  const label = say('valueOf', { name: labelOf(sysvar) });
  const names = twoNamesOf(sysvar, [say('off'), say('on')]);
  if (names !== undefined) {
    return (
      <span class="row">
        <Switch
          on={value === true}
          label={label}
          pending={pending}
          disabledReason={refusal}
          onToggle={() => onSet(value !== true)}
        />
        <span class="private">{sysvar.observed ? names[value === true ? 1 : 0] : say('notRead')}</span>
      </span>
    );
  }
  if (sysvar.value_list !== undefined) {
    return (
      <select
        class="input private"
        aria-label={label}
        disabled={refusal !== undefined}
        title={refusal}
        value={String(value ?? '')}
        onChange={({ currentTarget }) => currentTarget.value !== '' && onSet(Number(currentTarget.value))}
      >
        {!sysvar.observed && <option value="">{say('notRead')}</option>}
        {sysvar.value_list.map((entry, index) => (
          <option key={index} value={index}>
            {entry}
          </option>
        ))}
      </select>
    );
  }
  return <TextEditor {...props} label={label} refusal={refusal} />;
}

/** A number or a text; it is sent with Enter, or when the field is left. */
function TextEditor({
  sysvar,
  value,
  onSet,
  label,
  refusal,
}: EditorProps & { readonly label: string; readonly refusal: string | undefined }) {
  const say = useTexts(sysvarsTexts);
  const formats = useFormats();
  const [wrong, setWrong] = useState(false);
  const isText = sysvar.value_type === 'STRING';
  const shown = typeof value === 'number' ? formats.inField(value) : String(value ?? '');
  const send = (input: HTMLInputElement) => {
    if (input.value === shown) return setWrong(false);
    const next = isText ? input.value : numberWithin(input.value, sysvar);
    setWrong(next === undefined);
    if (next !== undefined) onSet(next);
  };
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = sysvar;
  const bound = (each: number) => (Number.isFinite(each) ? formats.number(each) : '…');
  return (
    <span class="row">
      <span class="sysvar-number">
        <input
          class="input private"
          type="text"
          inputMode={isText ? 'text' : 'decimal'}
          aria-label={label}
          aria-invalid={wrong}
          disabled={refusal !== undefined}
          title={refusal}
          placeholder={sysvar.observed ? '' : say('notRead')}
          value={shown}
          onChange={(event) => send(event.currentTarget)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') send(event.currentTarget);
          }}
        />
        {sysvar.unit !== undefined && <span class="dim">{sysvar.unit}</span>}
      </span>
      {wrong && (
        <span class="field-error small" role="alert">
          {say('outOfRange', { min: bound(min), max: bound(max) })}
        </span>
      )}
    </span>
  );
}
