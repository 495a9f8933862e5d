import { useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import type { Role } from '../../session/session.js';
import { Button } from '../../ui/form/button.tsx';
import { CodeBlock } from '../../ui/form/code-block.tsx';
import { Confirm } from '../../ui/form/confirm.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { Notice } from '../../ui/notice.tsx';
import { uiTexts } from '../../ui/value/texts.js';
import { SessionList } from '../account/session-list.tsx';
import type { Account } from './accounts.js';
import { passphrase } from './passphrase.js';
import { usersTexts } from './texts.js';

const ROLES: readonly Role[] = ['viewer', 'operator', 'admin'];

interface ManageProps {
  readonly account: Account;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Actions of an administrator on an account: role, password, sessions, and deletion. */
export function ManageUser(props: ManageProps) {
  const { account, onChanged, onClose } = props;
  const { gateway, announce } = useServices();
  const say = useTexts(usersTexts);
  const [asking, ask] = useState<'disable' | 'remove'>();
  const { name, source } = account;
  if (asking === 'disable') {
    return (
      <Confirm
        title={say('disableTitle', { name })}
        action={say('disable')}
        onClose={() => ask(undefined)}
        onConfirm={async () => {
          await gateway.call('updateUser', { path: { subject: name }, body: { disabled: true } });
          announce(say('disabledNow', { name }));
          onChanged();
        }}
      >
        <p>{say('disableEffect')}</p>
      </Confirm>
    );
  }
  if (asking === 'remove') {
    return (
      <Confirm
        title={say('removeTitle', { name })}
        action={say('remove')}
        repeat={name}
        onClose={onClose}
        onConfirm={async () => {
          await gateway.call('deleteUser', { path: { subject: name } });
          announce(say('removed', { name }));
          onChanged();
        }}
      >
        <p>{say('removeEffect')}</p>
      </Confirm>
    );
  }
  return (
    <Dialog title={name} onClose={onClose}>
      <div class="stack">
        {account.lastAdmin && <Notice tone="warn">{say('lastAdmin')}</Notice>}
        {source === 'local' ? (
          <LocalAccount {...props} onAsk={ask} />
        ) : (
          <Notice>{say(source === 'config' ? 'managedInFile' : 'managedElsewhere')}</Notice>
        )}
        <h3>{say('sessions')}</h3>
        {account.sessions.length === 0 ? (
          <p class="dim">{say('noSession')}</p>
        ) : (
          <SessionList sessions={account.sessions} onChanged={onChanged} />
        )}
      </div>
    </Dialog>
  );
}

interface LocalAccountProps extends ManageProps {
  readonly onAsk: (what: 'disable' | 'remove') => void;
}

function LocalAccount({ account, onChanged, onAsk }: LocalAccountProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(usersTexts);
  const sayUi = useTexts(uiTexts);
  const [role, setRole] = useState<Role>(account.role ?? 'viewer');
  const [password, setPassword] = useState<string>();
  const action = useAction();
  const { name, lastAdmin } = account;
  const path = { subject: name };
  const kept = lastAdmin ? say('lastAdmin') : undefined;

  const saveRole = () =>
    action.run(async () => {
      await gateway.call('updateUser', { path, body: { role } });
      announce(say('roleSaved', { name }));
      onChanged();
    });
  const reset = () =>
    action.run(async () => {
      const made = passphrase((bytes) => void crypto.getRandomValues(bytes));
      await gateway.call('updateUser', { path, body: { password: made } });
      setPassword(made);
      onChanged();
    });

  return (
    <>
      <DisabledNotice account={account} onChanged={onChanged} />
      <div class="row">
        <select
          class="input"
          aria-label={say('roleOf', { name })}
          value={role}
          onChange={(event) => setRole(ROLES.find((each) => each === event.currentTarget.value) ?? role)}
        >
          {ROLES.map((each) => (
            <option key={each} value={each}>
              {sayUi(each)}
            </option>
          ))}
        </select>
        {role !== account.role && (
          <Button kind="primary" disabledReason={kept} onClick={() => void saveRole()}>
            {say('saveRole')}
          </Button>
        )}
      </div>
      <p class="small dim">{say('resetHint')}</p>
      <div class="row">
        <Button onClick={() => void reset()} disabledReason={action.busy ? sayUi('sending') : undefined}>
          {say('reset')}
        </Button>
        {account.disabledAt === undefined && (
          <Button kind="danger" disabledReason={kept} onClick={() => onAsk('disable')}>
            {say('disable')}
          </Button>
        )}
        <Button kind="danger" disabledReason={kept} onClick={() => onAsk('remove')}>
          {say('remove')}
        </Button>
      </div>
      {password !== undefined && (
        <>
          <CodeBlock title={say('newPassword', { name })} text={password} copyLabel={sayUi('copy')} secret />
          <Notice tone="warn">{say('passwordOnce')}</Notice>
        </>
      )}
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </>
  );
}

/** Time since when the account is disabled, with the action to enable it. */
function DisabledNotice({ account, onChanged }: Pick<ManageProps, 'account' | 'onChanged'>) {
  const { gateway, announce } = useServices();
  const say = useTexts(usersTexts);
  const sayUi = useTexts(uiTexts);
  const formats = useFormats();
  const action = useAction();
  const { name, disabledAt } = account;
  if (disabledAt === undefined) return null;
  const enable = () =>
    action.run(async () => {
      await gateway.call('updateUser', { path: { subject: name }, body: { disabled: false } });
      announce(say('enabledNow', { name }));
      onChanged();
    });
  return (
    <Notice tone="warn">
      <div class="row">
        <span class="grow">{say('disabledSince', { time: formats.dateTime(disabledAt) })}</span>
        <Button disabledReason={action.busy ? sayUi('sending') : undefined} onClick={() => void enable()}>
          {say('enable')}
        </Button>
      </div>
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </Notice>
  );
}
