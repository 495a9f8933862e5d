import { ProblemError } from '@ccu-gateway/client';
import { useRef, useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { Field, type FieldErrors, Form } from '../../ui/form/form.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { uiTexts } from '../../ui/value/texts.js';
import { SessionList } from './session-list.tsx';
import { accountTexts } from './texts.js';
import './account.css';

const SHORTEST_PASSWORD = 8;

/** One's own password, and where one is signed in. */
export function AccountPage() {
  const { session } = useServices();
  const say = useTexts(accountTexts);
  const sayUi = useTexts(uiTexts);
  const identity = session.identity.value;
  return (
    <>
      <PageHeader title={say('title')}>
        {identity !== undefined && (
          <span class="private">{say('who', { name: identity.subject, role: sayUi(identity.role) })}</span>
        )}
      </PageHeader>
      <div class="account">
        <Card title={say('password')}>
          {identity?.scheme === 'session' ? <PasswordForm /> : <p class="dim">{say('elsewhere')}</p>}
        </Card>
        <OwnSessions />
      </div>
    </>
  );
}

function PasswordForm() {
  const { gateway, announce } = useServices();
  const say = useTexts(accountTexts);
  const [changed, setChanged] = useState(false);
  const around = useRef<HTMLDivElement>(null);

  async function change(fields: FormData): Promise<FieldErrors | undefined> {
    setChanged(false);
    const text = (name: string) => String(fields.get(name) ?? '');
    const password = text('new_password');
    if (password.length < SHORTEST_PASSWORD) return { new_password: say('short') };
    if (password !== text('again')) return { again: say('differs') };
    try {
      const body = { current_password: text('current_password'), new_password: password };
      await gateway.call('changeOwnPassword', { body });
    } catch (error) {
      if (error instanceof ProblemError && error.reason === 'invalid_credentials') {
        return { current_password: say('wrong') };
      }
      throw error;
    }
    around.current?.querySelector('form')?.reset();
    setChanged(true);
    announce(say('changed'));
    return undefined;
  }

  return (
    <div ref={around} class="stack">
      {changed && <Notice tone="good">{say('changed')}</Notice>}
      <Form submitLabel={say('change')} onSubmit={change}>
        <Field name="current_password" label={say('current')}>
          <input type="password" autocomplete="current-password" />
        </Field>
        <Field name="new_password" label={say('fresh')} hint={say('rule')}>
          <input type="password" autocomplete="new-password" />
        </Field>
        <Field name="again" label={say('again')}>
          <input type="password" autocomplete="new-password" />
        </Field>
      </Form>
    </div>
  );
}

function OwnSessions() {
  const { gateway } = useServices();
  const say = useTexts(accountTexts);
  const action = useAction();
  const sessions = useResource(({ gateway: asked }) => asked.call('listSessions'));
  const endOthers = () =>
    action.run(async () => {
      await gateway.call('endSessions');
      await sessions.reload();
    });
  const others = sessions.current.value.value?.some(({ current }) => !current) === true;
  return (
    <Card
      title={say('sessions')}
      aside={others && <Button onClick={() => void endOthers()}>{say('endOthers')}</Button>}
    >
      <Loaded of={sessions} count={2}>
        {(found) =>
          found.length === 0 ? (
            <p class="dim">{say('noSessions')}</p>
          ) : (
            <SessionList sessions={found} onChanged={() => void sessions.reload()} />
          )
        }
      </Loaded>
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </Card>
  );
}
