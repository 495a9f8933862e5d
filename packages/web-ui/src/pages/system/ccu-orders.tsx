import type { CallAnswer } from '@ccu-gateway/client';
import { LifeBuoy, MapPin, Power, RotateCcw, ShieldCheck } from 'lucide';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { Field, type FieldErrors, Form } from '../../ui/form/form.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { Icon } from '../../ui/value/icon.tsx';
import { orderTexts } from './order-texts.js';

type Ccu = CallAnswer<'listCcus'>['entries'][number];

const ORDERS = [
  { id: 'reboot', operation: 'rebootCcu', icon: RotateCcw },
  { id: 'powerOff', operation: 'powerOffCcu', icon: Power },
  { id: 'safeMode', operation: 'enterSafeMode', icon: ShieldCheck },
  { id: 'recovery', operation: 'enterRecoveryMode', icon: LifeBuoy },
] as const;

/** Orders to a CCU, for administrators; each asks before it is sent. */
export function CcuOrders({ ccu, onChanged }: { readonly ccu: Ccu; readonly onChanged: () => void }) {
  const say = useTexts(orderTexts);
  const [asked, ask] = useState<(typeof ORDERS)[number] | 'position'>();
  const close = () => ask(undefined);
  return (
    <>
      <div class="row" role="group" aria-label={say('orders', { name: ccu.name })}>
        {ORDERS.map((order) => (
          <Button
            key={order.id}
            disabledReason={
              order.id === 'recovery' && ccu.recovery_mode_supported === false ? say('noRecovery') : undefined
            }
            onClick={() => ask(order)}
          >
            <Icon of={order.icon} />
            {say(order.id)}
          </Button>
        ))}
        <Button onClick={() => ask('position')}>
          <Icon of={MapPin} />
          {say('position')}
        </Button>
      </div>
      {asked === 'position' && (
        <PositionDialog
          ccu={ccu}
          onClose={() => {
            close();
            onChanged();
          }}
        />
      )}
      {asked !== undefined && asked !== 'position' && <OrderDialog ccu={ccu} order={asked} onClose={close} />}
    </>
  );
}

function OrderDialog({
  ccu: { name },
  order: { id, operation },
  onClose,
}: {
  readonly ccu: Ccu;
  readonly order: (typeof ORDERS)[number];
  readonly onClose: () => void;
}) {
  const { gateway, announce } = useServices();
  const say = useTexts(orderTexts);
  const action = useAction();
  const send = async () => {
    if (!(await action.run(() => gateway.call(operation, { path: { central: name } })))) return;
    announce(say('sent', { name }));
    onClose();
  };
  return (
    <Dialog
      title={say(`${id}Title`, { name })}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" onClick={() => void send()}>
            {say(id)}
          </Button>
          <Button onClick={onClose}>{say('cancel')}</Button>
        </>
      }
    >
      <p>{say(`${id}Hint`)}</p>
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </Dialog>
  );
}

/** Degrees as people write them, also with a comma; undefined for anything else or beyond `limit`. */
function degrees(text: string, limit: number): number | undefined {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || Number.isNaN(value) || Math.abs(value) > limit ? undefined : value;
}

function PositionDialog({ ccu, onClose }: { readonly ccu: Ccu; readonly onClose: () => void }) {
  const { gateway, announce } = useServices();
  const say = useTexts(orderTexts);
  const submit = async (fields: FormData): Promise<FieldErrors | undefined> => {
    const latitude = degrees(String(fields.get('latitude')), 90);
    const longitude = degrees(String(fields.get('longitude')), 180);
    if (latitude === undefined) return { latitude: say('latitudeWrong') };
    if (longitude === undefined) return { longitude: say('longitudeWrong') };
    await gateway.call('setCcuPosition', { path: { central: ccu.name }, body: { latitude, longitude } });
    announce(say('positionSaved', { name: ccu.name }));
    onClose();
    return undefined;
  };
  return (
    <Dialog title={say('positionTitle', { name: ccu.name })} onClose={onClose}>
      <p>{say('positionHint')}</p>
      <Form submitLabel={say('save')} onSubmit={submit} actions={<Button onClick={onClose}>{say('cancel')}</Button>}>
        <Field name="latitude" label={say('latitude')}>
          <input class="private" defaultValue={ccu.latitude ?? ''} inputMode="decimal" autocomplete="off" />
        </Field>
        <Field name="longitude" label={say('longitude')}>
          <input class="private" defaultValue={ccu.longitude ?? ''} inputMode="decimal" autocomplete="off" />
        </Field>
      </Form>
    </Dialog>
  );
}
