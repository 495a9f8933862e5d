import { ProblemError } from '@ccu-gateway/client';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Field, Form } from '../../ui/form/form.tsx';
import { ownTexts } from './own-texts.js';
import { MAX_UPLOAD_BYTES } from './upload-dialog.tsx';
import { useSize } from './use-size.js';

/** Refusals that are about the file. */
const OF_THE_FILE = ['backup_damaged', 'backup_foreign', 'backup_newer', 'backup_too_large', 'backup_exists'];

interface UploadOwnProps {
  readonly onClose: () => void;
  readonly onUploaded: (id: string) => void;
}

/** Uploads a backup of a gateway; the gateway reads it completely before it stores it. */
export function UploadOwnDialog({ onClose, onUploaded }: UploadOwnProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(ownTexts);
  const size = useSize();
  const [sending, setSending] = useState<File>();

  async function upload(fields: FormData) {
    const file = fields.get('file');
    if (!(file instanceof File) || file.size === 0) return { file: say('fileNeeded') };
    if (file.size > MAX_UPLOAD_BYTES) {
      return { file: say('tooLarge', { size: size(file.size), most: size(MAX_UPLOAD_BYTES) }) };
    }
    const body = new FormData();
    body.set('file', file);
    setSending(file);
    try {
      const { id } = await gateway.call('uploadOwnBackup', { body, timeoutMs: 300_000 });
      announce(say('uploaded'));
      onClose();
      onUploaded(id);
      return undefined;
    } catch (error) {
      if (!(error instanceof ProblemError) || !OF_THE_FILE.includes(error.reason ?? '')) throw error;
      return { file: say('refused', { why: error.problem.detail ?? error.message }) };
    } finally {
      setSending(undefined);
    }
  }

  return (
    <Dialog title={say('upload')} onClose={onClose}>
      <Form submitLabel={say('uploadNow')} onSubmit={upload}>
        <Field name="file" label={say('file')} hint={say('uploadHint')}>
          <input type="file" accept=".gz,.tgz,application/gzip" />
        </Field>
        {sending !== undefined && (
          <p role="status">{say('sending', { name: sending.name, size: size(sending.size) })}</p>
        )}
      </Form>
    </Dialog>
  );
}
