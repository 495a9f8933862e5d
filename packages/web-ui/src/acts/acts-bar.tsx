import type { Act } from '@ccu-gateway/contract/types';
import { Timer } from 'lucide';
import { useFormats, useServices, useTexts } from '../context/services.js';
import { useResource } from '../context/use-resource.js';
import { Button } from '../ui/form/button.tsx';
import { ErrorBox } from '../ui/form/error-box.tsx';
import { useAction } from '../ui/form/use-action.js';
import { useRefusal } from '../ui/form/use-permission.js';
import { Icon } from '../ui/value/icon.tsx';
import { actsTexts } from './texts.js';
import './acts.css';

/** An act without an end is offered for undoing this long. */
const UNDO_SHOWN_MS = 600_000;

/** The acts in force, on every page: until when, and the way to end each of them. */
export function ActsBar() {
  const { clock } = useServices();
  const say = useTexts(actsTexts);
  const resource = useResource(({ gateway }) => gateway.call('listActs'), { refreshOn: ['act.changed'] });
  const acts = (resource.current.value.value?.acts ?? []).filter((act) => isShown(act, clock.value));
  if (acts.length === 0) return null;
  return (
    <ul class="acts-bar" aria-label={say('running')}>
      {acts.map((act) => (
        <ActRow key={act.id} act={act} onEnded={() => void resource.reload()} />
      ))}
    </ul>
  );
}

const isShown = ({ state, ends_at, started_at }: Act, now: number): boolean =>
  state !== 'ended' && (ends_at !== undefined || now - Date.parse(started_at) < UNDO_SHOWN_MS);

function ActRow({ act, onEnded }: { readonly act: Act; readonly onEnded: () => void }) {
  const { gateway } = useServices();
  const say = useTexts(actsTexts);
  const formats = useFormats();
  const refusal = useRefusal('operator');
  const action = useAction();
  const { id, name, ends_at, state, writes } = act;
  const counted = (wanted: string) => writes.filter((write) => write.state === wanted).length;
  const [takenOver, refused] = [counted('taken_over'), counted('refused')];
  const facts = [
    say('count', { n: new Set(writes.map(({ central, device_address }) => `${central}/${device_address}`)).size }),
    ...(ends_at === undefined ? [] : [say('until', { time: formats.time(Date.parse(ends_at)) })]),
    ...(takenOver === 0 ? [] : [say('takenOver', { n: takenOver })]),
    ...(refused === 0 ? [] : [say('refused', { n: refused })]),
    ...(state === 'ending' ? [say('ending')] : []),
  ];
  const word = ends_at === undefined ? 'undo' : 'end';
  const end = async () => {
    if (await action.run(() => gateway.call('endAct', { path: { id } }))) onEnded();
  };
  return (
    <li class="row">
      <Icon of={Timer} />
      <span class="grow">
        <strong class="private">{name}</strong> <span class="dim small">{facts.join(' · ')}</span>
      </span>
      <Button
        label={say(`${word}Named`, { name })}
        disabledReason={state === 'ending' || action.busy ? say('ending') : refusal}
        onClick={() => void end()}
      >
        {say(word)}
      </Button>
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </li>
  );
}
