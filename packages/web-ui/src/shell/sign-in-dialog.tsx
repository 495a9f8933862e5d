import { ProblemError } from '@ccu-gateway/client';
import { useServices, useTexts } from '../context/services.js';
import { Button } from '../ui/form/button.tsx';
import { Dialog } from '../ui/form/dialog.tsx';
import { Field, Form } from '../ui/form/form.tsx';
import { shellTexts } from './texts.js';

/** Asks for another sign-in over the page when the session has ended; the page keeps all entered data. */
export function SignInDialog() {
  const { session } = useServices();
  return session.hasEnded.value ? <SignInAgain /> : null;
}

function SignInAgain() {
  const { session, connection, announce } = useServices();
  const say = useTexts(shellTexts);
  async function signIn(fields: FormData) {
    const text = (name: string) => String(fields.get(name) ?? '');
    try {
      await session.resume({ username: text('username'), password: text('password') });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status !== 401) throw error;
      return { password: say('signInRefused') };
    }
    announce(say('signedInAgain'));
    connection.retry();
    return undefined;
  }
  return (
    <Dialog title={say('sessionEnded')} onClose={session.leave}>
      <p>{say('sessionEndedHint')}</p>
      <Form
        submitLabel={say('signInAgain')}
        onSubmit={signIn}
        actions={
          <Button kind="quiet" onClick={session.leave}>
            {say('otherSignIn')}
          </Button>
        }
      >
        <Field name="username" label={say('username')}>
          <input
            class="private"
            defaultValue={session.identity.value?.subject ?? ''}
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
          />
        </Field>
        <Field name="password" label={say('password')}>
          <input type="password" autocomplete="current-password" data-first-focus />
        </Field>
      </Form>
    </Dialog>
  );
}
