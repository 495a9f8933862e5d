import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Field, type FieldErrors, Form } from '../../ui/form/form.tsx';
import type { InboxDevice } from './entries.js';
import { pairingTexts } from './texts.js';

/** Name, rooms and functions of a new device, before it is accepted. */
export function AcceptDialog({ device, onClose }: { readonly device: InboxDevice; readonly onClose: () => void }) {
  const { gateway, announce } = useServices();
  const say = useTexts(pairingTexts);
  const { address, central, model } = device;
  const rooms = useResource(({ gateway: client }) => client.call('listRooms', { query: { central } }));
  const functions = useResource(({ gateway: client }) => client.call('listFunctions', { query: { central } }));
  const submit = async (fields: FormData): Promise<FieldErrors | undefined> => {
    const name = String(fields.get('name')).trim();
    await gateway.call('acceptDevice', {
      path: { addr: address },
      query: { central },
      body: {
        ...(name === '' ? {} : { name }),
        include_channels: fields.get('include_channels') !== null,
        rooms: fields.getAll('rooms').map(String),
        functions: fields.getAll('functions').map(String),
      },
    });
    announce(say('accepted', { name: name === '' ? model : name }));
    onClose();
    return undefined;
  };
  return (
    <Dialog title={say('acceptTitle', { model })} onClose={onClose}>
      <p class="private mono small dim">{address}</p>
      <Form submitLabel={say('accept')} onSubmit={submit} actions={<Button onClick={onClose}>{say('cancel')}</Button>}>
        <Field name="name" label={say('name')} hint={say('nameHint')}>
          <input maxLength={128} autocomplete="off" />
        </Field>
        <label class="check">
          <input type="checkbox" name="include_channels" />
          {say('channels')}
        </label>
        <Choices name="rooms" label={say('rooms')} entries={rooms.current.value.value ?? []} />
        <Choices name="functions" label={say('functions')} entries={functions.current.value.value ?? []} />
      </Form>
    </Dialog>
  );
}

interface ChoicesProps {
  readonly name: string;
  readonly label: string;
  readonly entries: readonly { readonly name: string; readonly translated_name?: string }[];
}

function Choices({ name, label, entries }: ChoicesProps) {
  if (entries.length === 0) return null;
  return (
    <fieldset class="field">
      <legend>{label}</legend>
      <div class="choices">
        {entries.map((entry) => (
          <label key={entry.name} class="check private">
            <input type="checkbox" name={name} value={entry.name} />
            {entry.translated_name ?? entry.name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
