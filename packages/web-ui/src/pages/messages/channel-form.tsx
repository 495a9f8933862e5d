import { useTexts } from '../../context/services.js';
import { Field, Form } from '../../ui/form/form.tsx';
import { EnabledField, NameField } from '../settings/destinations/entry-fields.tsx';
import type { EditedEntry } from '../settings/destinations/entry-list.tsx';
import type { NamedSection } from '../settings/destinations/section-entries.js';
import { TestButton, TestOutcome } from '../settings/destinations/test-button.tsx';
import { destinationTexts } from '../settings/destinations/texts.js';
import { useEntryForm } from '../settings/destinations/use-entry-form.js';
import {
  type ChannelInput,
  channelInput,
  channelOf,
  hasAddress,
  KINDS,
  type Kind,
  USUAL_URL,
  WORDS,
} from './message-data.js';
import { messageTexts } from './texts.js';

export const CHANNELS: NamedSection = { section: 'notify', member: 'channels' };

const FIELDS = { url: 'url', to: 'to', from: 'from', user: 'user', token: 'token', body: 'body' };

/** One channel: its service, address and secret, and a test before it is saved. */
export function ChannelForm(edited: EditedEntry) {
  const { name: storedName, stored } = edited;
  const say = useTexts(messageTexts);
  const sayAny = useTexts(destinationTexts);
  const { input, change, name, setName, test, save } = useEntryForm<ChannelInput>({
    ...{ of: CHANNELS, edited, usualName: 'phone', fields: FIELDS, secret: 'token' },
    ...{ inputOf: channelInput, entryOf: channelOf },
    mistakesIn: (typed) => mistakesIn(typed, stored !== undefined, say),
  });

  return (
    <Form submitLabel={sayAny('save')} onSubmit={save} actions={<TestButton test={test} />}>
      <Field name="kind" label={say('kind')}>
        <select
          value={input.kind}
          onChange={({ currentTarget }) => {
            const kind = currentTarget.value as Kind;
            change({ kind, url: input.url === USUAL_URL[input.kind] ? USUAL_URL[kind] : input.url });
          }}
        >
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {say(`kind_${kind}`)}
            </option>
          ))}
        </select>
      </Field>
      <AddressFields input={input} change={change} />
      {input.kind !== 'push' && <TokenField input={input} change={change} isStored={stored?.token !== undefined} />}
      <OtherFields input={input} change={change} />
      {storedName === '' ? (
        <NameField name={name} onChange={setName} />
      ) : (
        <EnabledField enabled={input.enabled} onChange={(enabled) => change({ enabled })} />
      )}
      <TestOutcome test={test} help="messages-do-not-arrive" />
    </Form>
  );
}

interface FieldsProps {
  readonly input: ChannelInput;
  readonly change: (part: Partial<ChannelInput>) => void;
}

/** No help of the browser with names of machines and accounts. */
const PLAIN = { class: 'private', autocomplete: 'off', autocapitalize: 'none', spellcheck: false } as const;

function AddressFields({ input, change }: FieldsProps) {
  const say = useTexts(messageTexts);
  const { kind } = input;
  const text = (member: 'url' | 'to' | 'from' | 'user', maxLength: number) => (
    <input
      value={input[member]}
      maxLength={maxLength}
      {...PLAIN}
      onInput={(event) => change({ [member]: event.currentTarget.value })}
    />
  );
  return (
    <>
      {hasAddress(kind) && (
        <Field name="url" label={say('url')}>
          {text('url', 2048)}
        </Field>
      )}
      {kind !== 'gotify' && kind !== 'url' && (
        <Field name="to" label={say(`to_${kind}`)} hint={say(`toHint_${kind}`)}>
          {text('to', 512)}
        </Field>
      )}
      {kind === 'email' && (
        <>
          <Field name="from" label={say('from')}>
            {text('from', 256)}
          </Field>
          <Field name="user" label={say('user')} hint={say('userHint')}>
            {text('user', 256)}
          </Field>
        </>
      )}
    </>
  );
}

const NEEDS_TOKEN: readonly Kind[] = ['gotify', 'telegram', 'pushover'];

function TokenField({ input, change, isStored }: FieldsProps & { readonly isStored: boolean }) {
  const say = useTexts(messageTexts);
  const sayAny = useTexts(destinationTexts);
  const hint = isStored ? sayAny('secretKept') : NEEDS_TOKEN.includes(input.kind) ? undefined : say('tokenOptional');
  return (
    <Field
      name="token"
      label={say(input.kind === 'email' ? 'password' : 'token')}
      {...(hint === undefined ? {} : { hint })}
    >
      <input
        type="password"
        value={input.token}
        maxLength={512}
        autocomplete="new-password"
        onInput={(event) => change({ token: event.currentTarget.value })}
      />
    </Field>
  );
}

function OtherFields({ input, change }: FieldsProps) {
  const say = useTexts(messageTexts);
  const sayAny = useTexts(destinationTexts);
  return (
    <>
      {input.kind === 'url' && (
        <Field name="body" label={say('body')} hint={say('bodyHint', { words: WORDS })}>
          <textarea
            rows={3}
            value={input.body}
            maxLength={4096}
            spellcheck={false}
            onInput={(event) => change({ body: event.currentTarget.value })}
          />
        </Field>
      )}
      <Field name="language" label={say('language')}>
        <select value={input.language} onChange={(event) => change({ language: event.currentTarget.value })}>
          <option value="">{say('languageDefault')}</option>
          <option value="en">{say('en')}</option>
          <option value="de">{say('de')}</option>
        </select>
      </Field>
      {hasAddress(input.kind) && (
        <label class="check">
          <input
            type="checkbox"
            checked={input.local}
            onChange={(event) => change({ local: event.currentTarget.checked })}
          />
          {sayAny('networks')}
        </label>
      )}
    </>
  );
}

type Say = ReturnType<typeof useTexts<typeof messageTexts>>;

function mistakesIn(input: ChannelInput, isStored: boolean, say: Say): Record<string, string> {
  const { kind, url, to, from, token } = input;
  const scheme = kind === 'email' ? 'smtp://' : 'https://';
  const meant = kind === 'email' ? /^smtps?:\/\/[^/]/i : /^https?:\/\/[^/]/i;
  const needsTo = kind !== 'gotify' && kind !== 'url' && hasAddress(kind);
  return {
    ...(!hasAddress(kind) || meant.test(url.trim()) ? {} : { url: say('urlNeeded', { scheme }) }),
    ...(needsTo && to.trim() === '' ? { to: say('needed', { label: say(`to_${kind}`) }) } : {}),
    ...(kind === 'email' && from.trim() === '' ? { from: say('needed', { label: say('from') }) } : {}),
    ...(NEEDS_TOKEN.includes(kind) && token === '' && !isStored
      ? { token: say('needed', { label: say('token') }) }
      : {}),
  };
}
