import { Heater, Plus } from 'lucide';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Empty, PageHeader, Skeleton } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import type { HeatingGroup } from './group.js';
import { GroupCard } from './group-card.tsx';
import { DissolveDialog, GroupDialog } from './group-dialog.tsx';
import { heatingGroupsTexts } from './texts.js';
import '../../ui/table/list.css';
import './heating-groups.css';

/** Heating groups of each CCU with their members: made, changed, dissolved. */
export function HeatingGroupsPage() {
  const { store } = useServices();
  const say = useTexts(heatingGroupsTexts);
  const centrals = [...new Set(store.interfaces.value.flatMap(({ central_id }) => central_id ?? []))];
  return (
    <>
      <PageHeader title={say('title')}>{say('intro')}</PageHeader>
      {!store.loaded.value && <Skeleton height="8rem" count={2} />}
      {centrals.map((central) => (
        <GroupsOfCcu key={central} central={central} isOnly={centrals.length === 1} />
      ))}
    </>
  );
}

type Asked = { readonly what: 'create' } | { readonly what: 'change' | 'dissolve'; readonly group: HeatingGroup };

/** Each CCU is read for itself: one that does not answer shows its error beside the groups of the others. */
function GroupsOfCcu({ central, isOnly }: { readonly central: string; readonly isOnly: boolean }) {
  const say = useTexts(heatingGroupsTexts);
  const refusal = useRefusal('admin');
  const [asked, ask] = useState<Asked>();
  const list = useResource(
    async ({ gateway }) =>
      (await gateway.call('listGroups', { query: { central } })).entries.flatMap(({ groups }) => groups),
    { inputs: [central], refreshOn: ['device.created', 'device.removed', 'device.metadata_changed'] },
  );
  const dialog = { central, onClose: () => ask(undefined), onChanged: () => void list.reload() };
  return (
    <section class="stack" aria-label={isOnly ? say('title') : central}>
      <div class="row">
        {!isOnly && <h2 class="grow private">{central}</h2>}
        <Button kind="primary" disabledReason={refusal} onClick={() => ask({ what: 'create' })}>
          <Icon of={Plus} />
          {isOnly ? say('newGroup') : say('newGroupOn', { ccu: central })}
        </Button>
      </div>
      <Loaded of={list} height="8rem" count={2}>
        {(groups) =>
          groups.length === 0 ? (
            <Empty title={say('none')} icon={Heater}>
              <p>{say('noneHint')}</p>
            </Empty>
          ) : (
            <div class="two-columns">
              {groups.map((group) => (
                <GroupCard key={group.id} central={central} group={group} onAsk={(what) => ask({ what, group })} />
              ))}
            </div>
          )
        }
      </Loaded>
      {asked?.what === 'create' && <GroupDialog {...dialog} />}
      {asked?.what === 'change' && <GroupDialog {...dialog} group={asked.group} />}
      {asked?.what === 'dissolve' && <DissolveDialog {...dialog} group={asked.group} />}
    </section>
  );
}
