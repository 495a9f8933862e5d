import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import type { Resource } from '../../resources/resource.js';
import type { DeviceKey } from '../../store/points.js';
import { Confirm } from '../../ui/form/confirm.tsx';
import { nightOf, type Plan } from './plan.tsx';
import { planTexts } from './plan-texts.js';
import { firmwareTexts } from './texts.js';
import '../../ui/table/list.css';

interface UpdateDialogProps {
  readonly device: DeviceKey;
  readonly plan: Resource<Plan>;
  readonly onClose: () => void;
}

/** Updates one device now, or plans its update for the night. */
export function UpdateDialog({ device: key, plan, onClose }: UpdateDialogProps) {
  const { gateway, store, announce } = useServices();
  const say = useTexts(firmwareTexts);
  const sayPlan = useTexts(planTexts);
  const [begin, setBegin] = useState<'now' | 'night'>('now');
  const device = store.device(key).value;
  const { value: found } = plan.current.value;
  if (device === undefined) return null;
  const { name, address, central, interface_id: interfaceId } = device.summary;
  const { duty_cycle: duty } = store.interfaces.value.find(({ id }) => id === interfaceId) ?? {};
  const atCentral = central === undefined ? {} : { central };
  const isAtNight = begin === 'night';
  async function send(): Promise<void> {
    if (!isAtNight) {
      await gateway.call('updateFirmware', { path: { addr: address }, query: atCentral });
      announce(say('started', { name }));
      return;
    }
    // First, so that the update does not begin in between.
    if (found?.when !== 'night') await gateway.call('changeFirmwarePlan', { body: { when: 'night' } });
    await gateway.call('planFirmwareUpdates', { body: { devices: [{ address, ...atCentral }] } });
    await plan.reload();
    announce(sayPlan('isPlanned', { name }));
  }
  return (
    <Confirm
      title={say('updateTitle', { name })}
      action={isAtNight ? sayPlan('plan') : say('update')}
      kind="primary"
      onClose={onClose}
      onConfirm={send}
    >
      {found !== undefined && (
        <fieldset class="field">
          <legend>{sayPlan('when')}</legend>
          {(['now', 'night'] as const).map((each) => (
            <label key={each} class="check">
              <input type="radio" name="begin" checked={begin === each} onChange={() => setBegin(each)} />{' '}
              {each === 'now' ? sayPlan('beginNow') : sayPlan('beginAtNight', nightOf(found))}
            </label>
          ))}
        </fieldset>
      )}
      <p>{say('updateEffect')}</p>
      {found !== undefined && isAtNight && <p>{sayPlan('willWait', { n: found.max_duty_cycle })}</p>}
      {found !== undefined && isAtNight && found.when === 'now' && found.updates.length > 0 && (
        <p>{sayPlan('allAtNight')}</p>
      )}
      {duty !== undefined && !isAtNight && <p>{say('dutyNow', { name: interfaceId, n: Math.round(duty) })}</p>}
    </Confirm>
  );
}
