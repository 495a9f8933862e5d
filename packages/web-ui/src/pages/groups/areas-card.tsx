import { ArrowDown, ArrowUp, Layers, Pencil, Plus, Trash2 } from 'lucide';
import { useState } from 'preact/hooks';
import { type Area, useAreas } from '../../areas/use-areas.js';
import { useServices, useTexts } from '../../context/services.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Card, Empty, Skeleton } from '../../ui/layout.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { AreaDialog } from './area-dialog.tsx';
import { areasTexts } from './areas-texts.js';

type Asked = { readonly what: 'create' } | { readonly what: 'change' | 'remove'; readonly area: Area };

/** Floors and other parts of the building over the rooms: made, ordered, deleted. */
export function AreasCard() {
  const { gateway, announce } = useServices();
  const say = useTexts(areasTexts);
  const refusal = useRefusal('operator');
  const [asked, ask] = useState<Asked>();
  const list = useAreas();
  const action = useAction();
  const { value: areas, error, loading } = list.current.value;
  const close = () => {
    ask(undefined);
    void list.reload();
  };
  const move = async ({ id, name }: Area, position: number) => {
    if (!(await action.run(() => gateway.call('updateArea', { path: { id }, body: { position } })))) return;
    announce(say('saved', { name }));
    void list.reload();
  };
  return (
    <Card
      title={say('areas')}
      aside={
        <Button disabledReason={refusal} onClick={() => ask({ what: 'create' })}>
          <Icon of={Plus} />
          {say('newArea')}
        </Button>
      }
    >
      {error !== undefined && <ErrorBox error={error} retry={() => void list.reload()} />}
      {action.error !== undefined && <ErrorBox error={action.error} />}
      {areas === undefined && loading && <Skeleton height="3rem" count={2} />}
      {areas?.length === 0 && (
        <Empty title={say('noAreas')} icon={Layers}>
          <p>{say('noAreasHint')}</p>
        </Empty>
      )}
      <ol class="entries areas">
        {areas?.map((area) => (
          <AreaEntry
            key={area.id}
            area={area}
            count={areas.length}
            onMove={(position) => void move(area, position)}
            onAsk={(what) => ask({ what, area })}
          />
        ))}
      </ol>
      {asked?.what === 'create' && <AreaDialog areas={areas ?? []} onClose={close} />}
      {asked?.what === 'change' && <AreaDialog areas={areas ?? []} area={asked.area} onClose={close} />}
      {asked?.what === 'remove' && <RemoveArea area={asked.area} onClose={close} />}
    </Card>
  );
}

/** An area in the list, with its buttons. */
function AreaEntry({
  area: { name, rooms, position },
  count,
  onMove,
  onAsk,
}: {
  readonly area: Area;
  readonly count: number;
  readonly onMove: (position: number) => void;
  readonly onAsk: (what: 'change' | 'remove') => void;
}) {
  const say = useTexts(areasTexts);
  const refusal = useRefusal('operator');
  return (
    <li>
      <span class="grow">
        <strong class="private">{name}</strong>{' '}
        <span class="dim small private">{rooms.length === 0 ? say('noRooms') : rooms.join(', ')}</span>
      </span>
      <Button
        kind="quiet"
        label={say('up', { name: name })}
        disabledReason={refusal ?? (position === 0 ? say('isFirst') : undefined)}
        onClick={() => onMove(position - 1)}
      >
        <Icon of={ArrowUp} />
      </Button>
      <Button
        kind="quiet"
        label={say('down', { name: name })}
        disabledReason={refusal ?? (position === count - 1 ? say('isLast') : undefined)}
        onClick={() => onMove(position + 1)}
      >
        <Icon of={ArrowDown} />
      </Button>
      <Button
        kind="quiet"
        label={say('change', { name: name })}
        disabledReason={refusal}
        onClick={() => onAsk('change')}
      >
        <Icon of={Pencil} />
      </Button>
      <Button
        kind="quiet"
        label={say('remove', { name: name })}
        disabledReason={refusal}
        onClick={() => onAsk('remove')}
      >
        <Icon of={Trash2} />
      </Button>
    </li>
  );
}

function RemoveArea({ area: { id, name }, onClose }: { readonly area: Area; readonly onClose: () => void }) {
  const { gateway, announce } = useServices();
  const say = useTexts(areasTexts);
  const action = useAction();
  const remove = async () => {
    if (!(await action.run(() => gateway.call('deleteArea', { path: { id } })))) return;
    announce(say('removed', { name }));
    onClose();
  };
  return (
    <Dialog
      title={say('removeTitle', { name })}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" onClick={() => void remove()}>
            {say('removeSure')}
          </Button>
          <Button onClick={onClose}>{say('cancel')}</Button>
        </>
      }
    >
      <p>{say('removeHint')}</p>
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </Dialog>
  );
}
