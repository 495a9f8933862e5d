import { type CallInput, ProblemError } from '@ccu-gateway/client';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../../context/services.js';
import { useResource } from '../../../context/use-resource.js';
import type { Channel, Device } from '../../../store/points.js';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { ErrorBox } from '../../../ui/form/error-box.tsx';
import { Field, Form } from '../../../ui/form/form.tsx';
import { useRefusal } from '../../../ui/form/use-permission.js';
import { Skeleton } from '../../../ui/layout.tsx';
import { receiverPoints } from '../../links/link.js';
import { type ChosenProfile, faultsOf, ProfileChoice } from '../../links/profile-choice.tsx';
import { linksTexts } from '../../links/texts.js';

type Role = 'sender' | 'receiver';

interface AddLinkProps {
  readonly device: Device;
  readonly onClose: () => void;
  readonly onAdded: () => void;
}

/** Links a channel of this device with one that fits it. */
export function AddLink({ device, onClose, onAdded }: AddLinkProps) {
  const say = useTexts(linksTexts);
  const refusal = useRefusal('operator');
  const { central = '', address } = device.summary;
  const channels = device.channels.filter(({ summary }) => rolesOf(summary).length > 0);
  const [number, setNumber] = useState(channels[0]?.summary.number ?? 0);
  const roles = rolesOf(channels.find(({ summary }) => summary.number === number)?.summary);
  const [wantedRole, setRole] = useState<Role>('sender');
  const role = roles.includes(wantedRole) ? wantedRole : (roles[0] ?? 'sender');
  const { peer, chosen, isRead, choosePeer, setChosen, setRead } = usePeer();
  const { add, isWithoutEffect } = useAdding(device, onAdded);
  const own = `${address}:${number}`;
  const endsWith = (other: string) => {
    const [sender_address, receiver_address] = role === 'sender' ? [own, other] : [other, own];
    return { sender_address, receiver_address };
  };
  return (
    <Dialog title={say('add')} onClose={onClose}>
      <Form
        submitLabel={say('create')}
        disabledReason={refusal ?? (peer === undefined ? say('chooseFirst') : isRead ? undefined : say('reading'))}
        onSubmit={async (fields) => {
          const faults = faultsOf(chosen, say);
          if (faults !== undefined) return faults;
          const isSent = await add({
            ...endsWith(peer!),
            name: String(fields.get('name') ?? ''),
            description: String(fields.get('description') ?? ''),
            ...(chosen === undefined ? {} : { profile_id: chosen.profile.id, settings: chosen.settings }),
            confirm: true,
          });
          if (isSent) onClose();
          return undefined;
        }}
      >
        <ChannelField
          channels={channels}
          number={number}
          onChoose={(chosen) => {
            setNumber(chosen);
            choosePeer(undefined);
          }}
        />
        <RoleField
          roles={roles}
          role={role}
          onChoose={(chosen) => {
            setRole(chosen);
            choosePeer(undefined);
          }}
        />
        <Peers
          key={`${number}/${role}`}
          device={device}
          number={number}
          role={role}
          peer={peer}
          onChoose={choosePeer}
        />
        {peer !== undefined && (
          <ProfileChoice
            key={peer}
            ends={{ central, ...endsWith(peer) }}
            chosen={chosen}
            onChoose={setChosen}
            onRead={setRead}
          />
        )}
        <NameFields />
        {isWithoutEffect && (
          <p class="error-box" role="alert">
            {say('withoutEffect')}
          </p>
        )}
      </Form>
    </Dialog>
  );
}

type NewLink = CallInput<'addLink'>['body'];

/** Sends a new link. The CCU can make it and then refuse its profile, and even its removal. */
function useAdding({ summary: { central = '', address } }: Device, onAdded: () => void) {
  const { gateway, store, consents } = useServices();
  const say = useTexts(linksTexts);
  const [isWithoutEffect, setWithoutEffect] = useState(false);
  return {
    isWithoutEffect,
    /** False where the user was asked and declined. */
    async add(body: NewLink): Promise<boolean> {
      const { name, points } = receiverPoints(store, { central, receiver_address: body.receiver_address });
      if ((await consents.toAutomate(points, { name, what: say('create') })) === undefined) return false;
      setWithoutEffect(false);
      try {
        await gateway.call('addLink', { path: { addr: address }, query: { central }, body });
        return true;
      } catch (error) {
        setWithoutEffect(isMadeWithoutEffect(error));
        throw error;
      } finally {
        onAdded();
      }
    },
  };
}

