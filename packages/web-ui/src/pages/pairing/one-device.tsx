import { useServices, useTexts } from '../../context/services.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Field, type FieldErrors, Form } from '../../ui/form/form.tsx';
import { type InstallMode, interfaceOf } from './entries.js';
import { pairingTexts } from './texts.js';

/** Install mode for one device only, by the data on its label. */
export function OneDeviceDialog({ mode, onClose }: { readonly mode: InstallMode; readonly onClose: () => void }) {
  const { gateway, announce } = useServices();
  const say = useTexts(pairingTexts);
  const name = interfaceOf(mode);
  const submit = async (fields: FormData): Promise<FieldErrors | undefined> => {
    const [sgtin, key, address] = ['sgtin', 'key', 'device_address'].map((field) => String(fields.get(field)).trim());
    const byLabel = sgtin !== '' && key !== '';
    if (!byLabel && !address) return { sgtin: say('oneOrOther') };
    await gateway.call('setInterfaceInstallMode', {
      body: {
        interface: name,
        central: mode.central,
        active: true,
        ...(byLabel ? { sgtin, key } : { device_address: address }),
      },
    });
    announce(say('started', { name }));
    onClose();
    return undefined;
  };
  return (
    <Dialog title={say('oneDeviceTitle', { name })} onClose={onClose}>
      <p class="dim">{say('oneDeviceHint')}</p>
      <Form submitLabel={say('start')} onSubmit={submit} actions={<Button onClick={onClose}>{say('cancel')}</Button>}>
        <Field name="sgtin" label={say('sgtin')}>
          <input class="private mono" autocomplete="off" />
        </Field>
        <Field name="key" label={say('key')}>
          <input class="private mono" autocomplete="off" />
        </Field>
        <Field name="device_address" label={say('address')}>
          <input class="private mono" autocomplete="off" />
        </Field>
      </Form>
    </Dialog>
  );
}
