import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../../context/services.js';
import { useDraft } from '../../../context/use-draft.js';
import { useUnsaved } from '../../../context/use-unsaved.js';
import { Button } from '../../../ui/form/button.tsx';
import { CopyButton } from '../../../ui/form/copy-button.tsx';
import { Field, type FieldErrors, Form } from '../../../ui/form/form.tsx';
import type { Entry } from './broker-data.js';
import { EnabledField, NameField, nameFault, useSecretFaults } from './entry-fields.tsx';
import type { EditedEntry } from './entry-list.tsx';
import { type NamedSection, saveEntry, testEntry } from './section-entries.js';
import { TestButton, TestOutcome, useSettingsTest } from './test-button.tsx';
import { destinationTexts } from './texts.js';
import { inputOf, newSecret, type WebhookInput, webhookOf } from './webhook-data.js';

export const WEBHOOKS: NamedSection = { section: 'webhooks', member: 'endpoints' };

const FIELDS = { url: 'url', secret: 'secret', topics: 'topics' };

/** One webhook: its address, secret, events, and a test before it is saved. */
export function WebhookForm({ name: storedName, stored, taken, onSaved }: EditedEntry) {
  const { gateway } = useServices();
  const say = useTexts(destinationTexts);
  const [initial] = useState(() => inputOf(stored));
  const [input, setInput] = useDraft(`webhook:${storedName}`, initial, ['secret']);
  const [name, setName] = useState(storedName || 'automation');
  const change = (part: Partial<WebhookInput>) => setInput({ ...input, ...part });
  const faults = useSecretFaults(FIELDS, 'secret');
  const test = useSettingsTest(() => testEntry(gateway, WEBHOOKS, name.trim(), webhookOf(input, stored)));
  useUnsaved(JSON.stringify(input) !== JSON.stringify(initial));

  async function save(): Promise<FieldErrors | undefined> {
    const named = storedName === '' ? nameFault(name, taken, say) : undefined;
    const wrong = {
      ...(/^https?:\/\/[^/]/i.test(input.url.trim()) ? {} : { url: say('urlNeeded') }),
      ...(input.secret === '' && stored === undefined ? { secret: say('secretNeeded') } : {}),
      ...(named === undefined ? {} : { name: named }),
    };
    if (Object.keys(wrong).length > 0) return wrong;
    const found = await faults(`webhooks.endpoints.${name.trim()}`, () =>
      saveEntry(gateway, WEBHOOKS, name.trim(), webhookOf(input, stored)),
    );
    if (found !== undefined) return found;
    setInput(undefined);
    onSaved(name.trim());
    return undefined;
  }

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
      <TestOutcome test={test} />
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
