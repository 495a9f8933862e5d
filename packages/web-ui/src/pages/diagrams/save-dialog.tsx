import type { DiagramConfig } from '@ccu-gateway/contract/types';
import { useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import type { DiagramSeries } from '../../history/diagram-series.js';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Field, Form } from '../../ui/form/form.tsx';
import { diagramTexts } from './texts.js';

interface SaveProps {
  /** The diagram that is replaced; undefined for a new one. */
  readonly saved: DiagramConfig | undefined;
  readonly series: readonly DiagramSeries[];
  readonly onSaved: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Saves the shown values and time under a name, for the caller or for all. */
export function SaveDialog({ saved, series, onSaved, onClose }: SaveProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(diagramTexts);
  const { query, setQuery } = useHere();

  async function save(fields: FormData): Promise<undefined> {
    const name = String(fields.get('name') ?? '').trim();
    const { range: _, series: __, ...others } = saved?.config ?? {};
    const body = {
      name,
      visibility: fields.get('shared') === null ? ('private' as const) : ('shared' as const),
      config: {
        ...others,
        series: series.map((each) => ({ ...each })),
        ...(query.range === undefined ? {} : { range: query.range }),
      },
    };
    const stored =
      saved === undefined
        ? await gateway.call('createDiagram', { body })
        : await gateway.call('updateDiagram', { path: { id: saved.id }, body });
    await onSaved();
    setQuery({ id: stored.id, series: '' });
    announce(say('storedAs', { name }));
    onClose();
    return undefined;
  }

  return (
    <Dialog title={say('save')} onClose={onClose}>
      <Form submitLabel={say('save')} onSubmit={save}>
        <Field name="name" label={say('name')}>
          <input class="private" maxLength={128} required defaultValue={saved?.name ?? ''} />
        </Field>
        <label class="check">
          <input type="checkbox" name="shared" defaultChecked={saved?.visibility === 'shared'} />
          {say('shared')}
        </label>
      </Form>
    </Dialog>
  );
}
