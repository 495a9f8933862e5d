import type { CallAnswer } from '@ccu-gateway/client';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../../context/services.js';
import { useResource } from '../../../context/use-resource.js';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { ErrorBox } from '../../../ui/form/error-box.tsx';
import { useAction } from '../../../ui/form/use-action.js';
import { useRefusal } from '../../../ui/form/use-permission.js';
import { Chip, Skeleton } from '../../../ui/layout.tsx';
import { applyTexts } from './apply-texts.js';

type Target = CallAnswer<'listApplyTargets'>['targets'][number];
type Outcome = CallAnswer<'applySettings'>['results'][number];

interface ApplyProps {
  readonly central: string;
  /** The channel whose settings the others get. */
  readonly source: string;
}

/** Gives the settings of a channel to others like it. */
export function ApplyButton(props: ApplyProps) {
  const say = useTexts(applyTexts);
  const refusal = useRefusal('operator');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button disabledReason={refusal} onClick={() => setOpen(true)}>
        {say('apply')}
      </Button>
      {open && <ApplyDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Chooses channels, shows the differences of each, and writes one after the other. */
function ApplyDialog({ central, source, onClose }: ApplyProps & { readonly onClose: () => void }) {
  const { gateway } = useServices();
  const say = useTexts(applyTexts);
  const action = useAction();
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>();
  const at = { path: { addr: source, key: 'MASTER' as const }, query: { central } };
  const resource = useResource(({ gateway: client }) => client.call('listApplyTargets', at));
  const { value, error } = resource.current.value;
  const ask = async (targets: readonly string[], dry_run: boolean) =>
    (await gateway.call('applySettings', { ...at, body: { targets: [...targets], dry_run } })).results;
  const compare = () => action.run(async () => setOutcomes(await ask([...chosen], true)));
  const planned = outcomes?.filter(({ state }) => state === 'planned') ?? [];
  // One request for each channel: its outcome is shown as soon as it is known.
  const send = () =>
    action.run(async () => {
      for (const { address } of planned) {
        const [outcome] = await ask([address], false);
        if (outcome === undefined) continue;
        setOutcomes((before) => before?.map((each) => (each.address === address ? outcome : each)));
      }
    });
  return (
    <Dialog
      title={say('title')}
      onClose={onClose}
      actions={
        <>
          {planned.length === 0 && chosen.size > 0 && (
            <Button kind="primary" onClick={() => void compare()}>
              {say('compare')}
            </Button>
          )}
          {planned.length > 0 && (
            <Button kind="primary" onClick={() => void send()}>
              {say('send', { n: planned.length })}
            </Button>
          )}
          <Button onClick={onClose}>{say('close')}</Button>
        </>
      }
    >
      {error !== undefined && <ErrorBox error={error} retry={() => void resource.reload()} />}
      {action.error !== undefined && <ErrorBox error={action.error} />}
      {value === undefined && error === undefined && <Skeleton height="3rem" count={2} />}
      {value !== undefined && value.targets.length === 0 && <p>{say('none')}</p>}
      {value !== undefined && value.targets.length > 0 && outcomes === undefined && (
        <Choice targets={value.targets} chosen={chosen} onChoose={choose} />
      )}
      {outcomes !== undefined && <Outcomes outcomes={outcomes} targets={value?.targets ?? []} />}
    </Dialog>
  );
}

interface ChoiceProps {
  readonly targets: readonly Target[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

function Choice({ targets, chosen, onChoose }: ChoiceProps) {
  const say = useTexts(applyTexts);
  return (
    <fieldset class="field">
      <legend>{say('choose')}</legend>
      <div class="stack">
        {targets.map(({ address, name, device_name }) => (
          <label key={address} class="check private">
            <input
              type="checkbox"
              checked={chosen.has(address)}
              onChange={({ currentTarget }) => {
                const next = new Set(chosen);
                if (currentTarget.checked) next.add(address);
                else next.delete(address);
                onChoose(next);
              }}
            />
            {name.startsWith(device_name) ? name : `${device_name} · ${name}`}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Outcomes({
  outcomes,
  targets,
}: {
  readonly outcomes: readonly Outcome[];
  readonly targets: readonly Target[];
}) {
  const say = useTexts(applyTexts);
  const done = outcomes.filter(({ state }) => state !== 'planned').length;
  return (
    <>
      <p role="status">{say('progress', { done, all: outcomes.length })}</p>
      <ul class="entries">
        {outcomes.map((outcome) => (
          <li key={outcome.address}>
            <span class="grow">
              <strong class="private">
                {targets.find(({ address }) => address === outcome.address)?.name ?? outcome.address}
              </strong>
              {outcome.message !== undefined && <span class="small cell-second">{outcome.message}</span>}
              {outcome.changes.map(({ parameter, from, to }) => (
                <span key={parameter} class="small cell-second">
                  <code>{parameter}</code> {from === undefined ? '' : `${String(from)} → `}
                  {String(to)}
                </span>
              ))}
            </span>
            <State of={outcome} />
          </li>
        ))}
      </ul>
    </>
  );
}

function State({ of: { state, changes } }: { readonly of: Outcome }) {
  const say = useTexts(applyTexts);
  if (state === 'planned') return <Chip>{say('planned', { n: changes.length })}</Chip>;
  if (state === 'unchanged') return <Chip tone="good">{say('unchanged')}</Chip>;
  if (state === 'written') return <Chip tone="good">{say('written')}</Chip>;
  return <Chip tone="bad">{say('failed')}</Chip>;
}
