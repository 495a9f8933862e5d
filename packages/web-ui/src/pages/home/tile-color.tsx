import { useServices, useTexts } from '../../context/services.js';
import { type Device, type Point, pointKeyOf } from '../../store/points.js';
import { hexOf, hueSaturationOf } from '../../ui/form/color.js';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { homeTexts } from './texts.js';

/** Colour of a light, where the channel of its level has one. */
export function TileColor({ device, control }: { readonly device: Device; readonly control: Point }) {
  const { store, gateway } = useServices();
  const say = useTexts(homeTexts);
  const refusal = useRefusal('operator');
  const action = useAction();
  const [hue, saturation] = ['HUE', 'SATURATION'].map(
    (parameter) => store.point(pointKeyOf(device.key, control.channel, parameter)).value,
  );
  if (!hue?.summary.operations.write || !saturation?.summary.operations.write) return null;
  const { address, central, name } = device.summary;
  const number = ({ summary: { value } }: Point) => (typeof value === 'number' ? value : 0);
  /** Hue and saturation are one message to the light, which only an operation of the gateway composes. */
  const send = (hex: string) =>
    action.run(async () => {
      const at = { path: { addr: address }, query: { ...(central !== undefined && { central }) } };
      const lights = await gateway.call('listCustomDataPoints', at);
      const light = lights.find(
        ({ channel_no, supported_operations }) =>
          channel_no === control.channel && supported_operations.includes('set_color'),
      );
      if (light === undefined) return;
      await gateway.call('invokeCustomDataPoint', {
        path: { addr: address, name: light.name, operation: 'set_color' },
        query: at.query,
        body: { params: { ...hueSaturationOf(hex) } },
      });
    });
  return (
    <label class="row small dim">
      <input
        type="color"
        class="color-field"
        value={hexOf({ hue: number(hue), saturation: number(saturation) * 100 })}
        disabled={refusal !== undefined || action.busy}
        title={refusal}
        aria-label={say('colorOf', { name })}
        onChange={({ currentTarget }) => void send(currentTarget.value)}
      />
      {say('color')}
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </label>
  );
}
