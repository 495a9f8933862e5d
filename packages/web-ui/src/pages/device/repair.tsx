import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import type { Device } from '../../store/points.js';
import { Button } from '../../ui/form/button.tsx';
import { Confirm } from '../../ui/form/confirm.tsx';
import { useRefusal } from '../../ui/form/use-permission.js';
import { repairTexts } from './repair-texts.js';

/** Has the CCU send a device its configuration again, for one whose configuration stays pending. */
export function RepairButton({ device: { summary } }: { readonly device: Device }) {
  const { gateway, announce } = useServices();
  const say = useTexts(repairTexts);
  const refusal = useRefusal('admin');
  const [open, setOpen] = useState(false);
  if (summary.config_restore_supported !== true) return null;
  const { address: addr, central, name, rx_mode: mode } = summary;
  const sleeps = mode !== undefined && !mode.always && !mode.burst;
  return (
    <>
      <Button disabledReason={refusal} onClick={() => setOpen(true)}>
        {say('repair')}
      </Button>
      {open && (
        <Confirm
          title={say('title', { name })}
          action={say('send')}
          kind="primary"
          onConfirm={async () => {
            await gateway.call('restoreDeviceConfig', { path: { addr }, query: { central } });
            announce(say('sent', { name }));
          }}
          onClose={() => setOpen(false)}
        >
          <p>{say('hint')}</p>
          {sleeps && <p>{say('wake')}</p>}
        </Confirm>
      )}
    </>
  );
}
