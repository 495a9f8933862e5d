import type { CallAnswer } from '@ccu-gateway/client';
import { RadioReceiver } from 'lucide';
import { useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import type { Device } from '../../store/points.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Skeleton } from '../../ui/layout.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { deviceTestTexts } from './device-test-texts.js';

type Outcome = CallAnswer<'testDevice'>;

/** Tests whether a device answers; absent for a device without such a test. */
export function DeviceTest({ device: { summary } }: { readonly device: Device }) {
  const { gateway } = useServices();
  const say = useTexts(deviceTestTexts);
  const refusal = useRefusal('operator');
  const action = useAction();
  const [open, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  if (summary.communication_test_supported !== true) return null;
  const start = async () => {
    setOpen(true);
    setOutcome(undefined);
    const { address: addr, central } = summary;
    await action.run(async () => setOutcome(await gateway.call('testDevice', { path: { addr }, query: { central } })));
  };
  return (
    <>
      <Button disabledReason={refusal} onClick={() => void start()}>
        <Icon of={RadioReceiver} />
        {say('test')}
      </Button>
      {open && (
        <Dialog
          title={say('title', { name: summary.name })}
          onClose={() => setOpen(false)}
          actions={
            <>
              {(outcome !== undefined || action.error !== undefined) && (
                <Button onClick={() => void start()}>{say('again')}</Button>
              )}
              <Button onClick={() => setOpen(false)}>{say('close')}</Button>
            </>
          }
        >
          {action.error !== undefined && <ErrorBox error={action.error} />}
          {outcome === undefined && action.error === undefined && (
            <>
              <p>{say('waiting')}</p>
              <Skeleton height="3rem" />
            </>
          )}
          {outcome !== undefined && <OutcomeView outcome={outcome} />}
        </Dialog>
      )}
    </>
  );
}

function OutcomeView({ outcome: { passed, duration_ms, received } }: { readonly outcome: Outcome }) {
  const say = useTexts(deviceTestTexts);
  const formats = useFormats();
  return (
    <>
      <p role="status">
        <strong>{passed ? say('passed', { seconds: formats.number(duration_ms / 1000, 1) }) : say('silent')}</strong>
      </p>
      {!passed && <p>{say('silentHint')}</p>}
      {received.length > 0 && (
        <>
          <p>{say('received')}</p>
          <ul class="entries">
            {received.map(({ channel, parameter, value }) => (
              <li key={`${channel} ${parameter}`}>
                <span class="grow">{`${channel}.${parameter}`}</span>
                <code>{JSON.stringify(value)}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
