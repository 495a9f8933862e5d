import type { SysvarSummary } from '@ccu-gateway/contract/types';
import { Trash2 } from 'lucide';
import { useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { Field, type FieldErrors, Form } from '../../ui/form/form.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { Icon } from '../../ui/value/icon.tsx';
import { CREATED_TYPES, type CreatedType, readDetails } from './details.js';
import { labelOf } from './labels.js';
import { sysvarsTexts } from './texts.js';

const SHOWN_AS = {
  BOOL: 'LOGIC',
  FLOAT: 'NUMBER',
  INTEGER: 'INTEGER',
  ENUM: 'LIST',
  STRING: 'STRING',
  ALARM: 'ALARM',
} as const;
const TYPE_OF: Readonly<Record<SysvarSummary['value_type'], CreatedType>> = {
  LOGIC: 'BOOL',
  ALARM: 'ALARM',
  FLOAT: 'FLOAT',
  NUMBER: 'FLOAT',
  INTEGER: 'INTEGER',
  LIST: 'ENUM',
  STRING: 'STRING',
};

/** Makes a variable, or changes, explains and deletes one. */
export function EditDialog({
  sysvar,
  onClose,
}: {
  readonly sysvar: SysvarSummary | undefined;
  readonly onClose: () => void;
}) {
  const { gateway, store, announce } = useServices();
  const say = useTexts(sysvarsTexts);
  const [type, setType] = useState<CreatedType>(sysvar === undefined ? 'BOOL' : TYPE_OF[sysvar.value_type]);
  const centrals = [...new Set(store.interfaces.value.map(({ central_id }) => central_id))];
  const submit = async (fields: FormData): Promise<FieldErrors | undefined> => {
    const { errors, details } = readDetails(fields, type, say);
    if (Object.keys(errors).length > 0) return errors;
    const name = String(fields.get('name'));
    if (sysvar === undefined) {
      const central = String(fields.get('central') ?? centrals[0] ?? '');
      await gateway.call('createSysvar', { query: { central }, body: { name, value_type: type, ...details } });
    } else {
      const { central } = sysvar;
      const renamed = name === sysvar.name ? {} : { name };
      await gateway.call('patchSysvar', {
        path: { name: sysvar.name },
        query: { central },
        body: { ...renamed, ...details },
      });
    }
    announce(say('saved', { name }));
    onClose();
    return undefined;
  };
  const title = sysvar === undefined ? say('createTitle') : say('editTitle', { name: labelOf(sysvar) });
  return (
    <Dialog title={title} onClose={onClose}>
      <Form submitLabel={say('save')} onSubmit={submit} actions={<Button onClick={onClose}>{say('cancel')}</Button>}>
        <Field name="name" label={say('name')}>
          <input value={sysvar?.name ?? ''} maxLength={128} />
        </Field>
        {sysvar === undefined && centrals.length > 1 && (
          <Field name="central" label={say('ccu')}>
            <select>
              {centrals.map((central) => (
                <option key={central}>{central}</option>
              ))}
            </select>
          </Field>
        )}
        {sysvar === undefined && (
          <Field name="type" label={say('type')}>
            <select value={type} onChange={(event) => setType(event.currentTarget.value as CreatedType)}>
              {CREATED_TYPES.map((each) => (
                <option key={each} value={each}>
                  {say(SHOWN_AS[each])}
                </option>
              ))}
            </select>
          </Field>
        )}
        <Field name="description" label={say('description')}>
          <input value={sysvar?.description ?? ''} maxLength={1024} />
        </Field>
        <TypeFields type={type} sysvar={sysvar} />
      </Form>
      {sysvar !== undefined && <Usage sysvar={sysvar} onDeleted={onClose} />}
    </Dialog>
  );
}

function TypeFields({ type, sysvar }: { readonly type: CreatedType; readonly sysvar: SysvarSummary | undefined }) {
  const say = useTexts(sysvarsTexts);
  const { inField } = useFormats();
  if (type === 'BOOL' || type === 'ALARM') {
    return (
      <>
        <Field name="value_name_0" label={say('falseName')}>
          <input value={sysvar?.value_name_0 ?? ''} maxLength={128} />
        </Field>
        <Field name="value_name_1" label={say('trueName')}>
          <input value={sysvar?.value_name_1 ?? ''} maxLength={128} />
        </Field>
      </>
    );
  }
  if (type === 'ENUM') {
    return (
      <Field name="value_list" label={say('list')}>
        <textarea rows={5}>{sysvar?.value_list?.join('\n') ?? ''}</textarea>
      </Field>
    );
  }
  if (type === 'STRING') return null;
  return (
    <>
      <Field name="unit" label={say('unit')}>
        <input value={sysvar?.unit ?? ''} maxLength={32} />
      </Field>
      <Field name="min" label={say('min')}>
        <input inputMode="decimal" value={inField(sysvar?.min ?? Number.NaN)} />
      </Field>
      <Field name="max" label={say('max')}>
        <input inputMode="decimal" value={inField(sysvar?.max ?? Number.NaN)} />
      </Field>
    </>
  );
}

/** Which programs use the variable, and its end. */
function Usage({ sysvar, onDeleted }: { readonly sysvar: SysvarSummary; readonly onDeleted: () => void }) {
  const { gateway, announce } = useServices();
  const say = useTexts(sysvarsTexts);
  const action = useAction();
  const [asked, ask] = useState(false);
  const { name, central } = sysvar;
  const usage = useResource(({ gateway: client }) =>
    client.call('getSysvarUsage', { path: { name }, query: { central } }),
  );
  const { value, error } = usage.current.value;
  const programs = value?.programs ?? [];
  const remove = async () => {
    if (!(await action.run(() => gateway.call('deleteSysvar', { path: { name }, query: { central } })))) return;
    announce(say('deleted', { name: labelOf(sysvar) }));
    onDeleted();
  };
  return (
    <section class="stack">
      <h3>{say('usedBy')}</h3>
      {error !== undefined && <ErrorBox error={error} retry={() => void usage.reload()} />}
      {value !== undefined && programs.length === 0 && <p class="dim">{say('unused')}</p>}
      {programs.length > 0 && (
        <ul>
          {programs.map((program) => (
            <li key={program.id} class="private">
              {program.name}
            </li>
          ))}
        </ul>
      )}
      {asked && programs.length > 0 && <p>{say('deleteUsed', { n: programs.length })}</p>}
      {action.error !== undefined && <ErrorBox error={action.error} />}
      <div class="row">
        <Button kind="danger" onClick={() => (asked ? void remove() : ask(true))}>
          <Icon of={Trash2} />
          {asked ? say('deleteSure', { name: labelOf(sysvar) }) : say('delete')}
        </Button>
      </div>
    </section>
  );
}
