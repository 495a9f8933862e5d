import { type Area, areasByRoom } from '../../areas/use-areas.js';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { Field, type FieldErrors, Form } from '../../ui/form/form.tsx';
import { Skeleton } from '../../ui/layout.tsx';
import { areasTexts } from './areas-texts.js';

/** Makes an area with its rooms, or changes one. A room that was chosen leaves its former area. */
export function AreaDialog({
  areas,
  area,
  onClose,
}: {
  readonly areas: readonly Area[];
  readonly area?: Area;
  readonly onClose: () => void;
}) {
  const { gateway, announce } = useServices();
  const say = useTexts(areasTexts);
  const formats = useFormats();
  // Areas are over the rooms of all CCUs, whichever one is chosen.
  const rooms = useResource(({ gateway: { call } }) => call('listRooms', {}), {
    refreshOn: ['device.metadata_changed'],
  });
  const { value, error } = rooms.current.value;
  const labels = new Map([
    ...(area?.rooms ?? []).map((name) => [name, name] as const),
    ...(value ?? []).map(({ name, translated_name }) => [name, translated_name ?? name] as const),
  ]);
  const names = [...labels.keys()].sort((a, b) => formats.compare(labels.get(a)!, labels.get(b)!));
  const areaOf = areasByRoom(areas);

  const submit = async (fields: FormData): Promise<FieldErrors | undefined> => {
    const name = String(fields.get('name')).trim();
    if (name === '') return { name: say('nameMissing') };
    const chosen = fields.getAll('rooms').map(String);
    if (area === undefined) await gateway.call('createArea', { body: { name, rooms: chosen } });
    else {
      const path = { id: area.id };
      if (name !== area.name) await gateway.call('updateArea', { path, body: { name } });
      if (chosen.join('\n') !== area.rooms.join('\n')) {
        await gateway.call('setAreaRooms', { path, body: { rooms: chosen } });
      }
    }
    announce(say('saved', { name }));
    onClose();
    return undefined;
  };

  return (
    <Dialog title={area === undefined ? say('newArea') : say('changeTitle', { name: area.name })} onClose={onClose}>
      {error !== undefined && <ErrorBox error={error} retry={() => void rooms.reload()} />}
      {value === undefined && error === undefined && <Skeleton height="3rem" count={3} />}
      {value !== undefined && (
        <Form
          submitLabel={say(area === undefined ? 'create' : 'save')}
          onSubmit={submit}
          actions={<Button onClick={onClose}>{say('cancel')}</Button>}
        >
          <Field name="name" label={say('name')} hint={say('nameHint')}>
            <input defaultValue={area?.name ?? ''} maxLength={128} autocomplete="off" />
          </Field>
          <fieldset class="field">
            <legend>{say('rooms')}</legend>
            <div class="choices">
              {names.map((room) => (
                <RoomChoice key={room} room={room} label={labels.get(room)!} own={area} now={areaOf.get(room)} />
              ))}
            </div>
          </fieldset>
        </Form>
      )}
    </Dialog>
  );
}

/** A room to choose, with the name of another area that has it now. */
function RoomChoice({
  room,
  label,
  own,
  now,
}: {
  readonly room: string;
  readonly label: string;
  readonly own: Area | undefined;
  readonly now: Area | undefined;
}) {
  const say = useTexts(areasTexts);
  return (
    <label class="check">
      <input type="checkbox" name="rooms" value={room} defaultChecked={own !== undefined && now?.id === own.id} />{' '}
      <span class="private">{label}</span>
      {now !== undefined && now.id !== own?.id && (
        <span class="dim small private"> {say('nowIn', { name: now.name })}</span>
      )}
    </label>
  );
}
