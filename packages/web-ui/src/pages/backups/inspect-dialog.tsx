import { useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { Confirm } from '../../ui/form/confirm.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type Backup, inspect } from './backup-facts.js';
import { backupsTexts } from './texts.js';
import { VerifyPanel } from './verify-panel.tsx';

interface InspectProps {
  readonly backup: Backup;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Details of a backup and of its restore, with the actions to restore or delete it. */
export function InspectDialog({ backup, onClose, onChanged }: InspectProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(backupsTexts);
  const formats = useFormats();
  const [asking, setAsking] = useState<'restore' | 'remove'>();
  const time = formats.dateTime(Date.parse(backup.created_at));
  const path = { id: backup.id };
  if (asking === 'restore') {
    return (
      <Confirm
        title={say('restoreTitle', { name: backup.central, time })}
        action={say('restore')}
        repeat={backup.central}
        onClose={onClose}
        onConfirm={async () => {
          await gateway.call('restoreBackup', { path, timeoutMs: 300_000 });
          announce(say('restoring'));
        }}
      >
        <p>{say('restoreEffect')}</p>
        <Findings backup={backup} />
      </Confirm>
    );
  }
  if (asking === 'remove') {
    return (
      <Confirm
        title={say('removeTitle')}
        action={say('remove')}
        onClose={onClose}
        onConfirm={async () => {
          await gateway.call('deleteBackup', { path });
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
      title={say('inspectTitle', { name: backup.central, time })}
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
        <Verify backup={backup} />
        <h3>{say('findings')}</h3>
        <Findings backup={backup} />
      </div>
    </Dialog>
  );
}

function Findings({ backup }: { readonly backup: Backup }) {
  const { now } = useServices();
  const say = useTexts(backupsTexts);
  const ccus = useResource(({ gateway }) => gateway.call('listCcus'));
  return (
    <Loaded of={ccus} count={2}>
      {({ entries }) =>
        inspect(
          backup,
          entries.find(({ name }) => name === backup.central),
          now(),
        ).map(({ key, tone, inserted }) => (
          <Notice key={key} tone={tone}>
            {say(key, inserted)}
          </Notice>
        ))
      }
    </Loaded>
  );
}

/** Reads the stored file again and compares it with its size and digest at creation. */
function Verify({ backup: { id, bytes, sha256 } }: { readonly backup: Backup }) {
  const { gateway } = useServices();
  const say = useTexts(backupsTexts);
  const verdictOn = async (content: ArrayBuffer) => {
    // Absent outside of secure contexts, despite its type.
    const subtle: SubtleCrypto | undefined = crypto.subtle;
    if (content.byteLength !== bytes) return 'broken';
    if (sha256 === undefined || subtle === undefined) return 'sizeOnly';
    return hex(await subtle.digest('SHA-256', content)) === sha256.toLowerCase() ? 'verified' : 'broken';
  };
  const verify = async () => {
    const answer = await gateway.request('downloadBackup', { path: { id }, timeoutMs: 300_000 });
    const verdict = await verdictOn(await answer.arrayBuffer());
    return { tone: verdict === 'broken' ? 'bad' : 'good', text: say(verdict) } as const;
  };
  return <VerifyPanel sha256={sha256} verify={verify} />;
}

function hex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
