import type { CallAnswer, Gateway } from '@ccu-gateway/client';
import { DoorOpen, Pencil, Plus, Trash2 } from 'lucide';
import { useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { Field, type FieldErrors, Form } from '../../ui/form/form.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Card, Empty, Skeleton } from '../../ui/layout.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { groupsTexts } from './texts.js';

const labelOf = ({ translated_name, name }: Group): string => translated_name ?? name;

type Asked = { readonly what: 'create' } | { readonly what: 'rename' | 'remove'; readonly group: Group };

/** All rooms, or all functions. */
export function GroupCard({ kind }: { readonly kind: Kind }) {
  const say = useTexts(groupsTexts);
  const formats = useFormats();
  const refusal = useRefusal('operator');
  const [asked, ask] = useState<Asked>();
  const list = useResource(({ gateway, scope }) => callsOf(gateway, kind).list(scope.query()), {
    refreshOn: ['device.metadata_changed'],
  });
  const { store } = useServices();
  const read = list.current.value;
  // A gateway that is out of reach leaves the last known ones.
  const isKept = read.value === undefined && store.kept.value;
  const value: readonly Group[] | undefined = isKept ? store[kind].value : read.value;
  const error = isKept ? undefined : read.error;
  const { loading } = read;
  const groups = [...(value ?? [])].sort((a, b) => formats.compare(labelOf(a), labelOf(b)));
  const close = () => {
    ask(undefined);
    void list.reload();
  };
  return (
    <Card
      title={say(kind)}
      aside={
        <Button disabledReason={refusal} onClick={() => ask({ what: 'create' })}>
          <Icon of={Plus} />
          {say(kind === 'rooms' ? 'newRoom' : 'newFunction')}
        </Button>
      }
    >
      {error !== undefined && <ErrorBox error={error} retry={() => void list.reload()} />}
      {value === undefined && loading && <Skeleton height="3rem" count={4} />}
      {value?.length === 0 && (
        <Empty title={say('none')} icon={DoorOpen}>
          <p>{say('noneHint')}</p>
        </Empty>
      )}
      <ul class="entries">
        {groups.map((group) => (
          <li key={group.name}>
            <a class="grow private" href={`devices?q=${encodeURIComponent(labelOf(group))}`}>
              {labelOf(group)}
            </a>
            {kind === 'rooms' && (
              <a class="small" href={`room-day?room=${encodeURIComponent(group.name)}`}>
                {say('roomDay')}
                <span class="visually-hidden private"> {labelOf(group)}</span>
              </a>
            )}
            <span class="dim small">{say('devices', { n: group.device_count })}</span>
            <Button
              kind="quiet"
              label={say('rename', { name: labelOf(group) })}
              disabledReason={refusal}
              onClick={() => ask({ what: 'rename', group })}
            >
              <Icon of={Pencil} />
            </Button>
            <Button
              kind="quiet"
              label={say('remove', { name: labelOf(group) })}
              disabledReason={refusal}
              onClick={() => ask({ what: 'remove', group })}
            >
              <Icon of={Trash2} />
            </Button>
          </li>
        ))}
      </ul>
      {asked?.what === 'create' && <NameDialog kind={kind} onClose={close} />}
      {asked?.what === 'rename' && <NameDialog kind={kind} group={asked.group} onClose={close} />}
      {asked?.what === 'remove' && <RemoveDialog kind={kind} group={asked.group} onClose={close} />}
    </Card>
  );
}

/** Makes a group, or gives one another name. */
function NameDialog({
  kind,
  group,
  onClose,
}: {
  readonly kind: Kind;
  readonly group?: Group;
  readonly onClose: () => void;
}) {
  const { gateway, store, announce } = useServices();
  const say = useTexts(groupsTexts);
  const centrals = [...new Set(store.interfaces.value.map(({ central_id }) => central_id))];
  const submit = async (fields: FormData): Promise<FieldErrors | undefined> => {
    const name = String(fields.get('name')).trim();
    if (name === '') return { name: say('nameMissing') };
    const calls = callsOf(gateway, kind);
    const central = fields.get('central');
    if (group === undefined) await calls.create(name, central === null ? centrals[0] : String(central));
    else await calls.rename(group.name, name);
    announce(say('saved', { name }));
    onClose();
    return undefined;
  };
  const title =
    group === undefined
      ? say(kind === 'rooms' ? 'newRoom' : 'newFunction')
      : say('renameTitle', { name: labelOf(group) });
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        submitLabel={say(group === undefined ? 'create' : 'save')}
        onSubmit={submit}
        actions={<Button onClick={onClose}>{say('cancel')}</Button>}
      >
        <Field name="name" label={say('name')}>
          <input value={group === undefined ? '' : labelOf(group)} maxLength={128} autocomplete="off" />
        </Field>
        {group === undefined && centrals.length > 1 && (
          <Field name="central" label={say('ccu')}>
            <select>
              {centrals.map((central) => (
                <option key={central}>{central}</option>
              ))}
            </select>
          </Field>
        )}
      </Form>
    </Dialog>
  );
}

function RemoveDialog({
  kind,
  group,
  onClose,
}: {
  readonly kind: Kind;
  readonly group: Group;
  readonly onClose: () => void;
}) {
  const { gateway, announce } = useServices();
  const say = useTexts(groupsTexts);
  const action = useAction();
  const name = labelOf(group);
  const remove = async () => {
    if (!(await action.run(() => callsOf(gateway, kind).remove(group.name)))) return;
    announce(say('removed', { name }));
    onClose();
  };
  return (
    <Dialog
      title={say('removeTitle', { name })}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" onClick={() => void remove()}>
            {say('removeSure')}
          </Button>
          <Button onClick={onClose}>{say('cancel')}</Button>
        </>
      }
    >
      <p>
        {say('devices', { n: group.device_count })}. {say('removeHint')}
      </p>
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </Dialog>
  );
}

type Kind = 'rooms' | 'functions';
type Group = CallAnswer<'listRooms'>[number];

/** The same work on rooms and on functions. */
function callsOf(gateway: Gateway, kind: Kind) {
  const isRoom = kind === 'rooms';
  return {
    list: (query: { readonly central?: string }): Promise<readonly Group[]> =>
      gateway.call(isRoom ? 'listRooms' : 'listFunctions', { query }),
    create: (name: string, central: string | undefined) =>
      gateway.call(isRoom ? 'createRoom' : 'createFunction', {
        body: { name, ...(central === undefined ? {} : { central }) },
      }),
    rename: (name: string, new_name: string) =>
      gateway.call(isRoom ? 'renameRoom' : 'renameFunction', { path: { name }, body: { new_name } }),
    remove: (name: string) => gateway.call(isRoom ? 'deleteRoom' : 'deleteFunction', { path: { name } }),
  };
}
