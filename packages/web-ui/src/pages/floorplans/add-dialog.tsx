import { ProblemError } from '@ccu-gateway/client';
import type { Floorplan } from '@ccu-gateway/contract/types';
import { useAreas } from '../../areas/use-areas.js';
import { useServices, useTexts } from '../../context/services.js';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Field, type FieldErrors, Form } from '../../ui/form/form.tsx';
import { floorplanTexts } from './texts.js';

const TYPES = 'image/png,image/jpeg,image/webp';

interface AddProps {
  readonly onClose: () => void;
  readonly onAdded: (id: string) => Promise<void>;
}

/** Makes a floor plan of a picture. */
export function AddDialog({ onClose, onAdded }: AddProps) {
  const { gateway } = useServices();
  const say = useTexts(floorplanTexts);
  const send = useSending();
  const areas = useAreas().current.value.value ?? [];
  async function add(fields: FormData): Promise<FieldErrors | undefined> {
    const name = String(fields.get('name') ?? '').trim();
    const area = String(fields.get('area') ?? '');
    if (name === '') return { name: say('nameNeeded') };
    const query = { name, ...(area === '' ? {} : { area }) };
    return send(fields, async (body) => {
      const { id } = await gateway.call('createFloorplan', { query, body });
      onClose();
      await onAdded(id);
    });
  }
  return (
    <Dialog title={say('add')} onClose={onClose}>
      <Form submitLabel={say('add')} onSubmit={add}>
        <Field name="name" label={say('name')}>
          <input class="private" maxLength={128} required />
        </Field>
        <Field name="area" label={say('area')}>
          <select class="input private">
            <option value="">{say('noArea')}</option>
            {areas.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <Field name="file" label={say('file')} hint={say('fileHint')}>
          <input type="file" accept={TYPES} />
        </Field>
      </Form>
    </Dialog>
  );
}

interface PictureProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onReplaced: (plan: Floorplan) => Promise<void>;
}

/** Replaces the picture of a floor plan. */
export function PictureDialog({ id, onClose, onReplaced }: PictureProps) {
  const { gateway } = useServices();
  const say = useTexts(floorplanTexts);
  const send = useSending();
  const replace = (fields: FormData) =>
    send(fields, async (body) => {
      const replaced = await gateway.call('putFloorplanPicture', { path: { id }, body });
      onClose();
      await onReplaced(replaced);
    });
  return (
    <Dialog title={say('picture')} onClose={onClose}>
      <Form submitLabel={say('picture')} onSubmit={replace}>
        <Field name="file" label={say('file')} hint={say('fileHint')}>
          <input type="file" accept={TYPES} />
        </Field>
      </Form>
    </Dialog>
  );
}

/** Refusals that are about the picture. */
const OF_THE_PICTURE: readonly (string | undefined)[] = ['validation_failed', 'picture_too_large'];

/** Sends the chosen picture; the reason of a refused one stands at its field. */
function useSending() {
  const say = useTexts(floorplanTexts);
  return async (fields: FormData, send: (body: FormData) => Promise<void>): Promise<FieldErrors | undefined> => {
    const file = fields.get('file');
    if (!(file instanceof File) || file.size === 0) return { file: say('fileNeeded') };
    const body = new FormData();
    body.set('file', file);
    try {
      await send(body);
      return undefined;
    } catch (error) {
      if (!(error instanceof ProblemError) || !OF_THE_PICTURE.includes(error.reason)) throw error;
      return { file: say('fileRefused', { why: error.problem.detail ?? '' }) };
    }
  };
}
