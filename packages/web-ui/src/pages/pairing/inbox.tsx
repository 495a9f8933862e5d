import { PackageOpen } from 'lucide';
import { useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Card, Chip, Empty, Skeleton } from '../../ui/layout.tsx';
import { AcceptDialog } from './accept-dialog.tsx';
import type { InboxDevice } from './entries.js';
import { pairingTexts } from './texts.js';

/** The devices that were paired and have no name yet. */
export function InboxCard() {
  const { clock, gateway, announce } = useServices();
  const say = useTexts(pairingTexts);
  const formats = useFormats();
  const refusal = useRefusal('operator');
  const [chosen, choose] = useState<InboxDevice>();
  const inbox = useResource(({ gateway, scope }) => gateway.call('listInbox', { query: scope.query() }), {
    refreshOn: ['hub.inbox_changed', 'central.readiness_changed'],
  });
  const { value, error, loading } = inbox.current.value;
  const count = value?.length ?? 0;
  const action = useAction();
  const release = async ({ address, central, model }: InboxDevice) => {
    const done = await action.run(() => gateway.call('releaseDevice', { path: { addr: address }, query: { central } }));
    if (done) announce(say('released', { name: model }));
    void inbox.reload();
  };
  return (
    <Card title={say('inbox')} aside={count > 0 && <Chip tone="accent">{count}</Chip>}>
      {error !== undefined && <ErrorBox error={error} retry={() => void inbox.reload()} />}
      {action.error !== undefined && <ErrorBox error={action.error} />}
      {value === undefined && loading && <Skeleton height="3rem" count={2} />}
      {value?.length === 0 && (
        <Empty title={say('empty')} icon={PackageOpen}>
          <p>{say('emptyHint')}</p>
        </Empty>
      )}
      <ul class="entries">
        {value?.map((device) => (
          <li key={`${device.central}/${device.address}`}>
            <span class="grow">
              <strong>{device.model}</strong> <span class="private mono small">{device.address}</span>
              {device.awaiting_release === true && <Chip tone="warn">{say('waits')}</Chip>}
              <span class="dim small cell-second">
                <span class="private">{device.central}</span> · {device.interface}
                {device.first_seen !== undefined &&
                  ` · ${say('since', { age: formats.duration(Math.max(0, clock.value - device.first_seen * 1000)) })}`}
              </span>
            </span>
            {device.awaiting_release === true && (
              <Button disabledReason={refusal} onClick={() => void release(device)}>
                <span aria-hidden="true">{say('release')}</span>
                <span class="visually-hidden">
                  {say('releaseNamed', { name: `${device.model} ${device.address}` })}
                </span>
              </Button>
            )}
            <Button kind="primary" disabledReason={refusal} onClick={() => choose(device)}>
              <span aria-hidden="true">{say('accept')}</span>
              <span class="visually-hidden">{say('acceptNamed', { name: `${device.model} ${device.address}` })}</span>
            </Button>
          </li>
        ))}
      </ul>
      {chosen !== undefined && (
        <AcceptDialog
          device={chosen}
          onClose={() => {
            choose(undefined);
            void inbox.reload();
          }}
        />
      )}
    </Card>
  );
}
