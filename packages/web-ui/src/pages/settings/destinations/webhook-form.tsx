import { useTexts } from '../../../context/services.js';
import { Button } from '../../../ui/form/button.tsx';
import { CopyButton } from '../../../ui/form/copy-button.tsx';
import { Field, Form } from '../../../ui/form/form.tsx';
import type { Entry } from './broker-data.js';
import { EnabledField, NameField } from './entry-fields.tsx';
import type { EditedEntry } from './entry-list.tsx';
import type { NamedSection } from './section-entries.js';
import { TestButton, TestOutcome } from './test-button.tsx';
import { destinationTexts } from './texts.js';
import { useEntryForm } from './use-entry-form.js';
import { inputOf, newSecret, type WebhookInput, webhookOf } from './webhook-data.js';

export const WEBHOOKS: NamedSection = { section: 'webhooks', member: 'endpoints' };

const FIELDS = { url: 'url', secret: 'secret', topics: 'topics' };

/** One webhook: its address, secret, events, and a test before it is saved. */
export function WebhookForm(edited: EditedEntry) {
  const { name: storedName, stored } = edited;
  const say = useTexts(destinationTexts);
  const { input, change, name, setName, test, save } = useEntryForm<WebhookInput>({
    ...{ of: WEBHOOKS, edited, usualName: 'automation', inputOf, entryOf: webhookOf, fields: FIELDS, secret: 'secret' },
    mistakesIn: ({ url, secret }) => ({
      ...(/^https?:\/\/[^/]/i.test(url.trim()) ? {} : { url: say('urlNeeded') }),
      ...(secret === '' && stored === undefined ? { secret: say('secretNeeded') } : {}),
    }),
  });

  return (
    <Form submitLabel={say('save')} onSubmit={save} actions={<TestButton test={test} />}>
      <Field name="url" label={say('url')} hint={say('urlHint')}>
        <input
          class="private"
          value={input.url}
          maxLength={2048}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          onInput={(event) => change({ url: event.currentTarget.value })}
        />
      </Field>
      <SecretField input={input} stored={stored} change={change} />
      <Field name="topics" label={say('topics')} hint={say('topicsHint')}>
        <textarea
          rows={3}
          value={input.topics}
          spellcheck={false}
          onInput={(event) => change({ topics: event.currentTarget.value })}
        />
      </Field>
      <label class="check">
        <input
          type="checkbox"
          checked={input.local}
          onChange={(event) => change({ local: event.currentTarget.checked })}
        />
        {say('networks')}
      </label>
      {storedName === '' ? (
        <NameField name={name} onChange={setName} />
      ) : (
        <EnabledField enabled={input.enabled} onChange={(enabled) => change({ enabled })} />
      )}
      <TestOutcome test={test} help="webhook" />
    </Form>
  );
}

interface SecretFieldProps {
  readonly input: WebhookInput;
  readonly stored: Entry | undefined;
  readonly change: (part: Partial<WebhookInput>) => void;
}

/** A new secret can be read and copied until it is saved; a stored one is never shown. */
function SecretField({ input, stored, change }: SecretFieldProps) {
  const say = useTexts(destinationTexts);
  return (
    <>
      <Field
        name="secret"
        label={say('secret')}
        hint={say(stored === undefined || input.secret !== '' ? 'secretHint' : 'secretKept')}
      >
        <input
          class="private"
          value={input.secret}
          maxLength={256}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => change({ secret: event.currentTarget.value.trim() })}
        />
      </Field>
      <div class="row">
        <Button onClick={() => change({ secret: newSecret((bytes) => crypto.getRandomValues(bytes)) })}>
          {say('generate')}
        </Button>
        {input.secret !== '' && <CopyButton label={say('copySecret')} text={() => input.secret} />}
      </div>
    </>
  );
}
