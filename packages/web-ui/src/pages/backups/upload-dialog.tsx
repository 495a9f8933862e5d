import { ProblemError } from '@ccu-gateway/client';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Field, Form } from '../../ui/form/form.tsx';
import { backupsTexts } from './texts.js';
import { useSize } from './use-size.js';

/** Bytes that the gateway takes; the file is judged before it is sent, and by the gateway again. */
export const MAX_UPLOAD_BYTES = 2 * 1024 ** 3;

interface UploadProps {
  readonly centrals: readonly string[];
  readonly onClose: () => void;
  readonly onUploaded: () => void;
}

/** Stores a backup from another machine; the gateway reads it completely first. */
export function UploadDialog({ centrals, onClose, onUploaded }: UploadProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(backupsTexts);
  const size = useSize();
  const [sending, setSending] = useState<File>();

  async function upload(fields: FormData) {
    const file = fields.get('file');
    if (!(file instanceof File) || file.size === 0) return { file: say('fileNeeded') };
    if (file.size > MAX_UPLOAD_BYTES)
      return { file: say('tooLarge', { size: size(file.size), most: size(MAX_UPLOAD_BYTES) }) };
    const body = new FormData();
    body.set('file', file);
    const central = String(fields.get('central') ?? '');
    const query = central === '' ? {} : { central };
    // In the contract a multipart body is only a text; the browser sends the form.
    setSending(file);
    try {
      await gateway.request('uploadBackup', { query, body: body as never, timeoutMs: 300_000 });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.reason !== 'backup_damaged') throw error;
      return { file: say('refused', { why: error.problem.detail ?? error.message }) };
    } finally {
      setSending(undefined);
    }
    announce(say('uploaded'));
    onUploaded();
    onClose();
    return undefined;
  }

  return (
    <Dialog title={say('uploadTitle')} onClose={onClose}>
      <Form submitLabel={say('upload')} onSubmit={upload}>
        <Field name="file" label={say('file')} hint={say('uploadHint')}>
          <input type="file" accept=".sbk,.tar" />
        </Field>
        {sending !== undefined && (
          <p role="status">{say('sending', { name: sending.name, size: size(sending.size) })}</p>
        )}
        {centrals.length > 1 && (
          <Field name="central" label={say('forCcu')}>
            <select>
              {centrals.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
        )}
      </Form>
    </Dialog>
  );
}
