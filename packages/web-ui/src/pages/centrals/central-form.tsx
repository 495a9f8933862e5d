import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useDraft } from '../../context/use-draft.js';
import { KNOWN_INTERFACES } from '../../radio/interfaces.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { Field, Form } from '../../ui/form/form.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { Notice } from '../../ui/notice.tsx';
import { type Central, type Probe, verdictOf } from './central-facts.js';
import { type CentralDraft, detectedOf, mistakesIn, settingsOf } from './central-form-data.js';
import { centralsTexts } from './texts.js';

interface CentralFormProps {
  readonly initial: CentralDraft;
  /** Stored settings of the CCU; absent for a new one. */
  readonly stored?: Central;
  readonly submitLabel: string;
  /** Saves it. */
  readonly onSave: (settings: Central) => Promise<void>;
}

/** Address and login of a CCU, with a test that names the wrong one. */
export function CentralForm({ initial, stored, submitLabel, onSave }: CentralFormProps) {
  const say = useTexts(centralsTexts);
  const [draft, setDraft] = useDraft(`central:${stored?.name ?? ''}`, initial, ['password']);
  const change = (part: Partial<CentralDraft>) => setDraft({ ...draft, ...part });
  const test = useCentralTest({ draft, stored, change });

  async function save() {
    const mistakes = mistakesIn(draft);
    if (mistakes.length > 0) return Object.fromEntries(mistakes.map((field) => [field, say(`${field}Needed`)]));
    await onSave(settingsOf(draft, stored));
    setDraft(undefined);
    return undefined;
  }

  return (
    <Form
      submitLabel={submitLabel}
      onSubmit={save}
      actions={
        <Button disabledReason={test.busy ? say('testing') : undefined} onClick={() => void test.run()}>
          {say('test')}
        </Button>
      }
    >
      <AddressFields draft={draft} change={change} isNew={stored === undefined} />
      <LoginFields draft={draft} change={change} stored={stored} />
      <InterfaceFields draft={draft} change={change} hint={say(test.detected ? 'detected' : 'whichHint')} />
      <Field name="json_rpc_port" label={say('jsonPort')} hint={say('portUsual')}>
        <input
          inputMode="numeric"
          value={draft.jsonPort}
          maxLength={5}
          onInput={(event) => change({ jsonPort: event.currentTarget.value.replace(/\D/g, '') })}
        />
      </Field>
      <PortFields draft={draft} change={change} />
      {stored !== undefined && (
        <label class="check">
          <input
            type="checkbox"
            checked={draft.enabled}
            onChange={(event) => change({ enabled: event.currentTarget.checked })}
          />
          {say('enabled')}
        </label>
      )}
      {test.busy && <Notice live>{say('testing')}</Notice>}
      {!test.busy && test.probe !== undefined && <ProbeNote probe={test.probe} />}
      {test.error !== undefined && <ErrorBox error={test.error} />}
    </Form>
  );
}

function useCentralTest(parts: {
  readonly draft: CentralDraft;
  readonly stored: Central | undefined;
  readonly change: (part: Partial<CentralDraft>) => void;
}) {
  const { draft, stored, change } = parts;
  const { gateway } = useServices();
  const action = useAction();
  const [probe, setProbe] = useState<Probe>();
  const [detected, setDetected] = useState(false);
  const ask = (tried: CentralDraft) => gateway.call('probeCentral', { body: settingsOf(tried, stored) });
  return {
    busy: action.busy,
    error: action.error,
    probe,
    detected,
    run: () =>
      action.run(async () => {
        if (mistakesIn(draft).includes('host')) return setProbe({ reachable: false });
        let found = await ask(draft);
        const interfaces = detectedOf(found.interfaces);
        // The interfaces come from the CCU itself and not from the form. The test then tries their ports.
        if (stored === undefined && interfaces !== undefined && interfaces.join() !== draft.interfaces.join()) {
          change({ interfaces });
          found = await ask({ ...draft, interfaces });
        }
        setDetected(interfaces !== undefined);
        setProbe(found);
      }),
  };
}

interface FieldsProps {
  readonly draft: CentralDraft;
  readonly change: (part: Partial<CentralDraft>) => void;
}

