import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { deviceKeyOf } from '../../store/points.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { Field, type FieldErrors, Form } from '../../ui/form/form.tsx';
import { useRefusal } from '../../ui/form/use-permission.js';
import { ParamsetForm } from '../device/configure/paramset-form.tsx';
import { deviceOf, endOf, type Link, linkName, receiverPoints } from './link.js';
import { type ChosenProfile, faultsOf, ProfileChoice } from './profile-choice.tsx';
import { linksTexts } from './texts.js';

interface LinkDialogProps {
  readonly link: Link;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

const endsOf = ({ sender_address, receiver_address }: Link) => ({ sender_address, receiver_address });

/** Name and description of a link, and the settings of its ends. */
export function EditLink({ link, onClose, onChanged }: LinkDialogProps) {
  const { gateway } = useServices();
  const say = useTexts(linksTexts);
  const refusal = useRefusal('operator');
  // A profile changes the parameters of the receiver, and parameters change the profile: each is then read again.
  const [applied, setApplied] = useState(0);
  const [written, setWritten] = useState(0);
  const settings = {
    link,
    onWritten: () => {
      setWritten(written + 1);
      onChanged();
    },
  };
  return (
    <Dialog title={linkName(link)} onClose={onClose} actions={<Button onClick={onClose}>{say('close')}</Button>}>
      <div class="stack">
        <Form
          submitLabel={say('save')}
          disabledReason={refusal}
          onSubmit={async (fields) => {
            await gateway.call('updateLink', {
              path: { addr: deviceOf(link.sender_address) },
              query: { central: link.central_name ?? '' },
              body: {
                ...endsOf(link),
                name: String(fields.get('name') ?? ''),
                description: String(fields.get('description') ?? ''),
              },
            });
            onChanged();
            return undefined;
          }}
        >
          <Field name="name" label={say('name')}>
            <input maxLength={256} defaultValue={link.name ?? ''} />
          </Field>
          <Field name="description" label={say('description')}>
            <input maxLength={1024} defaultValue={link.description ?? ''} />
          </Field>
        </Form>
        <LinkProfile
          key={written}
          link={link}
          onApplied={() => {
            setApplied(applied + 1);
            onChanged();
          }}
        />
        <LinkSettings key={`receiver/${applied}`} at="receiver" {...settings} />
        <LinkSettings key={`sender/${applied}`} at="sender" {...settings} />
      </div>
    </Dialog>
  );
}

/** The profile of a link, and another one instead. */
function LinkProfile({ link, onApplied }: { readonly link: Link; readonly onApplied: () => void }) {
  const { gateway, store, consents, announce } = useServices();
  const say = useTexts(linksTexts);
  const refusal = useRefusal('operator');
  const [chosen, setChosen] = useState<ChosenProfile>();
  const [times, setTimes] = useState(0);
  const central = link.central_name ?? '';
  async function apply(wanted: ChosenProfile): Promise<FieldErrors | undefined> {
    const faults = faultsOf(wanted, say);
    if (faults !== undefined) return faults;
    const { name, points } = receiverPoints(store, { central, receiver_address: link.receiver_address });
    if ((await consents.toAutomate(points, { name, what: say('applyProfile') })) === undefined) return undefined;
    await gateway.call('applyLinkProfile', {
      path: { addr: deviceOf(link.receiver_address) },
      query: { central },
      body: { ...endsOf(link), profile_id: wanted.profile.id, settings: wanted.settings, confirm: true },
    });
    announce(say('tested'));
    // The CCU has what the receiver took: the choice begins again with that.
    setChosen(undefined);
    setTimes(times + 1);
    onApplied();
    return undefined;
  }
  return (
    <Form
      submitLabel={say('applyProfile')}
      disabledReason={refusal ?? (chosen === undefined ? say('chooseEffect') : undefined)}
      onSubmit={async () => (chosen === undefined ? undefined : await apply(chosen))}
    >
      <ProfileChoice key={times} ends={{ central, ...endsOf(link) }} chosen={chosen} onChoose={setChosen} />
    </Form>
  );
}

interface LinkSettingsProps {
  readonly link: Link;
  readonly at: 'sender' | 'receiver';
  readonly onWritten: () => void;
}

/** Settings of a link at one of its ends, read when shown. */
function LinkSettings(props: LinkSettingsProps) {
  const { link, at } = props;
  const say = useTexts(linksTexts);
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <strong>{say(at === 'receiver' ? 'settings' : 'settingsOfSender')}</strong>{' '}
        <span class="dim small private">{endOf(link, at).title}</span>
      </summary>
      {open && <LinkForm {...props} />}
    </details>
  );
}

