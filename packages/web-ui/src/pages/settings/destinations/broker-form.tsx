import { useTexts } from '../../../context/services.js';
import type { Say } from '../../../i18n/texts.js';
import { Field, Form } from '../../../ui/form/form.tsx';
import { addressOf, type BrokerInput, brokerOf, type Entry, urlOf } from './broker-data.js';
import { EnabledField, NameField } from './entry-fields.tsx';
import type { EditedEntry } from './entry-list.tsx';
import type { NamedSection } from './section-entries.js';
import { TestButton, TestOutcome } from './test-button.tsx';
import { destinationTexts } from './texts.js';
import { useEntryForm } from './use-entry-form.js';

export const BROKERS: NamedSection = { section: 'mqtt', member: 'brokers' };

/** Fields of the form by the members of a broker. */
const FIELDS = {
  ...{ url: 'host', username: 'username', password: 'password', prefix: 'prefix' },
  ...{ home_assistant: 'homeAssistant', payload: 'homeAssistant' },
};

const inputOf = (stored: Entry | undefined): BrokerInput => ({
  ...addressOf(stored?.url),
  enabled: stored?.enabled !== false,
  username: String(stored?.username ?? ''),
  password: '',
  prefix: String(stored?.prefix ?? 'ccu'),
  homeAssistant: (stored?.home_assistant as Entry | undefined)?.enabled === true,
});

/** One MQTT broker: its address, login, topics, and a test before it is saved. */
export function BrokerForm(edited: EditedEntry) {
  const { name: storedName, stored } = edited;
  const say = useTexts(destinationTexts);
  const { input, change, name, setName, test, save } = useEntryForm<BrokerInput>({
    ...{ of: BROKERS, edited, usualName: 'home', inputOf, entryOf: brokerOf, fields: FIELDS, secret: 'password' },
    mistakesIn: (typed) => mistakesIn(typed, say),
  });

  return (
    <Form submitLabel={say('save')} onSubmit={save} actions={<TestButton test={test} />}>
      <AddressFields input={input} change={change} />
      <LoginFields input={input} change={change} hasPassword={stored?.password !== undefined} />
      <Field name="prefix" label={say('prefix')}>
        <input
          value={input.prefix}
          maxLength={128}
          {...PLAIN}
          onInput={(event) => change({ prefix: event.currentTarget.value })}
        />
      </Field>
      <label class="check">
        <input
          type="checkbox"
          name="homeAssistant"
          checked={input.homeAssistant}
          onChange={(event) => change({ homeAssistant: event.currentTarget.checked })}
        />
        {say('homeAssistant')}
      </label>
      {storedName === '' ? (
        <NameField name={name} onChange={setName} />
      ) : (
        <EnabledField enabled={input.enabled} onChange={(enabled) => change({ enabled })} />
      )}
      <TestOutcome test={test} help="mqtt" />
    </Form>
  );
}

/** No help of the browser with names of machines and accounts. */
const PLAIN = { autocomplete: 'off', autocapitalize: 'none', spellcheck: false } as const;

interface FieldsProps {
  readonly input: BrokerInput;
  readonly change: (part: Partial<BrokerInput>) => void;
}

function AddressFields({ input, change }: FieldsProps) {
  const say = useTexts(destinationTexts);
  return (
    <>
      <Field name="host" label={say('host')} hint={say('hostHint')}>
        <input
          class="private"
          value={input.host}
          maxLength={2048}
          {...PLAIN}
          onInput={(event) => change({ host: event.currentTarget.value })}
        />
      </Field>
      <Field name="port" label={say('port')} hint={say('portHint')}>
        <input
          inputMode="numeric"
          value={input.port}
          maxLength={5}
          onInput={(event) => change({ port: event.currentTarget.value.replace(/\D/g, '') })}
        />
      </Field>
      <label class="check">
        <input type="checkbox" checked={input.tls} onChange={(event) => change({ tls: event.currentTarget.checked })} />
        {say('tls')}
      </label>
    </>
  );
}

function LoginFields({ input, change, hasPassword }: FieldsProps & { readonly hasPassword: boolean }) {
  const say = useTexts(destinationTexts);
  return (
    <>
      <Field name="username" label={say('username')}>
        <input
          class="private"
          value={input.username}
          maxLength={256}
          {...PLAIN}
          onInput={(event) => change({ username: event.currentTarget.value })}
        />
      </Field>
      <Field name="password" label={say('password')} {...(hasPassword ? { hint: say('secretKept') } : {})}>
        <input
          type="password"
          value={input.password}
          maxLength={1024}
          autocomplete="new-password"
          onInput={(event) => change({ password: event.currentTarget.value })}
        />
      </Field>
    </>
  );
}

function mistakesIn(input: BrokerInput, say: Say<typeof destinationTexts>): Record<string, string> {
  const port = Number(input.port);
  return {
    ...(URL.canParse(urlOf(input)) && new URL(urlOf(input)).hostname !== '' ? {} : { host: say('hostNeeded') }),
    ...(input.port === '' || (port > 0 && port < 65_536) ? {} : { port: say('portNeeded') }),
    ...(input.password !== '' && input.username.trim() === '' ? { username: say('passwordNeedsUser') } : {}),
  };
}
