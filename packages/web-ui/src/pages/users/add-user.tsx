import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import type { Role } from '../../session/session.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Field, type FieldErrors, Form } from '../../ui/form/form.tsx';
import { uiTexts } from '../../ui/value/texts.js';
import { passphrase } from './passphrase.js';
import { usersTexts } from './texts.js';

const ROLES: readonly Role[] = ['viewer', 'operator', 'admin'];
const SHORTEST_PASSWORD = 8;

/** Creates a local account. */
export function AddUser({ onClose, onAdded }: { readonly onClose: () => void; readonly onAdded: () => void }) {
  const { gateway, announce } = useServices();
  const say = useTexts(usersTexts);
  const sayUi = useTexts(uiTexts);
  const [password, setPassword] = useState('');

  async function add(fields: FormData): Promise<FieldErrors | undefined> {
    const username = String(fields.get('username') ?? '').trim();
    const role = ROLES.find((each) => each === fields.get('role')) ?? 'viewer';
    if (username === '') return { username: say('usernameNeeded') };
    if (password.length < SHORTEST_PASSWORD) return { password: say('passwordShort') };
    await gateway.call('createUser', { body: { username, password, role } });
    announce(say('created', { name: username }));
    onAdded();
    onClose();
    return undefined;
  }

  return (
    <Dialog title={say('add')} onClose={onClose}>
      <Form
        submitLabel={say('create')}
        onSubmit={add}
        actions={
          <Button onClick={() => setPassword(passphrase((bytes) => void crypto.getRandomValues(bytes)))}>
            {say('suggest')}
          </Button>
        }
      >
        <Field name="username" label={say('username')}>
          <input class="private" maxLength={128} autocomplete="off" autocapitalize="none" spellcheck={false} />
        </Field>
        <Field name="role" label={say('role')}>
          <select>
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {sayUi(role)}
              </option>
            ))}
          </select>
        </Field>
        <Field name="password" label={say('password')} hint={say('passwordRule')}>
          <input
            class="mono private"
            value={password}
            maxLength={1024}
            autocomplete="new-password"
            autocapitalize="none"
            spellcheck={false}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        </Field>
      </Form>
    </Dialog>
  );
}