function LinkForm({ link, at, onWritten }: LinkSettingsProps) {
  const { gateway, store, language, consents } = useServices();
  const say = useTexts(linksTexts);
  const [own, peer] =
    at === 'receiver' ? [link.receiver_address, link.sender_address] : [link.sender_address, link.receiver_address];
  const central = link.central_name ?? '';
  const locale = language.current.value;
  const schema = useResource(
    () =>
      gateway.call('getUiSchema', {
        path: { addr: deviceOf(own), no: Number(own.split(':')[1] ?? 0) },
        query: { central, paramset: 'LINK', peer, locale },
      }),
    { inputs: [own, peer, locale] },
  );
  const device = store.device(deviceKeyOf(central, deviceOf(own))).value;
  if (device === undefined) return null;
  return (
    <ParamsetForm
      device={device}
      lockKey={`channel:${own}:LINK:${peer}`}
      schema={schema}
      search=""
      write={async (values) => {
        const { name, points } = receiverPoints(store, { central, receiver_address: link.receiver_address });
        if ((await consents.toAutomate(points, { name, what: say('save') })) === undefined) return false;
        await gateway.call('putLinkParamset', { path: { addr: own, peer }, query: { central }, body: values });
        onWritten();
        return true;
      }}
    />
  );
}

/** Makes the receiver act as if the sender had been pressed. */
export function TestLink({ link, onClose }: LinkDialogProps) {
  const { gateway, announce, store, consents } = useServices();
  const say = useTexts(linksTexts);
  const { run, error, busy, done } = useSending(async (long: boolean) => {
    const { central_name: central = '', receiver_address } = link;
    const { name, points } = receiverPoints(store, { central, receiver_address });
    if ((await consents.toTrigger(points, { name, what: say('test') })) === undefined) return false;
    await gateway.call('testLink', {
      path: { addr: deviceOf(link.sender_address) },
      query: { central },
      body: { ...endsOf(link), long_press: long },
    });
    announce(say('tested'));
    return true;
  });
  return (
    <Dialog
      title={say('testNamed', { name: linkName(link) })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say('close')}</Button>
          <Button disabledReason={busy} onClick={() => void run(true)}>
            {say('long')}
          </Button>
          <Button kind="primary" disabledReason={busy} onClick={() => void run(false)}>
            {say('short')}
          </Button>
        </>
      }
    >
      <p>{say('testHint')}</p>
      {done && <p class="written">{say('tested')}</p>}
      {error !== undefined && <ErrorBox error={error} />}
    </Dialog>
  );
}

export function RemoveLink({ link, onClose, onChanged }: LinkDialogProps) {
  const { gateway } = useServices();
  const say = useTexts(linksTexts);
  const { run, error, busy } = useSending(async () => {
    await gateway.call('removeLink', {
      path: { addr: deviceOf(link.sender_address) },
      query: {
        central: link.central_name ?? '',
        sender: link.sender_address,
        receiver: link.receiver_address,
      },
    });
    onChanged();
    onClose();
    return true;
  });
  const [sender, receiver] = [endOf(link, 'sender').title, endOf(link, 'receiver').title];
  return (
    <Dialog
      title={say('removeNamed', { name: linkName(link) })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button kind="danger" disabledReason={busy} onClick={() => void run(undefined)}>
            {say('remove')}
          </Button>
        </>
      }
    >
      <p class="private">{say('removeHint', { sender, receiver })}</p>
      {error !== undefined && <ErrorBox error={error} />}
    </Dialog>
  );
}

/** Runs one request at a time and keeps its error. `send` resolves with false where the user declined. */
function useSending<T>(send: (input: T) => Promise<boolean>) {
  const say = useTexts(linksTexts);
  const refusal = useRefusal('operator');
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  const [error, setError] = useState<unknown>();
  return {
    error,
    done: state === 'done',
    busy: state === 'busy' ? say('sending') : refusal,
    async run(input: T) {
      setState('busy');
      setError(undefined);
      try {
        setState((await send(input)) ? 'done' : 'idle');
      } catch (problem) {
        setError(problem);
        setState('idle');
      }
    },
  };
}
