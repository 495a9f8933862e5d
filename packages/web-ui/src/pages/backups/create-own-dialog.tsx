import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Field, Form } from '../../ui/form/form.tsx';
import { passphraseProblem } from './own-facts.js';
import { ownTexts } from './own-texts.js';

/** Contents of a backup of the gateway, and the meaning of the key in it. */
export function CreateOwnDialog({ onClose }: { readonly onClose: () => void }) {
  const { gateway, announce } = useServices();
  const say = useTexts(ownTexts);
  const [withKey, setWithKey] = useState(false);

  async function create(fields: FormData) {
    const passphrase = String(fields.get('passphrase') ?? '');
    if (withKey) {
      const problem = passphraseProblem(passphrase, String(fields.get('repeat') ?? ''));
      if (problem !== undefined) return { [problem === 'differ' ? 'repeat' : 'passphrase']: say(problem) };
    }
    await gateway.call('createOwnBackup', {
      body: {
        history: fields.has('history'),
        events: fields.has('events'),
        ...(withKey ? { passphrase } : {}),
      },
    });
    announce(say('making'));
    onClose();
    return undefined;
  }

  return (
    <Dialog title={say('create')} onClose={onClose}>
      <Form submitLabel={say('create')} onSubmit={create}>
        <p>{say('createEffect')}</p>
        <label class="check">
          <input type="checkbox" name="history" checked /> {say('history')}
        </label>
        <label class="check">
          <input type="checkbox" name="events" /> {say('events')}
        </label>
        <label class="check">
          <input type="checkbox" checked={withKey} onChange={(event) => setWithKey(event.currentTarget.checked)} />{' '}
          {say('withKey')}
        </label>
        <p class="small dim">{say('withKeyHint')}</p>
        {withKey && (
          <>
            <Field name="passphrase" label={say('passphrase')} hint={say('passphraseHint')}>
              <input type="password" autocomplete="new-password" />
            </Field>
            <Field name="repeat" label={say('repeat')}>
              <input type="password" autocomplete="new-password" />
            </Field>
          </>
        )}
      </Form>
    </Dialog>
  );
}
