import type { VNode } from 'preact';
import { useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { Field } from '../../ui/form/form.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { Chip } from '../../ui/layout.tsx';
import { settingNames } from './names.js';
import { MASK, type Setting, textOf } from './setting.js';
import { settingsTexts } from './texts.js';

interface SettingRowProps {
  readonly setting: Setting;
  /** Entered text; undefined where nothing was entered. */
  readonly draft: string | undefined;
  readonly invalid: boolean;
  readonly onChange: (text: string) => void;
  readonly onReset: () => void;
}

/** Display name of a setting; the path itself where it has none. */
export function useSettingName(): (path: string) => string {
  const say = useTexts(settingNames);
  // A setting of a later version has no name yet, so its key is shown.
  return (path) => say(path as keyof typeof settingNames);
}

/** One setting: its value, its source, and a pending restart. */
export function SettingRow({ setting, draft, invalid, onChange, onReset }: SettingRowProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(settingsTexts);
  const nameOf = useSettingName();
  const action = useAction();
  const { query } = useHere();
  const { path, source, field, fixed } = setting;
  const name = nameOf(path);
  const reset = () =>
    action.run(async () => {
      await gateway.call('resetConfigField', { path: { path } });
      announce(say('resetDone', { name }));
      onReset();
    });
  return (
    <div class={`setting${draft === undefined ? '' : ' touched'}`}>
      <Field name={path} label={name} hint={useHint(setting)}>
        <Input setting={setting} draft={draft} onChange={onChange} />
      </Field>
      {invalid && <p class="field-error small">{say('allowed', { what: field.allowed ?? field.type })}</p>}
      <div class="setting-facts small">
        {query.expert !== undefined && <code class="dim">{path}</code>}
        <Chip tone={source === 'db' ? 'accent' : source === 'env' ? 'warn' : 'neutral'}>{say(source)}</Chip>
        {field.restart_required && <span class="dim">{say('needsRestart')}</span>}
        {source === 'db' && fixed === undefined && (
          <Button kind="quiet" onClick={() => void reset()}>
            {say('reset')}
            <span class="visually-hidden">
              {' '}
              {name}: {say('resetHint')}
            </span>
          </Button>
        )}
      </div>
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </div>
  );
}

function useHint({ kind, field, value, fixed, source }: Setting): string {
  const say = useTexts(settingsTexts);
  if (fixed === 'variable') {
    return field.variable === undefined ? say('pinned') : say('pinnedBy', { name: field.variable });
  }
  if (kind === 'secret') return say(value === MASK || isFilled(value) ? 'secretSet' : 'secretUnset');
  const { minimum, maximum, default: standard } = field;
  const parts = [
    kind === 'list'
      ? say('onePerLine')
      : kind === 'pairs'
        ? say('onePairPerLine')
        : kind === 'json'
          ? say('asJson')
          : undefined,
    minimum === undefined || maximum === undefined ? undefined : say('range', { min: minimum, max: maximum }),
    source !== 'default' && standard !== undefined && typeof standard !== 'object' && standard !== ''
      ? say('defaultIs', {
          value: typeof standard === 'boolean' ? say(standard ? 'on' : 'off') : String(standard),
        })
      : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

interface InputProps {
  readonly setting: Setting;
  readonly draft: string | undefined;
  readonly onChange: (text: string) => void;
  readonly id?: string;
  readonly name?: string;
  readonly class?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean;
}

/** The control that fits the kind of a setting; the field around it gives it its name. */
function Input({ setting, draft, onChange, ...given }: InputProps): VNode {
  const say = useTexts(settingsTexts);
  const { kind, field, fixed } = setting;
  const text = draft ?? textOf(setting);
  if (kind === 'boolean' || kind === 'choice') {
    const options =
      kind === 'boolean' ? (['true', 'false'] as const).map((each) => [each, say(each === 'true' ? 'on' : 'off')]) : [];
    return (
      <select
        {...given}
        disabled={fixed !== undefined}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {text === '' && <option value="">{say('unset')}</option>}
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {(kind === 'choice' ? (field.values ?? []) : []).map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
    );
  }
  const common = {
    ...given,
    value: text,
    readOnly: fixed !== undefined,
    spellcheck: false,
    class: `${given.class ?? ''} private`,
  };
  if (kind === 'list' || kind === 'pairs' || kind === 'json') {
    return (
      <textarea
        {...common}
        rows={Math.min(8, Math.max(2, text.split('\n').length))}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const onInput = (event: { readonly currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value);
  if (kind === 'secret') return <input {...common} type="password" autocomplete="new-password" onInput={onInput} />;
  return (
    <input
      {...common}
      type="text"
      inputMode={kind === 'number' ? 'numeric' : 'text'}
      autocomplete="off"
      onInput={onInput}
    />
  );
}