/** The CCU made the link and refused its profile, and then its removal. */
function isMadeWithoutEffect(error: unknown): boolean {
  const applied = error instanceof ProblemError ? error.problem.applied : undefined;
  return Array.isArray(applied) && applied.includes('link');
}

interface PeerState {
  readonly peer?: string | undefined;
  readonly chosen?: ChosenProfile;
  /** The profiles of the pair were read, or cannot be. */
  readonly isRead: boolean;
}

/** The other channel and the profile with it; another channel begins without one. */
function usePeer() {
  const [state, setState] = useState<PeerState>({ isRead: false });
  return {
    ...state,
    choosePeer: (peer: string | undefined) => setState({ peer, isRead: false }),
    setChosen: (chosen: ChosenProfile) => setState((before) => ({ ...before, chosen })),
    setRead: () => setState((before) => ({ ...before, isRead: true })),
  };
}

function NameFields() {
  const say = useTexts(linksTexts);
  return (
    <>
      <Field name="name" label={say('name')}>
        <input maxLength={256} />
      </Field>
      <Field name="description" label={say('description')}>
        <input maxLength={1024} />
      </Field>
    </>
  );
}

function rolesOf(summary: Channel['summary'] | undefined): readonly Role[] {
  return [
    ...((summary?.link_source_roles?.length ?? 0) > 0 ? (['sender'] as const) : []),
    ...((summary?.link_target_roles?.length ?? 0) > 0 ? (['receiver'] as const) : []),
  ];
}

interface ChannelFieldProps {
  readonly channels: readonly Channel[];
  readonly number: number;
  readonly onChoose: (number: number) => void;
}

function ChannelField({ channels, number, onChoose }: ChannelFieldProps) {
  const say = useTexts(linksTexts);
  return (
    <Field name="channel" label={say('ownChannel')}>
      <select value={number} onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}>
        {channels.map(({ summary }) => (
          <option key={summary.number} value={summary.number}>
            {[`:${summary.number}`, summary.name, summary.type_label ?? summary.type].filter(Boolean).join(' · ')}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface RoleFieldProps {
  readonly roles: readonly Role[];
  readonly role: Role;
  readonly onChoose: (role: Role) => void;
}

function RoleField({ roles, role, onChoose }: RoleFieldProps) {
  const say = useTexts(linksTexts);
  return (
    <Field name="role" label={say('role')}>
      <select
        value={role}
        onChange={({ currentTarget }) => onChoose(currentTarget.value === 'receiver' ? 'receiver' : 'sender')}
      >
        {roles.map((each) => (
          <option key={each} value={each}>
            {say(each === 'sender' ? 'roleSender' : 'roleReceiver')}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface PeersProps {
  readonly device: Device;
  readonly number: number;
  readonly role: Role;
  readonly peer: string | undefined;
  readonly onChoose: (peer: string) => void;
}

/** The channels that fit. */
function Peers({ device, number, role, peer, onChoose }: PeersProps) {
  const { gateway, language } = useServices();
  const say = useTexts(linksTexts);
  const [search, setSearch] = useState('');
  const { central = '', address } = device.summary;
  const resource = useResource(() =>
    gateway.call('linkableChannels', {
      path: { addr: address, no: number },
      query: { central, role, interface: device.summary.interface, locale: language.current.peek() },
    }),
  );
  const { value, error } = resource.current.value;
  if (error !== undefined) return <ErrorBox error={error} retry={() => void resource.reload()} />;
  if (value === undefined) return <Skeleton height="6rem" />;
  if (value.length === 0) return <p class="dim">{say('noPeers')}</p>;
  const textOf = (each: (typeof value)[number]) =>
    [each.device_name, each.channel_name, each.channel_type_label ?? each.channel_type, each.address]
      .filter(Boolean)
      .join(' · ');
  const wanted = search.toLowerCase();
  return (
    <fieldset class="field">
      <legend>{say('peer')}</legend>
      <input
        class="input"
        type="search"
        aria-label={say('findPeer')}
        placeholder={say('findPeer')}
        value={search}
        onInput={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <div class="peer-choice">
        {value
          .filter((each) => each.address === peer || textOf(each).toLowerCase().includes(wanted))
          .map((each) => (
            <label key={each.address}>
              <input type="radio" name="peer" checked={each.address === peer} onChange={() => onChoose(each.address)} />
              <span class="private">{textOf(each)}</span>
            </label>
          ))}
      </div>
    </fieldset>
  );
}
