import type { Floorplan } from '@ccu-gateway/contract/types';
import { CloudOff, Monitor, Pencil } from 'lucide';
import { useMemo, useState } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { devicePath } from '../../net/device-path.js';
import type { Device, Point, PointKey } from '../../store/points.js';
import { tilePointsOf } from '../../store/primary.js';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { useRefusal } from '../../ui/form/use-permission.js';
import { DeviceGlyph } from '../../ui/value/device-glyph.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { uiTexts } from '../../ui/value/texts.js';
import { valueText } from '../../ui/value/value-text.js';
import { ValueView } from '../../ui/value/value-view.tsx';
import { TileControl, TileKeys } from '../home/tile-controls.tsx';
import { keyOfPlace, type Place } from './places.js';
import { PlanPicture, placeStyle } from './plan-picture.tsx';
import { floorplanTexts } from './texts.js';

/** A floor plan with present values; a tap operates a device as its tile on Home does. */
export function FloorplanView({ plan }: { readonly plan: Floorplan }) {
  const say = useTexts(floorplanTexts);
  const { setQuery } = useHere();
  const refusal = useRefusal('admin');
  const [opened, open] = useState<Place>();
  return (
    <>
      <div class="row plan-actions">
        <Button disabledReason={refusal} onClick={() => setQuery({ plan: plan.id, edit: '1' })}>
          <Icon of={Pencil} />
          {say('change')}
        </Button>
        <Button onClick={() => setQuery({ plan: plan.id, wall: '1' })}>
          <Icon of={Monitor} />
          {say('wall')}
        </Button>
      </div>
      <PlanPicture plan={plan}>
        {plan.places.map((place) => (
          <Marker key={keyOfPlace(place)} place={place} onOpen={() => open(place)} />
        ))}
      </PlanPicture>
      <section class="card plan-list" aria-labelledby="plan-devices">
        <h2 id="plan-devices">{say('devices')}</h2>
        {plan.places.length === 0 && <p class="dim">{say('noDevices')}</p>}
        <ul>
          {plan.places.map((place) => (
            <Entry key={keyOfPlace(place)} place={place} />
          ))}
        </ul>
      </section>
      {opened !== undefined && <DeviceDialog place={opened} onClose={() => open(undefined)} />}
    </>
  );
}

/** Device of a place with its data points, as its tile has them; undefined for a removed device. */
function usePlaced(place: Place) {
  const { store } = useServices();
  const device = store.device(keyOfPlace(place)).value;
  const points = useMemo(
    () => (device === undefined ? undefined : tilePointsOf(device, store.peekPoint)),
    [device?.channels],
  );
  const read = (key: PointKey | undefined) => (key === undefined ? undefined : store.point(key).value);
  const control = read(points?.control);
  const first = control ?? read(points?.readings[0]);
  return { device, points, control, first };
}

function Marker({ place, onOpen }: { readonly place: Place; readonly onOpen: () => void }) {
  const { writer, consents } = useServices();
  const say = useTexts(floorplanTexts);
  const sayUi = useTexts(uiTexts);
  const formats = useFormats();
  const refusal = useRefusal('operator');
  const { device, control, first } = usePlaced(place);
  if (device === undefined) return <MissingMarker place={place} />;
  const { name, available, model_icon } = device.summary;
  const value = shownValue(first);
  const text = first === undefined ? '' : valueText(first.summary, value, sayUi, formats);
  // A switch turns at once, as on its tile. Everything that asks first or has more than two states has a window.
  const isSwitch = control?.summary.type === 'BOOL' && control.summary.confirm === undefined;
  async function turn(point: Point): Promise<void> {
    const next = shownValue(point) !== true;
    const what = valueText(point.summary, next, sayUi, formats);
    const consent = await consents.toWrite([point], next, { name, what });
    if (consent !== undefined) await writer.write(point.key, next, consent);
  }
  const lit = control?.summary.type === 'BOOL' && value === true;
  return (
    <button
      type="button"
      class={`marker${lit ? ' lit' : ''}${available ? '' : ' away'}${first?.write?.state === 'pending' ? ' pending' : ''}`}
      style={placeStyle(place)}
      aria-label={[name, text, available ? '' : say('away')].filter(Boolean).join(': ')}
      title={name}
      {...(isSwitch ? { 'aria-pressed': lit } : {})}
      onClick={() => (isSwitch && control !== undefined && refusal === undefined ? void turn(control) : onOpen())}
    >
      {available ? <DeviceGlyph icon={model_icon} /> : <Icon of={CloudOff} />}
      <span class="private">{text}</span>
    </button>
  );
}

const shownValue = (point: Point | undefined): unknown =>
  point?.write?.state === 'pending' ? point.write.value : point?.summary.value;

function MissingMarker({ place }: { readonly place: Place }) {
  const say = useTexts(floorplanTexts);
  return (
    <span class="marker missing" style={placeStyle(place)} title={`${place.device_address}: ${say('missing')}`}>
      <Icon of={CloudOff} />
      <span class="visually-hidden">
        {place.device_address}: {say('missing')}
      </span>
    </span>
  );
}

/** A device of the plan in words, for lists and screen readers. */
function Entry({ place }: { readonly place: Place }) {
  const { base } = useServices();
  const say = useTexts(floorplanTexts);
  const { device, first } = usePlaced(place);
  return (
    <li class="row">
      {device === undefined ? (
        <>
          <span class="private grow">{place.device_address}</span>
          <span class="dim">{say('missing')}</span>
        </>
      ) : (
        <>
          <a class="private grow" href={base.at(devicePath(device.summary))}>
            {device.summary.name}
          </a>
          {first !== undefined && <ValueView point={first} withAge={false} />}
        </>
      )}
    </li>
  );
}

function DeviceDialog({ place, onClose }: { readonly place: Place; readonly onClose: () => void }) {
  const { device } = usePlaced(place);
  return device === undefined ? null : <Opened device={device} place={place} onClose={onClose} />;
}

interface OpenedProps {
  readonly device: Device;
  readonly place: Place;
  readonly onClose: () => void;
}

function Opened({ device, place, onClose }: OpenedProps) {
  const { base, store } = useServices();
  const say = useTexts(floorplanTexts);
  const { points, control } = usePlaced(place);
  const { name } = device.summary;
  return (
    <Dialog
      title={name}
      onClose={onClose}
      actions={
        <a class="button" href={base.at(devicePath(device.summary))}>
          {say('openDevice')}
        </a>
      }
    >
      <div class="stack">
        {[points?.control, ...(points?.readings ?? [])].map((key) => {
          const point = key === undefined ? undefined : store.point(key).value;
          return (
            point !== undefined && (
              <p key={point.key} class="row">
                <span class="dim small grow">{point.summary.parameter_label}</span>
                <ValueView point={point} />
              </p>
            )
          );
        })}
        {control !== undefined && <TileControl device={device} control={control} stop={points?.stop} />}
        {points !== undefined && points.keys.length > 0 && <TileKeys keys={points.keys} name={name} />}
      </div>
    </Dialog>
  );
}
