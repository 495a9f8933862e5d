import type { CallAnswer } from '@ccu-gateway/client';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { Confirm } from '../../ui/form/confirm.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Field, Form } from '../../ui/form/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { OwnBackup } from './own-facts.js';
import { ownTexts } from './own-texts.js';

type Checked = CallAnswer<'restoreOwnBackup'>;

interface RestoreOwnProps {
  readonly backup: OwnBackup;
  readonly time: string;
  readonly onClose: () => void;
}

/** Verifies the backup first, and asks only about parts that can be restored. */
export function RestoreOwnDialog({ backup, time, onClose }: RestoreOwnProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(ownTexts);
  const [checked, setChecked] = useState<{ readonly of: Checked; readonly passphrase: string }>();
  const restore = (passphrase: string, checkOnly: boolean) =>
    gateway.call('restoreOwnBackup', {
      path: { id: backup.id },
      body: { check_only: checkOnly, ...(passphrase === '' ? {} : { passphrase }) },
      timeoutMs: 300_000,
    });
  if (checked !== undefined) {
    return (
      <Confirm
        title={say('restoreTitle', { time })}
        action={say('restoreNow')}
        onClose={onClose}
        onConfirm={async () => {
          await restore(checked.passphrase, false);
          announce(say('restoring'));
        }}
      >
        <Notice tone="good">
          {say('checkedWell')} {checked.of.key_restored && say('checkedKey')}
        </Notice>
        <p>{say('restoreEffect')}</p>
        {backup.parts.includes('matter.db') && <Notice tone="warn">{say('restoreMatter')}</Notice>}
      </Confirm>
    );
  }
  return (
    <Dialog title={say('restoreTitle', { time })} onClose={onClose}>
      <Form
        submitLabel={say('check')}
        onSubmit={async (fields) => {
          const passphrase = String(fields.get('passphrase') ?? '');
          setChecked({ of: await restore(passphrase, true), passphrase });
          return undefined;
        }}
      >
        <p>{say('restoreCheck')}</p>
        {backup.with_key === true && (
          <Field name="passphrase" label={say('passphrase')} hint={say('restorePassphrase')}>
            <input type="password" autocomplete="off" />
          </Field>
        )}
      </Form>
    </Dialog>
  );
}
