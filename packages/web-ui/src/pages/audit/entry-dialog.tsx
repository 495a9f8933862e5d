import { useServices, useTexts } from '../../context/services.js';
import { devicePath } from '../../net/device-path.js';
import { writeTopics } from '../../net/topic-list.js';
import { CopyButton } from '../../ui/form/copy-button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Preformatted } from '../../ui/value/preformatted.tsx';
import type { AuditEntry } from './audit-entries.js';
import { auditTexts } from './texts.js';

/** One entry in full, with links to related pages. */
export function EntryDialog({ entry, onClose }: { readonly entry: AuditEntry; readonly onClose: () => void }) {
  const { base, session } = useServices();
  const say = useTexts(auditTexts);
  const {
    id,
    subject,
    scheme = '',
    central,
    device_address: address,
    request_id: request,
    token_fingerprint: token,
  } = entry;
  const everything = new URLSearchParams({ subject: subject ?? '', scheme });
  return (
    <Dialog title={say('details', { id: String(id ?? '') })} onClose={onClose}>
      <div class="stack">
        <Preformatted class="code-block mono private">{JSON.stringify(entry, null, 2)}</Preformatted>
        <div class="row">
          {subject !== undefined && (
            <a class="button" href={base.at(`audit?${everything}`)} onClick={onClose}>
              {say('everything', { name: scheme === '' ? subject : `${subject} (${scheme})` })}
            </a>
          )}
          {token !== undefined && (
            <a
              class="button"
              href={base.at(`audit?${new URLSearchParams({ token_fingerprint: token })}`)}
              onClick={onClose}
            >
              {say('byToken', { token: token.slice(0, 8) })}
            </a>
          )}
          {address !== undefined && (
            <>
              <a class="button" href={base.at(devicePath({ central: central ?? '', address }))}>
                {say('openDevice')}
              </a>
              <a
                class="button"
                href={base.at(`events?${new URLSearchParams({ topics: writeTopics([`devices/${address}/#`]) })}`)}
              >
                {say('deviceEvents')}
              </a>
            </>
          )}
          {request !== undefined && session.may('admin') && (
            <a class="button" href={base.at(`logs?${new URLSearchParams({ q: request })}`)}>
              {say('sameRequest')}
            </a>
          )}
          <CopyButton label={say('copy')} text={() => JSON.stringify(entry, null, 2)} />
        </div>
      </div>
    </Dialog>
  );
}
