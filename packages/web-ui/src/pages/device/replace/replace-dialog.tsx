import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../../context/services.js';
import { useHere } from '../../../context/use-here.js';
import { useResource } from '../../../context/use-resource.js';
import { devicePath } from '../../../net/device-path.js';
import type { Device } from '../../../store/points.js';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { ErrorBox } from '../../../ui/form/error-box.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { useRefusal } from '../../../ui/form/use-permission.js';
import { Notice } from '../../../ui/notice.tsx';
import { replaceTexts } from './texts.js';
import './replace.css';

/** Chooses the device that takes the place of this one, shows what it gets, and begins. */
export function ReplaceDialog({ device, onClose }: { readonly device: Device; readonly onClose: () => void }) {
  const { gateway, base } = useServices();
  const { go } = useHere();
  const say = useTexts(replaceTexts);
  const refusal = useRefusal('admin');
  const { central = '', address, name, model } = device.summary;
  const others = useSameModel(device);
  const [chosen, choose] = useState<string>();
  return (
    <Dialog title={say('title', { name })} onClose={onClose}>
      <p>{say('intro')}</p>
      {others.length === 0 ? (
        <Notice>
          <p>{say('noneFound', { model })}</p>
          <a class="button" href={base.at('pairing')}>
            {say('toPairing')}
          </a>
        </Notice>
      ) : (
        <Form
          submitLabel={say('replace')}
          disabledReason={refusal ?? (chosen === undefined ? say('chooseFirst') : undefined)}
          onSubmit={async () => {
            const { id } = await gateway.call('replaceDevice', {
              path: { addr: chosen! },
              query: { central },
              body: { old_address: address },
            });
            go(`${devicePath({ central, address: chosen! })}?replacement=${encodeURIComponent(id)}`);
            return undefined;
          }}
        >
          <fieldset>
            <legend>{say('choose')}</legend>
            {others.map(({ summary }) => (
              <label key={summary.address} class="replace-choice">
                <input
                  type="radio"
                  name="new"
                  value={summary.address}
                  checked={chosen === summary.address}
                  onChange={() => choose(summary.address)}
                />
                <span class="private">
                  {summary.name} <code>{summary.address}</code>
                </span>
              </label>
            ))}
          </fieldset>
          {chosen !== undefined && refusal === undefined && <Preview key={chosen} device={device} chosen={chosen} />}
        </Form>
      )}
    </Dialog>
  );
}

/** Devices of the same type at the same interface, those without a room first: they were paired last. */
function useSameModel(device: Device): readonly Device[] {
  const { store } = useServices();
  const { interface_id, model } = device.summary;
  return store.devices.value
    .flatMap((key) => store.peekDevice(key) ?? [])
    .filter(
      ({ key, summary }) => key !== device.key && summary.model === model && summary.interface_id === interface_id,
    )
    .sort((one, other) => (one.summary.rooms?.length ?? 0) - (other.summary.rooms?.length ?? 0));
}

/** A dry run: the gateway reads what would be passed on. */
function Preview({ device, chosen }: { readonly device: Device; readonly chosen: string }) {
  const { gateway } = useServices();
  const say = useTexts(replaceTexts);
  const { central = '', address } = device.summary;
  const plan = useResource(() =>
    gateway.call('replaceDevice', {
      path: { addr: chosen },
      query: { central },
      body: { old_address: address, dry_run: true },
    }),
  );
  const { value, error } = plan.current.value;
  if (error !== undefined) return <ErrorBox error={error} />;
  const read = value?.steps.find(({ subject }) => subject === 'reading');
  return (
    <div role="status">
      {read !== undefined && <p>{say('found', { count: read.count })}</p>}
      <p class="dim">{say('oldGone', { address })}</p>
    </div>
  );
}
