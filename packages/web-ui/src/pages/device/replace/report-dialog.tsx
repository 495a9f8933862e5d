import type { DeviceReplacement } from '@ccu-gateway/contract/types';
import { useServices, useTexts } from '../../../context/services.js';
import { useHere } from '../../../context/use-here.js';
import { useResource } from '../../../context/use-resource.js';
import { devicePath } from '../../../net/device-path.js';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { ErrorBox } from '../../../ui/form/error-box.tsx';
import { useRefusal } from '../../../ui/form/use-permission.js';
import { Skeleton } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { replaceTexts } from './texts.js';
import './replace.css';

type Step = DeviceReplacement['steps'][number];

const STATES = {
  waiting: 'stateWaiting',
  running: 'stateRunning',
  done: 'stateDone',
  partly: 'statePartly',
  failed: 'stateFailed',
} as const satisfies Record<Step['state'], keyof typeof replaceTexts>;
const TONES = { planned: 'info', running: 'info', done: 'good', undone: 'info', failed: 'bad' } as const;

/** How far a replacement is, what the new device has taken over, and what not. */
export function ReportDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { gateway } = useServices();
  const say = useTexts(replaceTexts);
  const resource = useResource(() => gateway.call('getDeviceReplacement', { path: { id } }), {
    refreshOn: ['device.replacement_changed', 'device.created', 'device.removed'],
    inputs: [id],
  });
  const { value, error } = resource.current.value;
  return (
    <Dialog
      title={say('reportTitle', { name: value?.name ?? '' })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{say('close')}</Button>}
    >
      {error !== undefined && <ErrorBox error={error} retry={() => void resource.reload()} />}
      {value === undefined && error === undefined && <Skeleton height="2rem" count={4} />}
      {value !== undefined && <Report report={value} />}
    </Dialog>
  );
}

function Report({ report }: { readonly report: DeviceReplacement }) {
  const say = useTexts(replaceTexts);
  const { state, steps, error } = report;
  return (
    <>
      <Notice tone={TONES[state]} live>
        {state === 'failed' ? say('failed', { message: error?.message ?? '' }) : say(state)}
      </Notice>
      <table class="replace-steps">
        <tbody>
          {steps.map((step) => (
            <tr key={step.subject}>
              <th scope="row">{say(step.subject)}</th>
              <td>
                {say(STATES[step.state])}
                {step.left.length > 0 && <LeftOut left={step.left} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <NextSteps report={report} />
    </>
  );
}

function LeftOut({ left }: Pick<Step, 'left'>) {
  const say = useTexts(replaceTexts);
  return (
    <details>
      <summary>
        {say('leftOut')}: {left.length}
      </summary>
      <ul class="small private">
        {left.map(({ what, reason }) => (
          <li key={`${what} ${reason}`}>
            <code>{what}</code> {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Goes on with a failed replacement, or puts the old device back. */
function NextSteps({ report }: { readonly report: DeviceReplacement }) {
  const { gateway } = useServices();
  const { go } = useHere();
  const say = useTexts(replaceTexts);
  const refusal = useRefusal('admin');
  const { central, state, way_back, old_address, new_address } = report;
  const replace = async (address: string, old: string) => {
    const { id } = await gateway.call('replaceDevice', {
      path: { addr: address },
      query: { central },
      body: { old_address: old },
    });
    go(`${devicePath({ central, address })}?replacement=${encodeURIComponent(id)}`);
  };
  if (state === 'failed')
    return (
      <Button disabledReason={refusal} onClick={() => replace(new_address, old_address)}>
        {say('goOn')}
      </Button>
    );
  if (!way_back) return null;
  return (
    <Button disabledReason={refusal} onClick={() => replace(old_address, new_address)}>
      {say('takeBack', { address: old_address })}
    </Button>
  );
}
