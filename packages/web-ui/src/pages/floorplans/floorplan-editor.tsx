import { ProblemError } from '@ccu-gateway/client';
import type { Floorplan } from '@ccu-gateway/contract/types';
import { X } from 'lucide';
import type { TargetedPointerEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useAreas } from '../../areas/use-areas.js';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useUnsaved } from '../../context/use-unsaved.js';
import { type DeviceKey, deviceKeyOf } from '../../store/points.js';
import { Button } from '../../ui/form/button.tsx';
import { Confirm } from '../../ui/form/confirm.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { Notice } from '../../ui/notice.tsx';
import { DeviceGlyph } from '../../ui/value/device-glyph.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { PictureDialog } from './add-dialog.tsx';
import { afterKey, keyOfPlace, movedTo, type Place } from './places.js';
import { PlanPicture, placeStyle } from './plan-picture.tsx';
import { floorplanTexts } from './texts.js';

interface EditorProps {
  readonly plan: Floorplan;
  readonly onChanged: () => Promise<void>;
}

/** Places devices on a floor plan by mouse, finger or keys. */
export function FloorplanEditor({ plan, onChanged }: EditorProps) {
  const { gateway, announce } = useServices();
  const say = useTexts(floorplanTexts);
  const { setQuery } = useHere();
  const { base, setBase, draft, setDraft, isChanged, begin } = usePlanDraft(plan);
  const [asked, ask] = useState<'picture' | 'remove'>();
  const action = useAction();
  useUnsaved(isChanged, ['plan', 'edit']);
  const isRefused = action.error instanceof ProblemError && action.error.reason === 'revision_changed';
  const isStale = isRefused || (isChanged && plan.revision > base.revision);
  const { id } = plan;
  const name = draft.name.trim();

  async function save(): Promise<void> {
    const { area, places } = draft;
    const body = { name, ...(area !== undefined && { area }), places, revision: base.revision };
    const done = await action.run(async () => begin(await gateway.call('updateFloorplan', { path: { id }, body })));
    if (!done) return;
    announce(say('saved', { name }));
    await onChanged();
  }

  async function discard(): Promise<void> {
    begin(plan);
    await onChanged();
    setQuery({ edit: '' });
  }

  return (
    <>
      <NameAndArea draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} />
      <p class="dim">{say('moveHint')}</p>
      <div class="row">
        <Button kind="primary" disabledReason={name === '' ? say('nameNeeded') : undefined} onClick={() => void save()}>
          {say('save')}
        </Button>
        <Button onClick={() => void discard()}>{say('discard')}</Button>
        <Button onClick={() => ask('picture')}>{say('picture')}</Button>
        <Button kind="danger" onClick={() => ask('remove')}>
          {say('remove')}
        </Button>
      </div>
      {isStale && <Notice tone="warn">{say('changed')}</Notice>}
      {action.error !== undefined && !isStale && <ErrorBox error={action.error} />}
      <AddPlace places={draft.places} onAdd={(place) => setDraft({ ...draft, places: [...draft.places, place] })} />
      <Board plan={plan} places={draft.places} onPlaces={(places) => setDraft({ ...draft, places })} />
      {asked === 'picture' && (
        <PictureDialog
          id={id}
          onClose={() => ask(undefined)}
          onReplaced={async (replaced) => {
            // The own change of the picture is no foreign one. With a foreign one before it, saving is refused.
            if (replaced.revision === base.revision + 1) setBase({ ...base, revision: replaced.revision });
            await onChanged();
          }}
        />
      )}
      {asked === 'remove' && (
        <Confirm
          title={say('remove')}
          action={say('remove')}
          onConfirm={async () => {
            await gateway.call('deleteFloorplan', { path: { id } });
            announce(say('removed', { name: base.name }));
            setQuery({ plan: '', edit: '' });
            await onChanged();
          }}
          onClose={() => ask(undefined)}
        >
          <p class="private">{say('removeAsk', { name: base.name })}</p>
        </Confirm>
      )}
    </>
  );
}

type Draft = Pick<Floorplan, 'name' | 'area' | 'places'>;

const draftOf = ({ name, area, places }: Floorplan): Draft => ({ name, ...(area !== undefined && { area }), places });

/** The draft of a plan. A change in another window replaces the plan that it began with only while nothing is changed here. */
function usePlanDraft(plan: Floorplan) {
  const [base, setBase] = useState(plan);
  const [draft, setDraft] = useState<Draft>(() => draftOf(plan));
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(base));
  const begin = (from: Floorplan) => {
    setBase(from);
    setDraft(draftOf(from));
  };
  useEffect(() => {
    if (!isChanged && plan.revision > base.revision) begin(plan);
  }, [plan, base, isChanged]);
  return { base, setBase, draft, setDraft, isChanged, begin };
}

