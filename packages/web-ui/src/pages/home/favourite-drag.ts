import { useRef } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import type { DeviceKey } from '../../store/points.js';
import { homeTexts } from './texts.js';

/** A shorter way is a click. */
const THRESHOLD_PX = 8;
const FAVOURITE = '[data-tile^="favourites "]';

interface Drag {
  readonly pointer: number;
  readonly tile: HTMLElement;
  readonly x: number;
  readonly y: number;
  moves: boolean;
  over?: HTMLElement | undefined;
}

/**
 * Handlers of the grid of tiles: a favourite that is dropped on another one is put before it. A mouse drags it by its header,
 * a finger by its grip, because anywhere else a finger scrolls the page.
 */
export function useFavouriteDrag() {
  const { favourites, announce } = useServices();
  const say = useTexts(homeTexts);
  const drag = useRef<Drag | undefined>(undefined);

  function end({ pointerId }: PointerEvent): Drag | undefined {
    const ended = drag.current;
    if (ended?.pointer !== pointerId) return undefined;
    drag.current = undefined;
    ended.tile.removeAttribute('data-dragged');
    ended.over?.removeAttribute('data-drop');
    return ended;
  }

  return {
    onPointerDown(event: PointerEvent) {
      const tile = graspedTile(event);
      if (tile === undefined || event.button !== 0) return;
      drag.current = { pointer: event.pointerId, tile, x: event.clientX, y: event.clientY, moves: false };
    },
    onPointerMove(event: PointerEvent) {
      const now = drag.current;
      if (now?.pointer !== event.pointerId) return;
      if (!now.moves && Math.hypot(event.clientX - now.x, event.clientY - now.y) < THRESHOLD_PX) return;
      if (!now.moves) {
        now.moves = true;
        // A click on the link of the header would follow.
        now.tile.setPointerCapture(event.pointerId);
        now.tile.setAttribute('data-dragged', '');
      }
      now.over?.removeAttribute('data-drop');
      now.over = favouriteAt(document.elementFromPoint(event.clientX, event.clientY));
      if (now.over !== now.tile) now.over?.setAttribute('data-drop', '');
    },
    onPointerUp(event: PointerEvent) {
      const ended = end(event);
      const [device, before] = [deviceOf(ended?.tile), deviceOf(ended?.over)];
      if (ended?.moves !== true || device === undefined || before === undefined || device === before) return;
      favourites.move(device, before).catch(() => announce(say('notMoved')));
    },
    onPointerCancel: (event: PointerEvent) => void end(event),
  };
}

/** The tile of a favourite that is held where it can be dragged. */
function graspedTile({ target, pointerType }: PointerEvent): HTMLElement | undefined {
  const handle = pointerType === 'mouse' ? 'header' : '.tile-grip';
  if (!(target instanceof Element) || target.closest('button, input, select') || !target.closest(handle))
    return undefined;
  return favouriteAt(target);
}

function favouriteAt(element: Element | null): HTMLElement | undefined {
  return element?.closest<HTMLElement>(FAVOURITE) ?? undefined;
}

const deviceOf = (tile: HTMLElement | undefined): DeviceKey | undefined => tile?.dataset.device;
