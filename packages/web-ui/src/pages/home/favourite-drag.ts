import { useServices, useTexts } from '../../context/services.js';
import type { DeviceKey } from '../../store/points.js';
import { homeTexts } from './texts.js';

const TYPE = 'application/x-ccu-gateway-favourite';

/** Handlers of the grid of tiles: a favourite that is dropped on another one is put before it. */
export function useFavouriteDrag() {
  const { favourites, announce } = useServices();
  const say = useTexts(homeTexts);
  return {
    onDragStart({ target, dataTransfer }: DragEvent) {
      const device = favouriteAt(target);
      if (device !== undefined) dataTransfer?.setData(TYPE, device);
    },
    onDragOver(event: DragEvent) {
      if (event.dataTransfer?.types.includes(TYPE) && favouriteAt(event.target) !== undefined) event.preventDefault();
    },
    onDrop(event: DragEvent) {
      const [device, before] = [event.dataTransfer?.getData(TYPE), favouriteAt(event.target)];
      if (!device || before === undefined || device === before) return;
      event.preventDefault();
      favourites.move(device, before).catch(() => announce(say('notMoved')));
    },
  };
}

/** Device of the tile of a favourite around an element. */
function favouriteAt(target: EventTarget | null): DeviceKey | undefined {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-tile^="favourites "]') : null;
  return tile?.dataset.device;
}