interface NameAndAreaProps {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

function NameAndArea({ draft, onChange }: NameAndAreaProps) {
  const say = useTexts(floorplanTexts);
  const areas = useAreas().current.value.value ?? [];
  return (
    <div class="row">
      <label class="row small">
        {say('name')}
        <input
          class="input private"
          maxLength={128}
          value={draft.name}
          onInput={({ currentTarget: { value } }) => onChange({ name: value })}
        />
      </label>
      <label class="row small">
        {say('area')}
        <select
          class="input private"
          value={areas.some(({ id }) => id === draft.area) ? draft.area : ''}
          onChange={({ currentTarget: { value } }) => onChange({ area: value === '' ? undefined : value })}
        >
          <option value="">{say('noArea')}</option>
          {areas.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function AddPlace({ places, onAdd }: { readonly places: readonly Place[]; readonly onAdd: (place: Place) => void }) {
  const { store } = useServices();
  const say = useTexts(floorplanTexts);
  const formats = useFormats();
  const [chosen, choose] = useState<DeviceKey>();
  const used = new Set(places.map(keyOfPlace));
  const offered = store.devices.value
    .filter((key) => !used.has(key))
    .flatMap((key) => store.peekDevice(key)?.summary ?? [])
    .sort((a, b) => formats.compare(a.name, b.name));
  const device = offered.find(({ central = '', address }) => deviceKeyOf(central, address) === chosen) ?? offered[0];
  if (device === undefined) return <p class="dim">{say('placed')}</p>;
  const { central = '', address } = device;
  return (
    <div class="row">
      <label class="row small">
        {say('device')}
        <select
          class="input private"
          value={deviceKeyOf(central, address)}
          onChange={({ currentTarget }) => choose(currentTarget.value as DeviceKey)}
        >
          {offered.map((each) => (
            <option
              key={deviceKeyOf(each.central ?? '', each.address)}
              value={deviceKeyOf(each.central ?? '', each.address)}
            >
              {each.name}
            </option>
          ))}
        </select>
      </label>
      <Button onClick={() => onAdd({ central, device_address: address, x: 0.5, y: 0.5 })}>{say('place')}</Button>
    </div>
  );
}

interface BoardProps {
  readonly plan: Floorplan;
  readonly places: readonly Place[];
  readonly onPlaces: (places: readonly Place[]) => void;
}

function Board({ plan, places, onPlaces }: BoardProps) {
  const { store } = useServices();
  const say = useTexts(floorplanTexts);
  const board = useRef<HTMLDivElement>(null);
  const dragged = useRef<DeviceKey>(undefined);
  const nameOf = (place: Place) => store.peekDevice(keyOfPlace(place))?.summary.name ?? place.device_address;

  function onMove(event: TargetedPointerEvent<HTMLElement>): void {
    if (dragged.current === undefined || board.current === null) return;
    const { left, top, width, height } = board.current.getBoundingClientRect();
    onPlaces(movedTo(places, dragged.current, (event.clientX - left) / width, (event.clientY - top) / height));
  }

  function onEnd(): void {
    dragged.current = undefined;
  }

  return (
    <>
      <PlanPicture plan={plan} around={board}>
        {places.map((place) => {
          const key = keyOfPlace(place);
          const percent = (share: number) => Math.round(share * 100);
          return (
            <button
              key={key}
              type="button"
              class="marker movable"
              style={placeStyle(place)}
              aria-label={say('at', { name: nameOf(place), x: percent(place.x), y: percent(place.y) })}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                dragged.current = key;
              }}
              onPointerMove={onMove}
              onPointerUp={onEnd}
              onPointerCancel={onEnd}
              onKeyDown={(event) => {
                const next = afterKey(places, key, event);
                if (next === undefined) return;
                event.preventDefault();
                onPlaces(next);
              }}
            >
              <DeviceGlyph icon={store.peekDevice(key)?.summary.model_icon} />
              <span class="private">{nameOf(place)}</span>
            </button>
          );
        })}
      </PlanPicture>
      <ul class="row" aria-label={say('devices')}>
        {places.map((place) => (
          <li key={keyOfPlace(place)} class="row private">
            {nameOf(place)}
            <Button
              kind="quiet"
              label={say('takeOff', { name: nameOf(place) })}
              onClick={() => onPlaces(places.filter((each) => each !== place))}
            >
              <Icon of={X} />
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
