import type { CallAnswer } from '@ccu-gateway/client';
import { CircleCheck, CircleFadingArrowUp, LoaderCircle } from 'lucide';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import type { Resource } from '../../resources/resource.js';
import { Button } from '../../ui/form/button.tsx';
import { Confirm } from '../../ui/form/confirm.tsx';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Card, Chip } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { firmwareTexts } from './texts.js';

type Updates = CallAnswer<'listSystemUpdates'>;

/** The firmware of each CCU. */
export function CcuFirmware({ updates }: { readonly updates: Resource<Updates> }) {
  const say = useTexts(firmwareTexts);
  return (
    <Loaded of={updates} height="5rem" count={1}>
      {(found) =>
        found.length === 0 ? (
          <p class="dim">{say('noCcus')}</p>
        ) : (
          found.map((update) => <OneCcu key={update.central} update={update} onStarted={() => void updates.reload()} />)
        )
      }
    </Loaded>
  );
}

function OneCcu({ update, onStarted }: { readonly update: Updates[number]; readonly onStarted: () => void }) {
  const { gateway, announce, base } = useServices();
  const say = useTexts(firmwareTexts);
  const refusal = useRefusal('admin');
  const [asking, setAsking] = useState(false);
  const { central: name = '', current_firmware: current, available_firmware: available } = update;
  return (
    <Card title={<span class="private">{name}</span>} aside={<State update={update} />}>
      <div class="row">
        <span class="grow">
          <span class="dim">{say('current')}</span> <strong>{current ?? '—'}</strong>
          {update.update_available && (
            <>
              {' · '}
              <span class="dim">{say('available')}</span> <strong>{available || '—'}</strong>
            </>
          )}
        </span>
        {update.update_available && !update.in_progress && (
          <Button kind="primary" disabledReason={refusal} onClick={() => setAsking(true)}>
            {say('install')}
          </Button>
        )}
      </div>
      {asking && (
        <Confirm
          title={say('installTitle', { version: available ?? '', name })}
          action={say('install')}
          repeat={name}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await gateway.call('installSystemUpdate', { query: { central: name } });
            announce(say('started', { name }));
            onStarted();
          }}
        >
          <p>{say('installEffect')}</p>
          <p>
            <a href={base.at('backups')}>{say('toBackups')}</a>
          </p>
        </Confirm>
      )}
    </Card>
  );
}

function State({ update }: { readonly update: Updates[number] }) {
  const say = useTexts(firmwareTexts);
  if (!update.observed) return <Chip>{say('notAsked')}</Chip>;
  if (update.in_progress) {
    return (
      <Chip tone="warn" icon={LoaderCircle}>
        {say('installing')}
      </Chip>
    );
  }
  return update.update_available ? (
    <Chip tone="accent" icon={CircleFadingArrowUp}>
      {say('updateThere')}
    </Chip>
  ) : (
    <Chip tone="good" icon={CircleCheck}>
      {say('upToDate')}
    </Chip>
  );
}
