import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Card, Empty } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useRefusal } from '../../ui/use-permission.js';
import { askBridge, type Fabric, readFabrics } from './matter-data.js';
import { matterTexts } from './texts.js';

/** The homes that the bridge belongs to; it can leave each. */
export function FabricList() {
  const say = useTexts(matterTexts);
  const services = useServices();
  const refusal = useRefusal('admin');
  const [leaving, setLeaving] = useState<Fabric>();
  const fabrics = useResource(async () => readFabrics(await askBridge(services, 'fabrics')));
  const nameOf = ({ label, vendor }: Fabric) => label || vendor || say('unnamed');
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
                <li key={fabric.id} class="row">
                  <span class="grow">
                    <strong class="private">{nameOf(fabric)}</strong> <span class="dim small">{fabric.vendor}</span>
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
            await askBridge(services, `fabrics/${encodeURIComponent(leaving.id)}`, { method: 'DELETE' });
            services.announce(say('left', { name: nameOf(leaving) }));
            await fabrics.reload();
          }}
        >
          <p>{say('leaveHint')}</p>
        </Confirm>
      )}
    </Card>
  );
}
