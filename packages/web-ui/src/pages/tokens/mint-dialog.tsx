import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import type { Role } from '../../session/session.js';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Field, type FieldErrors, Form } from '../../ui/form/form.tsx';
import { uiTexts } from '../../ui/value/texts.js';
import { tokensTexts } from './texts.js';
import { EXPIRIES, PURPOSES } from './token-facts.js';
import { type Minted, TokenReveal } from './token-reveal.tsx';
import './tokens.css';

type Purpose = (typeof PURPOSES)[number];

const ROLES: readonly Role[] = ['viewer', 'operator', 'admin'];

/** Asks for the purpose of a token, mints it, and shows it once. */
export function MintDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useTexts(tokensTexts);
  const [minted, setMinted] = useState<Minted>();
  return (
    <Dialog title={minted === undefined ? say('mint') : say('ready', { name: minted.subject })} onClose={onClose}>
      {minted === undefined ? <MintForm onMinted={setMinted} /> : <TokenReveal {...minted} onDone={onClose} />}
    </Dialog>
  );
}

/** Purpose, role and validity of a new token. */
export function MintForm({ onMinted }: { readonly onMinted: (token: Minted) => void }) {
  const { gateway } = useServices();
  const say = useTexts(tokensTexts);
  const sayUi = useTexts(uiTexts);
  const [purpose, setPurpose] = useState<Purpose>(PURPOSES[0]);
  const [subject, setSubject] = useState<string>(purpose.subject);
  const [role, setRole] = useState<Role>(purpose.role);
  const [expiry, setExpiry] = useState<(typeof EXPIRIES)[number]>('90');

  async function mint(fields: FormData): Promise<FieldErrors | undefined> {
    const name = subject.trim();
    const why = String(fields.get('why') ?? '').trim();
    if (name === '') return { subject: say('nameNeeded') };
    if (expiry === 'never' && why === '') return { why: say('whyNeeded') };
    const body = { subject: name, role, expires_in_days: expiry === 'never' ? null : Number(expiry) };
    const made = await gateway.call('createTokenV2', { body });
    if (expiry === 'never') {
      const properties = { fingerprint: made.fingerprint.slice(0, 12), why: why.slice(0, 256) };
      // The token is there, with its reason or without.
      await gateway.call('postUiEvent', { body: { event: 'token.never_expires', properties } }).catch(() => {});
    }
    onMinted({ token: made.token, subject: name });
    return undefined;
  }

  return (
    <Form submitLabel={say('create')} onSubmit={mint}>
      <PurposeChoice
        purpose={purpose}
        onChoose={(chosen) => {
          setPurpose(chosen);
          setSubject(chosen.subject);
          setRole(chosen.role);
        }}
      />
      <Field name="subject" label={say('name')} hint={say('nameHint')}>
        <input
          value={subject}
          maxLength={128}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setSubject(event.currentTarget.value)}
        />
      </Field>
      <Field name="role" label={say('role')} hint={say(`${role}May`)}>
        <select value={role} onChange={(event) => setRole(roleOf(event.currentTarget.value))}>
          {ROLES.map((each) => (
            <option key={each} value={each}>
              {sayUi(each)}
            </option>
          ))}
        </select>
      </Field>
      <Field name="expiry" label={say('expiresIn')}>
        <select
          value={expiry}
          onChange={(event) => setExpiry(EXPIRIES.find((each) => each === event.currentTarget.value) ?? '90')}
        >
          {EXPIRIES.map((each) => (
            <option key={each} value={each}>
              {each === 'never' ? say('forever') : say('days', { n: Number(each) })}
            </option>
          ))}
        </select>
      </Field>
      {expiry === 'never' && (
        <Field name="why" label={say('why')} hint={say('whyHint')}>
          <input maxLength={256} autocomplete="off" />
        </Field>
      )}
    </Form>
  );
}

interface PurposeChoiceProps {
  readonly purpose: Purpose;
  readonly onChoose: (purpose: Purpose) => void;
}

function PurposeChoice({ purpose, onChoose }: PurposeChoiceProps) {
  const say = useTexts(tokensTexts);
  return (
    <fieldset class="choices">
      <legend>{say('purpose')}</legend>
      {PURPOSES.map((each) => (
        <label key={each.id} class="choice">
          <input type="radio" name="purpose" checked={purpose.id === each.id} onChange={() => onChoose(each)} />
          {say(each.id)}
        </label>
      ))}
    </fieldset>
  );
}

function roleOf(text: string): Role {
  return ROLES.find((role) => role === text) ?? 'viewer';
}
