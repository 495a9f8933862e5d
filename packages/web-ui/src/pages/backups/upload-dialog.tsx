import { useServices, useTexts } from '../../context/services.js';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Form } from '../../ui/form.tsx';
import { backupsTexts } from './texts.js';

interface UploadProps {
  readonly centrals: readonly string[];
  readonly onClose: () => void;
  readonly onUploaded: () => void;
}

/** Keeps a backup that was made elsewhere; the gateway reads the whole of it before. */
export function UploadDialog({ centrals, onClose, onUploaded }: UploadProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(backupsTexts);

  async function upload(fields: FormData) {
    const file = fields.get('file');
    if (!(file instanceof File) || file.size === 0) return { file: say('fileNeeded') };
    const body = new FormData();
    body.set('file', file);
    const central = String(fields.get('central') ?? '');
    const query = central === '' ? {} : { central };
    // The contract says of a multipart body only that it is a text; the browser sends the form.
    await gateway.request('uploadBackup', { query, body: body as never, timeoutMs: 300_000 });
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
