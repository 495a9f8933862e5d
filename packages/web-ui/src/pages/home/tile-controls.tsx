import { useServices, useTexts } from '../../context/services.js';
import { climateModesOf, MODE_PARAMETERS } from '../../store/climate-modes.js';
import { type Device, type Point, type PointKey, pointKeyOf } from '../../store/points.js';
import type { TilePoints } from '../../store/primary.js';
import { Control, CoverButtons, KeyButton, ModeButtons } from '../../ui/form/control.tsx';
import { uiTexts } from '../../ui/value/texts.js';
import { TileColor } from './tile-color.tsx';

/** Controls of a device by its kind: a blind, a thermostat, or any other data point. */
export function TileControl({
  device,
  control,
  stop: stopKey,
}: {
  readonly device: Device;
  readonly control: Point;
  readonly stop: TilePoints['stop'];
}) {
  const { store } = useServices();
  const { name } = device.summary;
  const stop = stopKey === undefined ? undefined : store.point(stopKey).value;
  const modes = climateModesOf(
    Object.fromEntries(
      MODE_PARAMETERS.map((each) => [each, store.point(pointKeyOf(device.key, control.channel, each)).value]),
    ),
  );
  return (
    <>
      {stop !== undefined && <CoverButtons level={control} stop={stop} name={name} />}
      <Control point={control} name={name} />
      <TileColor device={device} control={control} />
      {modes.length > 0 && <ModeButtons modes={modes} name={name} />}
    </>
  );
}

/** Keys of a remote control, by the number of their channel. */
export function TileKeys({ keys, name }: { readonly keys: readonly PointKey[]; readonly name: string }) {
  const { store } = useServices();
  const say = useTexts(uiTexts);
  return (
    <span class="tile-keys">
      {keys.map((key) => {
        const point = store.point(key).value;
        return point && <KeyButton key={key} point={point} name={name} text={say('keyNo', { n: point.channel })} />;
      })}
    </span>
  );
}
