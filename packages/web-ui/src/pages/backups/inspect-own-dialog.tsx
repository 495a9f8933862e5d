import { useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { Button } from '../../ui/form/button.tsx';
import { Confirm } from '../../ui/form/confirm.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { contentsOf, type OwnBackup } from './own-facts.js';
import { ownTexts } from './own-texts.js';
import { RestoreOwnDialog } from './restore-own-dialog.tsx';
import { VerifyPanel } from './verify-panel.tsx';

interface InspectOwnProps {
  readonly backup: OwnBackup;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Details of a backup of the gateway, with the actions to restore or delete it. */
export function InspectOwnDialog({ backup, onClose, onChanged }: InspectOwnProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(ownTexts);
  const formats = useFormats();
  const [asking, setAsking] = useState<'restore' | 'remove'>();
  const time = formats.dateTime(Date.parse(backup.created_at));
  if (asking === 'restore') return <RestoreOwnDialog backup={backup} time={time} onClose={onClose} />;
  if (asking === 'remove') {
    return (
      <Confirm
        title={say('removeTitle')}
        action={say('remove')}
        onClose={onClose}
        onConfirm={async () => {
          await gateway.call('deleteOwnBackup', { path: { id: backup.id } });
          announce(say('removed'));
          onChanged();
        }}
      >
        <p>{say('removeEffect', { time })}</p>
      </Confirm>
    );
  }
  return (
    <Dialog
      title={say('inspectTitle', { time })}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" onClick={() => setAsking('remove')}>
            {say('remove')}
          </Button>
          <Button kind="danger" onClick={() => setAsking('restore')}>
            {say('restore')}
          </Button>
        </>
      }
    >
      <div class="stack">
        <Facts backup={backup} />
        <VerifyOwn backup={backup} onVerified={onChanged} />
      </div>
    </Dialog>
  );
}

function Facts({ backup: { id, host, gateway_version: version, parts, problem } }: { readonly backup: OwnBackup }) {
  const say = useTexts(ownTexts);
  return (
    <>
      <p class="small">
        <code class="private">{id}</code>
      </p>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      {host !== null && <p>{say('madeBy', { host, version: version ?? '?' })}</p>}
      <ul>
        {contentsOf(parts).map((part) =>
          typeof part === 'string' ? <li key={part}>{say(part)}</li> : <li key={part.name}>{part.name}</li>,
        )}
      </ul>
    </>
  );
}

/** Has the gateway read the stored file to its end. */
function VerifyOwn({ backup, onVerified }: { readonly backup: OwnBackup; readonly onVerified: () => void }) {
  const { gateway } = useServices();
  const say = useTexts(ownTexts);
  const verify = async () => {
    await gateway.call('verifyOwnBackup', { path: { id: backup.id }, timeoutMs: 300_000 });
    onVerified();
    return { tone: 'good', text: say('verified') } as const;
  };
  return <VerifyPanel sha256={backup.sha256} verify={verify} />;
}
