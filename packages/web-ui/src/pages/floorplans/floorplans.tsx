import type { Floorplan } from '@ccu-gateway/contract/types';
import { Map as MapIcon, Plus } from 'lucide';
import { useState } from 'preact/hooks';
import { useAreas } from '../../areas/use-areas.js';
import { useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Empty, PageHeader, Skeleton } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { AddDialog } from './add-dialog.tsx';
import { FloorplanEditor } from './floorplan-editor.tsx';
import { FloorplanView } from './floorplan-view.tsx';
import { byArea } from './places.js';
import { floorplanTexts } from './texts.js';
import './floorplans.css';

/** Pictures of floors with devices at their places; administrators place them. */
export function FloorplansPage() {
  const { store } = useServices();
  const say = useTexts(floorplanTexts);
  const { query, setQuery } = useHere();
  const refusal = useRefusal('admin');
  const [isAdding, setAdding] = useState(false);
  const list = useResource(({ gateway }) => gateway.call('listFloorplans'), {
    // A device that replaces another one takes its place.
    refreshOn: ['floorplans.changed', 'device.replacement_changed'],
  });
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <Button disabledReason={refusal} onClick={() => setAdding(true)}>
            <Icon of={Plus} />
            {say('add')}
          </Button>
        }
      >
        {say('about')}
      </PageHeader>
      {!store.loaded.value && <Skeleton height="20rem" />}
      {store.loaded.value && (
        <Loaded of={list} height="20rem">
          {(plans) => (
            <Plans
              plans={plans}
              shown={plans.find(({ id }) => id === query.plan) ?? plans[0]}
              onChanged={() => list.reload()}
            />
          )}
        </Loaded>
      )}
      {isAdding && (
        <AddDialog
          onClose={() => setAdding(false)}
          onAdded={async (id) => {
            await list.reload();
            setQuery({ plan: id, edit: '1' });
          }}
        />
      )}
    </>
  );
}

interface PlansProps {
  readonly plans: readonly Floorplan[];
  readonly shown: Floorplan | undefined;
  readonly onChanged: () => Promise<void>;
}

function Plans({ plans, shown, onChanged }: PlansProps) {
  const { session } = useServices();
  const say = useTexts(floorplanTexts);
  const { query, setQuery } = useHere();
  const areas = useAreas().current.value.value ?? [];
  if (shown === undefined) {
    return (
      <Empty title={say('none')} icon={MapIcon}>
        <p>{say('noneHint')}</p>
      </Empty>
    );
  }
  const isEditing = query.edit === '1' && session.may('admin');
  return (
    <div class="stack">
      {plans.length > 1 && (
        <nav class="row" aria-label={say('plans')}>
          {byArea(plans, areas).map(({ area, plans: those }) => (
            <div
              key={area?.id ?? ''}
              class="row"
              {...(area !== undefined && { role: 'group', 'aria-label': area.name })}
            >
              {area !== undefined && <span class="small dim private">{area.name}</span>}
              {those.map(({ id, name }) => (
                <Button
                  key={id}
                  kind="quiet"
                  pressed={id === shown.id}
                  onClick={() => setQuery({ plan: id, edit: '' })}
                >
                  <span class="private">{name}</span>
                </Button>
              ))}
            </div>
          ))}
        </nav>
      )}
      {isEditing ? (
        <FloorplanEditor key={shown.id} plan={shown} onChanged={onChanged} />
      ) : (
        <FloorplanView plan={shown} />
      )}
    </div>
  );
}