function AddressFields({ draft, change, isNew }: FieldsProps & { readonly isNew: boolean }) {
  const say = useTexts(centralsTexts);
  return (
    <>
      <Field name="name" label={say('name')} hint={say(isNew ? 'nameHint' : 'nameFixed')}>
        <input
          class="private"
          value={draft.name}
          readOnly={!isNew}
          maxLength={64}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
      </Field>
      <Field name="host" label={say('host')} hint={say('hostHint')}>
        <input
          class="private"
          value={draft.host}
          maxLength={253}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          onInput={(event) => change({ host: event.currentTarget.value })}
        />
      </Field>
      <label class="check">
        <input type="checkbox" checked={draft.tls} onChange={(event) => change({ tls: event.currentTarget.checked })} />
        {say('tls')}
      </label>
      {draft.tls && (
        <label class="check">
          <input
            type="checkbox"
            checked={draft.insecure}
            onChange={(event) => change({ insecure: event.currentTarget.checked })}
          />
          <span>
            {say('insecure')} <span class="small dim">– {say('insecureHint')}</span>
          </span>
        </label>
      )}
    </>
  );
}

function LoginFields({ draft, change, stored }: FieldsProps & { readonly stored: Central | undefined }) {
  const say = useTexts(centralsTexts);
  const kept = stored?.password_plain === '***' ? { hint: say('passwordKept') } : {};
  return (
    <>
      <Field name="username" label={say('username')} hint={say('usernameHint')}>
        <input
          class="private"
          value={draft.username}
          maxLength={256}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          onInput={(event) => change({ username: event.currentTarget.value })}
        />
      </Field>
      <Field name="password_plain" label={say('password')} {...kept}>
        <input
          type="password"
          value={draft.password}
          maxLength={1024}
          autocomplete="new-password"
          onInput={(event) => change({ password: event.currentTarget.value })}
        />
      </Field>
    </>
  );
}

function InterfaceFields({ draft, change, hint }: FieldsProps & { readonly hint: string }) {
  const say = useTexts(centralsTexts);
  const names = [...new Set([...KNOWN_INTERFACES, ...draft.interfaces])];
  return (
    <fieldset class="choices">
      <legend>
        {say('whichInterfaces')} <span class="small dim">– {hint}</span>
      </legend>
      {names.map((name) => (
        <label key={name} class="check">
          <input
            type="checkbox"
            name="interfaces"
            checked={draft.interfaces.includes(name)}
            onChange={(event) =>
              change({
                interfaces: names.filter((each) =>
                  each === name ? event.currentTarget.checked : draft.interfaces.includes(each),
                ),
              })
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

/** Ports of the interfaces, for a CCU behind another address (NAT). Empty: the usual one. */
function PortFields({ draft, change }: FieldsProps) {
  const say = useTexts(centralsTexts);
  return (
    <details>
      <summary>{say('otherPorts')}</summary>
      <div class="stack">
        <p class="small dim">{say('otherPortsHint')}</p>
        {draft.interfaces.map((name) => (
          <label key={name} class="field">
            {say('portOf', { name })}
            <input
              class="input"
              inputMode="numeric"
              maxLength={5}
              value={draft.ports[name] ?? ''}
              onInput={(event) =>
                change({ ports: { ...draft.ports, [name]: event.currentTarget.value.replace(/\D/g, '') } })
              }
            />
          </label>
        ))}
      </div>
    </details>
  );
}

function ProbeNote({ probe }: { readonly probe: Probe }) {
  const say = useTexts(centralsTexts);
  const verdict = verdictOf(probe);
  const tone = verdict === 'works' ? 'good' : verdict === 'no_login' || verdict === 'starting' ? 'warn' : 'bad';
  const product = [probe.model, probe.version].filter(Boolean).join(' ');
  return (
    <Notice tone={tone} live>
      <strong>{say(`probe_${verdict}`)}</strong>
      {product !== '' && (
        <p class="small">
          {product} {probe.serial !== undefined && <span class="private">· {probe.serial}</span>}
        </p>
      )}
      {!probe.reachable && probe.note !== undefined && <p class="small">{probe.note}</p>}
    </Notice>
  );
}
