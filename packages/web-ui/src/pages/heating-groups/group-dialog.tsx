import type { CallAnswer, CallInput } from '@ccu-gateway/client';
import { useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useMounted } from '../../context/use-mounted.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { Confirm } from '../../ui/form/confirm.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { Field, type FieldErrors, Form } from '../../ui/form/form.tsx';
import { Skeleton } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { type HeatingGroup, kindText, LONG_WORK, type MemberChoice, memberChoices } from './group.js';
import { heatingGroupsTexts } from './texts.js';

interface GroupDialogProps {
  readonly central: string;
  /** Absent for a new group. */
  readonly group?: HeatingGroup;
  readonly onClose: () => void;
  /** The CCU may have another list of groups now. */
  readonly onChanged: () => void;
}

type Kind = CallAnswer<'listGroupTypes'>['types'][number];

/** Makes a group, or changes the name and the members of one. */
export function GroupDialog(props: GroupDialogProps) {
  const { central, group, onClose } = props;
  const say = useTexts(heatingGroupsTexts);
  // The kind of a group never changes.
  const kinds = useResource(
    async ({ gateway }): Promise<readonly Kind[]> =>
      group === undefined
        ? (await gateway.call('listGroupTypes', { query: { central } })).types
        : [{ id: group.type_id, ...(group.type_label === undefined ? {} : { label_key: group.type_label }) }],
    { inputs: [central, group?.id] },
  );
  const title = group === undefined ? say('newGroup') : say('changeNamed', { name: group.name });
  return (
    <Dialog title={title} onClose={onClose}>
      <Loaded of={kinds} height="12rem" count={1}>
        {(found) => (found.length === 0 ? <p>{say('noKinds')}</p> : <GroupForm {...props} kinds={found} />)}
      </Loaded>
    </Dialog>
  );
}

function GroupForm({
  central,
  group,
  kinds,
  onClose,
  onChanged,
}: GroupDialogProps & { readonly kinds: readonly Kind[] }) {
  const { announce } = useServices();
  const say = useTexts(heatingGroupsTexts);
  const formats = useFormats();
  const save = useSaving(central, group);
  const isShown = useMounted();
  const [kind, setKind] = useState(kinds[0]?.id ?? '');
  const [isWorking, setWorking] = useState(false);
  const suitable = useResource(
    ({ gateway: { call } }) => call('listSuitableGroupMembers', { query: { type_id: kind, central } }),
    { inputs: [central, kind] },
  );
  const { value, error } = suitable.current.value;

  async function submit(fields: FormData): Promise<FieldErrors | undefined> {
    const name = String(fields.get('name') ?? '').trim();
    const members = fields.getAll('members').map(String);
    if (name === '') return { name: say('nameMissing') };
    if (members.length === 0) return { members: say('memberMissing') };
    setWorking(true);
    try {
      await save(kind, { name, members, forbid_single_operation: fields.get('forbid_single_operation') !== null });
    } finally {
      setWorking(false);
      // A refused change may be done in part, and one without an answer as a whole.
      onChanged();
    }
    announce(say('saved', { name }));
    // A person who left the window meanwhile may have opened another one.
    if (isShown()) onClose();
    return undefined;
  }

  return (
    <Form
      submitLabel={say(group === undefined ? 'create' : 'save')}
      disabledReason={value === undefined ? say('reading') : undefined}
      onSubmit={submit}
      actions={<Button onClick={onClose}>{say('cancel')}</Button>}
    >
      <Field name="name" label={say('name')}>
        <input defaultValue={group?.name ?? ''} maxLength={128} autocomplete="off" />
      </Field>
      {group === undefined && (
        <Field name="type_id" label={say('kind')}>
          <select value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value)}>
            {kinds.map(({ id, label_key }) => (
              <option key={id} value={id}>
                {kindText(label_key, id, say)}
              </option>
            ))}
          </select>
        </Field>
      )}
      {error !== undefined && <ErrorBox error={error} retry={() => void suitable.reload()} />}
      {value === undefined && error === undefined && <Skeleton height="8rem" />}
      {value !== undefined && <Members key={kind} choices={memberChoices(group, value, formats.compare)} />}
      <label class="check">
        <input
          type="checkbox"
          name="forbid_single_operation"
          defaultChecked={group?.forbid_single_operation === true}
        />{' '}
        {say('groupOnlyField')}
      </label>
      <p class="dim small">{say('effect')}</p>
      {isWorking && <Working />}
    </Form>
  );
}

type GroupChange = CallInput<'updateGroup'>['body'];

/** Sends a new group, or the change of one. */
function useSaving(central: string, group: HeatingGroup | undefined) {
  const { gateway } = useServices();
  const query = { central };
  return async (type_id: string, body: GroupChange): Promise<void> => {
    if (group === undefined) await gateway.call('createGroup', { query, body: { type_id, ...body }, ...LONG_WORK });
    else await gateway.call('updateGroup', { path: { id: group.id }, query, body, ...LONG_WORK });
  };
}

function Members({ choices }: { readonly choices: readonly MemberChoice[] }) {
  const say = useTexts(heatingGroupsTexts);
  return (
    <fieldset class="field">
      <legend>{say('members')}</legend>
      {choices.length === 0 && <p class="dim">{say('noneFits')}</p>}
      <div class="member-choices">
        {choices.map(({ address, title, detail, isMember, isTaken }) => (
          <label key={address} class="check">
            <input type="checkbox" name="members" value={address} defaultChecked={isMember} disabled={isTaken} />
            <span class="two-lines">
              <span class="private">{title}</span>
              <span class="dim small private">
                {detail}
                {isTaken && ` · ${say('inOther')}`}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Working() {
  const say = useTexts(heatingGroupsTexts);
  return (
    <div role="status" class="stack">
      <progress class="group-progress" aria-label={say('working')} />
      <p class="small">{say('working')}</p>
    </div>
  );
}

/** Asks before a group is dissolved, with the devices that then stand alone. */
export function DissolveDialog({
  central,
  group,
  onClose,
  onChanged,
}: GroupDialogProps & { readonly group: HeatingGroup }) {
  const { gateway, announce } = useServices();
  const say = useTexts(heatingGroupsTexts);
  const [isWorking, setWorking] = useState(false);
  const { name } = group;
  const members = group.members.map(({ device_name, address }) => device_name ?? address).join(', ');
  async function dissolve(): Promise<void> {
    setWorking(true);
    try {
      await gateway.call('deleteGroup', { path: { id: group.id }, query: { central }, ...LONG_WORK });
    } finally {
      setWorking(false);
      onChanged();
    }
    announce(say('dissolved', { name }));
  }
  return (
    <Confirm title={say('dissolveNamed', { name })} action={say('dissolve')} onConfirm={dissolve} onClose={onClose}>
      <p class="private">{members === '' ? say('dissolveEmpty') : say('dissolveHint', { members })}</p>
      {isWorking && <Working />}
    </Confirm>
  );
}
