import type { CallAnswer } from '@ccu-gateway/client';
import { Siren } from 'lucide';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import type { Device } from '../../store/points.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { Form } from '../../ui/form/form.tsx';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Skeleton } from '../../ui/layout.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { teamTexts } from './team-texts.js';

type Candidate = CallAnswer<'getDeviceTeamCandidates'>['candidates'][number];

/** Chooses the team of a smoke detector; absent for other devices. */
export function TeamButton({ device }: { readonly device: Device }) {
  const say = useTexts(teamTexts);
  const refusal = useRefusal('operator');
  const [open, setOpen] = useState(false);
  const channel = device.channels.find(({ summary }) => /^SMOKE_DETECTOR(?!_TEAM)/.test(summary.type ?? ''));
  if (channel === undefined || device.summary.team_supported !== true) return null;
  return (
    <>
      <Button disabledReason={refusal} onClick={() => setOpen(true)}>
        <Icon of={Siren} />
        {say('team')}
      </Button>
      {open && <TeamDialog device={device} number={channel.summary.number} onClose={() => setOpen(false)} />}
    </>
  );
}

interface TeamDialogProps {
  readonly device: Device;
  readonly number: number;
  readonly onClose: () => void;
}

function TeamDialog({ device: { summary }, number, onClose }: TeamDialogProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(teamTexts);
  const { address: addr, central, name } = summary;
  const at = { path: { addr, no: number }, query: { central } };
  const teams = useResource(({ gateway: client }) => client.call('getDeviceTeamCandidates', at));
  const { value, error } = teams.current.value;
  const submit = async (fields: FormData) => {
    await gateway.call('setDeviceChannelTeam', { ...at, body: { team: String(fields.get('team') ?? '') } });
    announce(say('taken', { name }));
    onClose();
    return undefined;
  };
  return (
    <Dialog title={say('title', { name })} onClose={onClose}>
      <p>{say('hint')}</p>
      {error !== undefined && <ErrorBox error={error} retry={() => void teams.reload()} />}
      {value === undefined && error === undefined && <Skeleton height="3rem" />}
      {value !== undefined && (
        <Form submitLabel={say('save')} onSubmit={submit} actions={<Button onClick={onClose}>{say('cancel')}</Button>}>
          <Choice candidates={value.candidates} />
        </Form>
      )}
    </Dialog>
  );
}

function Choice({ candidates }: { readonly candidates: readonly Candidate[] }) {
  const say = useTexts(teamTexts);
  return (
    <fieldset class="field">
      <legend>{say('team')}</legend>
      <div class="stack">
        {candidates.map(({ address, name, members, current }) => (
          <label key={address} class="check private">
            <input type="radio" name="team" value={address} defaultChecked={current} />
            <span class="two-lines">
              <span>{name ?? address}</span>
              <span class="dim small">{members.map((member) => member.name).join(', ')}</span>
            </span>
          </label>
        ))}
        <label class="check">
          <input type="radio" name="team" value="" defaultChecked={!candidates.some(({ current }) => current)} />
          <span>{say('alone')}</span>
        </label>
      </div>
    </fieldset>
  );
}
