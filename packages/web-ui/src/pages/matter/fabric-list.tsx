import type { MatterFabric } from '@ccu-gateway/contract/types';
import { useState } from 'preact/hooks';
import { HOME_EVENTS } from '../../connection/matter-events.js';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { Confirm } from '../../ui/form/confirm.tsx';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Card, Empty } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { homeName } from './matter-data.js';
import { matterTexts } from './texts.js';

/** The homes that the bridge belongs to; it can leave each. */
export function FabricList() {
  const say = useTexts(matterTexts);
  const { announce, gateway } = useServices();
  const refusal = useRefusal('admin');
  const [leaving, setLeaving] = useState<MatterFabric>();
  const fabrics = useResource(async (services) => (await services.gateway.call('listMatterFabrics')).fabrics, {
    refreshOn: HOME_EVENTS,
  });
  const nameOf = (fabric: MatterFabric) => homeName(fabric) || say('unnamed');
  return (
    <Card title={say('fabrics')}>
      <Loaded of={fabrics}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={say('noFabrics')}>
              <p>{say('openHint')}</p>
            </Empty>
          ) : (
            <ul class="matter-fabrics">
              {list.map((fabric) => (
                <li key={fabric.fabric_index} class="row">
                  <span class="grow">
                    <strong class="private">{nameOf(fabric)}</strong>{' '}
                    <span class="dim small">{fabric.vendor_name}</span>
                  </span>
                  <Button disabledReason={refusal} onClick={() => setLeaving(fabric)}>
                    <span aria-hidden="true">{say('leave')}</span>
                    <span class="visually-hidden">{say('leaveTitle', { name: nameOf(fabric) })}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {leaving !== undefined && (
        <Confirm
          title={say('leaveTitle', { name: nameOf(leaving) })}
          action={say('leave')}
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            await gateway.call('removeMatterFabric', { path: { id: leaving.fabric_index } });
            announce(say('left', { name: nameOf(leaving) }));
            await fabrics.reload();
          }}
        >
          <p>{say('leaveHint')}</p>
        </Confirm>
      )}
    </Card>
  );
}
