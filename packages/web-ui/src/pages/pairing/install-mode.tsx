import { Radio } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Card, Chip, Empty, Skeleton } from '../../ui/layout.tsx';
import { type InstallMode, interfaceOf } from './entries.js';
import { OneDeviceDialog } from './one-device.tsx';
import { pairingTexts } from './texts.js';

/** Puts an interface into install mode, and counts down while it is in it. */
export function InstallModeCard() {
  const say = useTexts(pairingTexts);
  const modes = useResource(({ gateway, scope }) => gateway.call('listInstallModes', { query: scope.query() }), {
    refreshOn: ['hub.install_mode_changed'],
  });
  const { value, error, loading, at = 0 } = modes.current.value;
  return (
    <Card title={say('installMode')}>
      {error !== undefined && <ErrorBox error={error} retry={() => void modes.reload()} />}
      {value === undefined && loading && <Skeleton height="3rem" count={2} />}
      {value?.length === 0 && (
        <Empty title={say('noInterface')} icon={Radio}>
          <p>{say('noInterfaceHint')}</p>
        </Empty>
      )}
      {value !== undefined && value.length > 0 && (
        <ul class="entries">
          {value.map((mode) => (
            <ModeRow key={mode.interface} mode={mode} readAt={at} onChanged={() => void modes.reload()} />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface RowProps {
  readonly mode: InstallMode;
  readonly readAt: number;
  readonly onChanged: () => void;
}

function ModeRow({ mode, readAt, onChanged }: RowProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(pairingTexts);
  const action = useAction();
  const refusal = useRefusal('admin');
  const [asksFor, askFor] = useState(false);
  const left = useSecondsLeft(mode, readAt, onChanged);
  const name = interfaceOf(mode);
  const active = left > 0;
  const turn = async () => {
    const worked = await action.run(() =>
      gateway.call('setInterfaceInstallMode', {
        body: { interface: name, central: mode.central, active: !active },
      }),
    );
    if (!worked) return;
    announce(say(active ? 'stopped' : 'started', { name }));
    onChanged();
  };
  return (
    <li>
      <strong class="grow">
        {name} <span class="private dim small">{mode.central}</span>
      </strong>
      <Chip tone={active ? 'accent' : 'neutral'} icon={active ? Radio : undefined}>
        {active ? say('running', { n: left }) : say('off')}
      </Chip>
      <Button kind={active ? undefined : 'primary'} disabledReason={refusal} onClick={() => void turn()}>
        <span aria-hidden="true">{say(active ? 'stop' : 'start')}</span>
        <span class="visually-hidden">{say(active ? 'stopFor' : 'startFor', { name })}</span>
      </Button>
      <Button disabledReason={refusal} onClick={() => askFor(true)}>
        {say('oneDevice')}
      </Button>
      {action.error !== undefined && <ErrorBox error={action.error} />}
      {asksFor && (
        <OneDeviceDialog
          mode={mode}
          onClose={() => {
            askFor(false);
            onChanged();
          }}
        />
      )}
    </li>
  );
}

/** Counts down between two reads, and reads again at the end. */
function useSecondsLeft({ active, seconds }: InstallMode, readAt: number, onOver: () => void): number {
  const { now } = useServices();
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const remaining = () => (active ? Math.max(0, Math.ceil(seconds - (now() - readAt) / 1000)) : 0);
    setLeft(remaining());
    if (!active) return;
    const timer = setInterval(() => {
      setLeft(remaining());
      if (remaining() > 0) return;
      clearInterval(timer);
      onOver();
    }, 1000);
    return () => clearInterval(timer);
  }, [active, seconds, readAt]);
  return left;
}
