import { Activity, ArrowDown, ArrowUp, ChartLine, ExternalLink, SlidersHorizontal } from 'lucide';
import { useServices, useTexts } from '../../context/services.js';
import type { Device, DeviceKey } from '../../store/points.js';
import { FavouriteButton } from '../../ui/favourite-button.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { homeTexts } from './texts.js';

const WAYS = [
  ['', 'openDevice', ExternalLink],
  ['history', 'openHistory', ChartLine],
  ['events', 'openEvents', Activity],
  ['configure', 'openConfigure', SlidersHorizontal],
] as const;

/** Actions for a device at its tile. */
export function TileMenu({
  device: key,
  onClose,
  onGo,
}: {
  readonly device: DeviceKey;
  readonly onClose: () => void;
  readonly onGo: (device: Device['summary'], part: string) => void;
}) {
  const { store, favourites, announce } = useServices();
  const say = useTexts(homeTexts);
  const device = store.device(key).value;
  if (device === undefined) return null;
  const order = [...favourites.keys.value];
  const place = order.indexOf(key);
  const moves = [
    ...(place > 0 ? [['moveEarlier', ArrowUp, order[place - 1]] as const] : []),
    ...(place >= 0 && place < order.length - 1 ? [['moveLater', ArrowDown, order[place + 2]] as const] : []),
  ];
  return (
    <Dialog title={device.summary.name} onClose={onClose}>
      <div class="tile-menu">
        <FavouriteButton device={key} withWords />
        {moves.map(([words, icon, before]) => (
          <Button
            key={words}
            kind="quiet"
            onClick={() => void favourites.move(key, before).catch(() => announce(say('notMoved')))}
          >
            <Icon of={icon} />
            {say(words)}
          </Button>
        ))}
        {WAYS.map(([part, words, icon]) => (
          <Button
            key={part}
            kind="quiet"
            onClick={() => {
              onClose();
              onGo(device.summary, part);
            }}
          >
            <Icon of={icon} />
            {say(words)}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
