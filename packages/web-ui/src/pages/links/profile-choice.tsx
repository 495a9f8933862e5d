import type { CallAnswer } from '@ccu-gateway/client';
import { useRef, useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import type { Say } from '../../i18n/texts.js';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { Field, type FieldErrors } from '../../ui/form/form.tsx';
import { Skeleton } from '../../ui/layout.tsx';
import { deviceOf } from './link.js';
import { linksTexts } from './texts.js';

type Profiles = CallAnswer<'listLinkProfiles'>;
type Profile = Profiles['profiles'][number];
type Setting = Profile['settings'][number];

/** A profile with the settings of the user. */
export interface ChosenProfile {
  readonly profile: Profile;
  readonly settings: Readonly<Record<string, number>>;
}

/** Ends of a link on one CCU. */
export interface ProfileEnds {
  readonly central: string;
  readonly sender_address: string;
  readonly receiver_address: string;
}

interface ProfileChoiceProps {
  readonly ends: ProfileEnds;
  readonly chosen: ChosenProfile | undefined;
  readonly onChoose: (chosen: ChosenProfile) => void;
  /** The profiles were read, or cannot be. */
  readonly onRead?: () => void;
}

/** The profiles of a pair by their sentences, the settings of the chosen one, and its exact effect. */
export function ProfileChoice({ ends, chosen, onChoose, onRead }: ProfileChoiceProps) {
  const { gateway, language } = useServices();
  const say = useTexts(linksTexts);
  const locale = language.current.value;
  const { central, sender_address: sender, receiver_address: receiver } = ends;
  /** Pair whose present profile was offered: a later reading must not replace the choice of the user. */
  const offered = useRef<string | undefined>(undefined);
  const resource = useResource(
    async () => {
      const pair = [central, sender, receiver, locale].join(' ');
      const reading = gateway.call('listLinkProfiles', {
        path: { addr: deviceOf(receiver) },
        query: { central, sender, receiver, locale },
      });
      const found = await reading.finally(() => onRead?.());
      const active = found.profiles.find(({ id }) => id === found.active_profile_id);
      const first = active ?? (found.exists ? undefined : found.profiles[0]);
      if (first !== undefined && offered.current !== pair) {
        onChoose({ profile: first, settings: { ...defaultsOf(first), ...found.active_settings } });
      }
      offered.current = pair;
      return found;
    },
    { inputs: [central, sender, receiver, locale] },
  );
  const { value, error } = resource.current.value;
  if (error !== undefined) return <ErrorBox error={error} retry={() => void resource.reload()} />;
  if (value === undefined) return <Skeleton height="6rem" />;
  if (value.profiles.length === 0) return <p class="dim">{say('noProfiles')}</p>;
  return (
    <>
      {value.exists && value.active_profile_id === 0 && <p class="dim">{say('individual')}</p>}
      <ProfileList profiles={value.profiles} chosen={chosen} onChoose={onChoose} />
      {chosen?.profile.settings.map((setting) => (
        <SettingField
          key={`${chosen.profile.id}/${setting.id}`}
          setting={setting}
          value={chosen.settings[setting.id] ?? setting.default}
          onInput={(number) => onChoose({ ...chosen, settings: { ...chosen.settings, [setting.id]: number } })}
        />
      ))}
      {value.waits.map(({ address, device_name: name, until }) => (
        <p key={address} class="dim private">
          {say(until === 'key_press' ? 'waitsForKey' : 'waitsForReport', { name })}
        </p>
      ))}
      {chosen !== undefined && faultsOf(chosen, say) === undefined && <Effect ends={ends} chosen={chosen} />}
    </>
  );
}

/** Faults of settings that are no numbers, such as an empty field, for which JSON has no value; undefined without one. */
export function faultsOf(chosen: ChosenProfile | undefined, say: Say<typeof linksTexts>): FieldErrors | undefined {
  const { profile, settings = {} } = chosen ?? {};
  const wrong =
    profile?.settings.filter(({ id, default: standard }) => !Number.isFinite(settings[id] ?? standard)) ?? [];
  if (wrong.length === 0) return undefined;
  return Object.fromEntries(wrong.map((setting) => [fieldOf(setting), say('notANumber', { field: setting.label })]));
}

const fieldOf = ({ id }: Setting): string => `settings.${id}`;

const defaultsOf = ({ settings }: Profile): Record<string, number> =>
  Object.fromEntries(settings.map((setting) => [setting.id, setting.default]));

interface ProfileListProps extends Pick<ProfileChoiceProps, 'chosen' | 'onChoose'> {
  readonly profiles: readonly Profile[];
}

function ProfileList({ profiles, chosen, onChoose }: ProfileListProps) {
  const say = useTexts(linksTexts);
  return (
    <fieldset class="field">
      <legend>{say('profile')}</legend>
      <div class="peer-choice">
        {profiles.map((profile) => (
          <label key={profile.id}>
            <input
              type="radio"
              name="profile"
              checked={profile.id === chosen?.profile.id}
              onChange={() => onChoose({ profile, settings: defaultsOf(profile) })}
            />
            <span class="two-lines">
              <span>{profile.name}</span>
              <span class="dim small">{profile.description}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SettingFieldProps {
  readonly setting: Setting;
  readonly value: number;
  readonly onInput: (value: number) => void;
}

function SettingField({ setting, value, onInput }: SettingFieldProps) {
  const { label, unit, min, max, options } = setting;
  const name = fieldOf(setting);
  if (options !== undefined) {
    return (
      <Field name={name} label={label}>
        <select value={value} onChange={({ currentTarget }) => onInput(Number(currentTarget.value))}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </Field>
    );
  }
  return (
    <Field name={name} label={unit === undefined ? label : `${label} (${unit})`} hint={`${min} – ${max}`}>
      <input
        type="number"
        min={min}
        max={max}
        step="any"
        defaultValue={String(value)}
        onInput={({ currentTarget }) => onInput(currentTarget.valueAsNumber)}
      />
    </Field>
  );
}

/** The effect of the profile in words, and the device parameters that it changes; read when shown. */
function Effect({ ends, chosen }: { readonly ends: ProfileEnds; readonly chosen: ChosenProfile }) {
  const say = useTexts(linksTexts);
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say('effect')}</summary>
      {open && <Changes ends={ends} chosen={chosen} />}
    </details>
  );
}

function Changes({
  ends,
  chosen: { profile, settings },
}: {
  readonly ends: ProfileEnds;
  readonly chosen: ChosenProfile;
}) {
  const { gateway, language } = useServices();
  const say = useTexts(linksTexts);
  const locale = language.current.value;
  const { central, ...addresses } = ends;
  const resource = useResource(
    () =>
      gateway.call('previewLinkProfile', {
        path: { addr: deviceOf(ends.receiver_address) },
        query: { central, locale },
        body: { ...addresses, profile_id: profile.id, settings, confirm: false },
      }),
    { inputs: [profile.id, JSON.stringify(settings), locale] },
  );
  const { value, error } = resource.current.value;
  if (error !== undefined) return <ErrorBox error={error} />;
  if (value === undefined) return <Skeleton height="3rem" />;
  return (
    <>
      <p>{value.effect}</p>
      {value.changes.length === 0 && <p class="dim">{say('noChanges')}</p>}
      <ul class="link-changes small">
        {value.changes.map(({ parameter, from, to }) => (
          <li key={parameter}>
            <code>{parameter}</code> {from === undefined ? '' : `${String(from)} → `}
            {String(to)}
          </li>
        ))}
      </ul>
    </>
  );
}
